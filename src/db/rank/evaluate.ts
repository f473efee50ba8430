import { Accumulator, type AskedWord } from './accumulate.ts';
import { within } from './allowed.ts';
import type { Scope } from './collection.ts';
import { kindShift, live, mostKinds, question } from './document.ts';
import type { Documents } from './documents.ts';
import { explainHits, type Reason } from './explain.ts';
import type { List } from './postings.ts';
import type { SearchMode } from './query.ts';
import type { Scratch } from './scratch.ts';
import { type Ranked, Top } from './top.ts';
import { weights as w } from './weights.ts';

export type Question = {
  mode: SearchMode;
  words: readonly AskedWord[];
  /** A result must be in all of these, and in none of those. */
  required: readonly ReadonlySet<number>[];
  forbidden: readonly ReadonlySet<number>[];
  excluded: readonly List[];
  scope: Scope;
  /** How many of the best to return. */
  top: number;
  explain: boolean;
};

export type Ranking = { hits: (Ranked & { reason?: Reason })[]; total: number };

/** Marks of a document while a query runs. */
const matched = 1;
const spoken = 2;
const excluded = 4;

/**
 * Ranks by exact BM25: every posting of every word is added up, so there is nothing to prune and the total is exact.
 * `auto` adds what makes a conversation findable: words that occur together, the turns around, the whole conversation,
 * the speaker. Does not wait; a million documents and very common words take tens of milliseconds.
 */
export function evaluate(documents: Documents, scratch: Scratch, q: Question): Ranking {
  scratch.fit(documents.capacity);
  try {
    return new Evaluation(documents, scratch, q).run();
  } finally {
    scratch.clear([...q.excluded, ...q.words.flatMap(labelLists)]);
  }
}

const labelLists = ({ lists }: AskedWord): List[] =>
  lists.filter(({ isLabel }) => isLabel).map(({ list }) => list);

export class Evaluation {
  readonly auto: boolean;
  /** Turns around a match may be results themselves, unless something is asked for literally. */
  readonly neighbours: boolean;
  readonly sums: Accumulator;

  readonly documents: Documents;
  readonly scratch: Scratch;
  readonly q: Question;

  constructor(documents: Documents, scratch: Scratch, q: Question) {
    this.documents = documents;
    this.scratch = scratch;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && q.required.length === 0;
    this.sums = new Accumulator(documents, scratch, this.auto);
  }

  run(): Ranking {
    const { q, scratch } = this;
    for (const word of q.words) this.sums.add(word);
    const own = scratch.size;
    for (let i = 0; i < own; i++) scratch.mark[scratch.touched[i] as number] = matched;
    if (this.auto) this.liftCoverage(own);
    if (this.auto) this.markSpeakers();
    if (this.neighbours) this.addNeighbours(own);
    this.markExcluded();
    scratch.sort(this.documents.high);
    const { top, total } = this.select();
    const hits: Ranking['hits'] = top.sorted();
    if (q.explain) explainHits(this, hits);
    return { hits, total };
  }

  private liftCoverage(own: number): void {
    const { score, cover, touched } = this.scratch;
    const factor = w.coverage / Math.max(1e-9, this.sums.allWords);
    for (let i = 0; i < own; i++) {
      const d = touched[i] as number;
      score[d] = (score[d] as number) * (1 + factor * (cover[d] as number));
    }
  }

  private markSpeakers(): void {
    this.q.words.forEach((word, i) => {
      if ((this.sums.weights[i]?.share ?? 0) <= w.nameShare) return;
      for (const { docs, size } of labelLists(word))
        for (let k = 0; k < size; k++) {
          const d = docs[k] as number;
          this.scratch.mark[d] = (this.scratch.mark[d] as number) | spoken;
        }
    });
  }

  /** A turn up to two away from a match is a candidate. */
  private addNeighbours(own: number): void {
    const { mark, touched } = this.scratch;
    const { previous, next } = this.documents;
    let { size: n } = this.scratch;
    const touch = (d: number) => {
      if (d < 0 || (mark[d] as number) & matched) return;
      mark[d] = (mark[d] as number) | matched;
      touched[n++] = d;
    };
    for (let i = 0; i < own; i++) {
      const before = previous[touched[i] as number] as number;
      const after = next[touched[i] as number] as number;
      touch(before);
      if (before >= 0) touch(previous[before] as number);
      touch(after);
      if (after >= 0) touch(next[after] as number);
    }
    this.scratch.size = n;
  }

  private markExcluded(): void {
    const { mark } = this.scratch;
    for (const { docs, size } of this.q.excluded)
      for (let i = 0; i < size; i++) {
        const d = docs[i] as number;
        mark[d] = (mark[d] as number) | excluded;
      }
  }

  private select(): { top: Top; total: number } {
    const { q, scratch, documents, neighbours } = this;
    const { score, mark, hits, touched, size } = scratch;
    const { flags, group, at } = documents;
    const { from = -Infinity, to = Infinity } = q.scope;
    const isDated = q.scope.from !== undefined || q.scope.to !== undefined;
    const isPhrased = q.required.length > 0 || q.forbidden.length > 0;
    const kinds = within(mostKinds, q.scope.kinds);
    const groups = within(documents.groupHigh, q.scope.groups, q.scope.notGroups);
    const docs = within(documents.high, q.scope.docs, q.scope.notDocs);
    const need = q.mode === 'all' ? q.words.length : 1;
    const around = neighbourScores(scratch, documents);
    const { useGroups, groupScore, speakerShare } = this.sums;
    const groupWeight = useGroups ? w.group : 0;
    const speaker = 1 + w.speaker * speakerShare;
    const top = new Top(Math.min(q.top, size), at);
    let total = 0;
    for (let i = 0; i < size; i++) {
      const d = touched[i] as number;
      const f = flags[d] as number;
      const m = mark[d] as number;
      if ((f & live) === 0 || (m & excluded) !== 0) continue;
      if (kinds !== undefined && kinds[f >> kindShift] !== 1) continue;
      if (groups !== undefined && groups[group[d] as number] !== 1) continue;
      if (docs !== undefined && docs[d] !== 1) continue;
      if (isDated && ((at[d] as number) < from || (at[d] as number) >= to)) continue;
      if (isPhrased && !this.hasPhrases(d)) continue;
      if ((hits[d] as number) >= need) total += 1;
      else if (!neighbours) continue;
      let sum = score[d] as number;
      if (neighbours) sum += around(d);
      if (groupWeight > 0) sum += groupWeight * (groupScore[group[d] as number] as number);
      if ((m & spoken) !== 0) sum *= speaker;
      if (sum > 0) top.offer(sum, d);
    }
    return { top, total };
  }

  private hasPhrases(d: number): boolean {
    return this.q.required.every((docs) => docs.has(d)) && !this.q.forbidden.some((docs) => docs.has(d));
  }

  fromGroup(d: number): number {
    return this.sums.useGroups
      ? w.group * (this.sums.groupScore[this.documents.group[d] as number] as number)
      : 0;
  }

  speakerFactor(d: number): number {
    return (this.scratch.mark[d] as number) & spoken ? 1 + w.speaker * this.sums.speakerShare : 1;
  }
}

/** What a turn gets of the turns around it; made once a query, since it runs once a candidate. */
export function neighbourScores({ score }: Scratch, documents: Documents): (d: number) => number {
  const { previous, next, flags } = documents;
  const { afterMatch, afterQuestion, twoAfterMatch, beforeMatch, twoBeforeMatch } = w;
  return (d) => {
    let sum = 0;
    const before = previous[d] as number;
    if (before >= 0) {
      const asked = (flags[before] as number) & question ? afterQuestion : 1;
      sum += afterMatch * asked * (score[before] as number);
      const earlier = previous[before] as number;
      if (earlier >= 0) sum += twoAfterMatch * (score[earlier] as number);
    }
    const after = next[d] as number;
    if (after >= 0) {
      sum += beforeMatch * (score[after] as number);
      const later = next[after] as number;
      if (later >= 0) sum += twoBeforeMatch * (score[later] as number);
    }
    return sum;
  };
}
