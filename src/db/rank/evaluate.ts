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

/** No words, only what narrows. */
export const nothingAsked = (scope: Scope): Question => ({
  mode: 'auto',
  words: [],
  required: [],
  forbidden: [],
  excluded: [],
  scope,
  top: 0,
  explain: false,
});

export type Ranking = { hits: (Ranked & { reason?: Reason })[]; total: number };

type Candidates = { docs: Int32Array; size: number };

/** Marks of a document while a query runs. */
const matched = 1;
const spoken = 2;
const excluded = 4;

/**
 * Ranks by exact BM25: every posting of every word is added up, so that the total is exact. What a whole group cannot
 * reach is not worked out further; the ranking is the same. `auto` adds what makes a conversation findable: words that occur together, the turns around, the whole conversation,
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
  private readonly permits: (d: number) => boolean;
  /** The best score of a text in each group: what bounds the score of all others. */
  private readonly groupBest: Float64Array;

  constructor(documents: Documents, scratch: Scratch, q: Question) {
    this.documents = documents;
    this.scratch = scratch;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && q.required.length === 0;
    this.sums = new Accumulator(documents, scratch, this.auto);
    this.permits = filterOf(documents, scratch, q);
    this.groupBest = new Float64Array(this.neighbours ? documents.groupHigh : 0);
  }

  run(): Ranking {
    const { q, scratch } = this;
    for (const word of q.words) this.sums.add(word);
    const own = this.candidates();
    for (let i = 0; i < own.size; i++) scratch.mark[own.docs[i] as number] = matched;
    if (this.auto) this.liftCoverage(own);
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    if (q.required.length === 0) scratch.sort(this.documents.high);
    const top = new Top(Math.min(q.top, this.neighbours ? own.size * 5 : own.size), this.documents.at);
    const total = this.offerMatches(own, top);
    if (this.neighbours) this.offerNeighbours(own, top);
    const hits: Ranking['hits'] = top.sorted();
    if (q.explain) explainHits(this, hits);
    return { hits, total };
  }

  private liftCoverage({ docs, size }: Candidates): void {
    const { score, cover } = this.scratch;
    const { groupBest } = this;
    const { group } = this.documents;
    const factor = w.coverage / Math.max(1e-9, this.sums.allWords);
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      const lifted = (score[d] as number) * (1 + factor * (cover[d] as number));
      score[d] = lifted;
      const g = group[d] as number;
      if (lifted > (groupBest[g] as number)) groupBest[g] = lifted;
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

  private markExcluded(): void {
    const { mark } = this.scratch;
    for (const { docs, size } of this.q.excluded)
      for (let i = 0; i < size; i++) {
        const d = docs[i] as number;
        mark[d] = (mark[d] as number) | excluded;
      }
  }

  /**
   * Offers the documents that hold the words; what their groups' bounds keep out of the page is only counted.
   *
   * @returns how many match.
   */
  private offerMatches({ docs, size }: Candidates, top: Top): number {
    const { q, scratch, permits, neighbours, groupBest } = this;
    const { score, hits } = scratch;
    const { group } = this.documents;
    const { useGroups, groupScore, speakerShare } = this.sums;
    const need = q.mode === 'all' ? q.words.length : 1;
    const groupWeight = useGroups ? w.group : 0;
    const most = 1 + w.speaker * speakerShare;
    const scoreOf = this.scorer();
    let total = 0;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      if ((hits[d] as number) < need || !permits(d)) continue;
      total += 1;
      const g = group[d] as number;
      let bound = score[d] as number;
      if (neighbours) bound += mostAround * (groupBest[g] as number);
      if (groupWeight > 0) bound += groupWeight * (groupScore[g] as number);
      if (bound * most < top.least) continue;
      const sum = scoreOf(d);
      if (sum > 0) top.offer(sum, d);
    }
    return total;
  }

  /** Where matches are looked for: all that holds a word, or the few documents that hold a phrase. */
  private candidates(): Candidates {
    const [first, ...others] = [...this.q.required].sort((a, b) => a.size - b.size);
    if (!first) return { docs: this.scratch.touched, size: this.scratch.size };
    const docs = Int32Array.from([...first].filter((d) => others.every((set) => set.has(d))));
    return { docs, size: docs.length };
  }

  /** A turn up to two away from a match may be a result; where no turn of a group can reach the page, none is looked at. */
  private offerNeighbours({ size: own }: Candidates, top: Top): void {
    const { permits, groupBest } = this;
    const { mark, touched } = this.scratch;
    const { previous, next, group } = this.documents;
    const { useGroups, groupScore, speakerShare } = this.sums;
    const groupWeight = useGroups ? w.group : 0;
    const most = 1 + w.speaker * speakerShare;
    const scoreOf = this.scorer();
    let { size: n } = this.scratch;
    const offer = (d: number) => {
      if (d < 0 || (mark[d] as number) & matched) return;
      mark[d] = (mark[d] as number) | matched;
      touched[n++] = d;
      if (!permits(d)) return;
      const sum = scoreOf(d);
      if (sum > 0) top.offer(sum, d);
    };
    for (let i = 0; i < own; i++) {
      const d = touched[i] as number;
      const g = group[d] as number;
      let bound = mostAround * (groupBest[g] as number);
      if (groupWeight > 0) bound += groupWeight * (groupScore[g] as number);
      if (bound * most < top.least) continue;
      const before = previous[d] as number;
      const after = next[d] as number;
      offer(before);
      if (before >= 0) offer(previous[before] as number);
      offer(after);
      if (after >= 0) offer(next[after] as number);
    }
    this.scratch.size = n;
  }

  /** The whole score of a document; made once a query, since it runs once a candidate. */
  private scorer(): (d: number) => number {
    const { scratch, documents, neighbours } = this;
    const { score, mark } = scratch;
    const { group } = documents;
    const around = neighbourScores(scratch, documents);
    const { useGroups, groupScore, speakerShare } = this.sums;
    const groupWeight = useGroups ? w.group : 0;
    const speaker = 1 + w.speaker * speakerShare;
    return (d) => {
      let sum = score[d] as number;
      if (neighbours) sum += around(d);
      if (groupWeight > 0) sum += groupWeight * (groupScore[group[d] as number] as number);
      return (mark[d] as number) & spoken ? sum * speaker : sum;
    };
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

/** Whether a document may come back; phrases aside, of which the candidates are made. */
function filterOf(documents: Documents, { mark }: Scratch, q: Question): (d: number) => boolean {
  const { flags, group, at } = documents;
  const { from = -Infinity, to = Infinity } = q.scope;
  const isDated = q.scope.from !== undefined || q.scope.to !== undefined;
  const kinds = within(mostKinds, q.scope.kinds);
  const groups = within(documents.groupHigh, q.scope.groups, q.scope.notGroups);
  const docs = within(documents.high, q.scope.docs, q.scope.notDocs);
  return (d) => {
    const f = flags[d] as number;
    if ((f & live) === 0 || ((mark[d] as number) & excluded) !== 0) return false;
    if (kinds !== undefined && kinds[f >> kindShift] !== 1) return false;
    if (groups !== undefined && groups[group[d] as number] !== 1) return false;
    if (docs !== undefined && docs[d] !== 1) return false;
    if (isDated && ((at[d] as number) < from || (at[d] as number) >= to)) return false;
    return !q.forbidden.some((set) => set.has(d));
  };
}

/** The most that the turns around can add to a turn, as a share of the best score in its group. */
const mostAround = w.afterMatch * w.afterQuestion + w.twoAfterMatch + w.beforeMatch + w.twoBeforeMatch;

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
