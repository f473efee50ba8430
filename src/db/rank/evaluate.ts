import type { Scope } from './collection.ts';
import { kindShift, live, question } from './document.ts';
import type { Documents } from './documents.ts';
import { explainHits, type Reason } from './explain.ts';
import type { List } from './postings.ts';
import type { QueryWord, SearchMode } from './query.ts';
import type { Scratch } from './scratch.ts';
import { type Ranked, Top } from './top.ts';
import { rarity, weights as w } from './weights.ts';

/** The postings of one of a word's terms. */
export type TermList = { list: List; isLabel: boolean };
export type AskedWord = QueryWord & { lists: TermList[]; terms: string[] };

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

/** What is known of a word before its postings are added up. */
export type WordWeight = { body: number; label: number; coverage: number; share: number };

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
  readonly groupScore: Float64Array;
  readonly wordWeights: WordWeight[] = [];
  private readonly useGroups: boolean;
  private readonly groupCount: Float64Array;
  private readonly count: number;
  private readonly lengthFree: number;
  private readonly lengthBound: number;
  /** The sum of coverage weights when every word occurs. */
  allWords = 0;
  speakerShare = 0;

  readonly documents: Documents;
  readonly scratch: Scratch;
  readonly q: Question;

  constructor(documents: Documents, scratch: Scratch, q: Question) {
    this.documents = documents;
    this.scratch = scratch;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && q.required.length === 0;
    this.useGroups = this.auto && documents.groups > 1;
    this.count = Math.max(1, documents.count);
    const average = Math.max(1, documents.words / this.count);
    this.lengthFree = w.k1 * (1 - w.b);
    this.lengthBound = (w.k1 * w.b) / average;
    this.groupScore = new Float64Array(this.useGroups ? documents.groupHigh : 0);
    this.groupCount = new Float64Array(this.groupScore.length);
  }

  run(): Ranking {
    const { q, scratch } = this;
    q.words.forEach((word, i) => {
      const weight = this.weigh(word);
      this.wordWeights.push(weight);
      this.addWord(word, weight, i + 1);
      if (this.useGroups) this.addToGroups(weight);
    });
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

  private weigh({ lists, dull }: AskedWord): WordWeight {
    let body = 0;
    let label = 0;
    for (const { list, isLabel } of lists)
      if (isLabel) label += list.size;
      else body += list.size;
    const everywhere = rarity(body + label, this.count);
    if (!this.auto) return { body: everywhere, label: everywhere, coverage: 0, share: 0 };
    const share = label / Math.max(1, label + body);
    const factor = dull ? w.dull : 1;
    const inBody = rarity(body, this.count) * factor * (1 - (1 - w.name) * share);
    const weight = {
      body: inBody,
      label: everywhere * w.label * factor,
      coverage: inBody * (1 - share),
      share,
    };
    this.allWords += weight.coverage;
    if (share > w.nameShare) this.speakerShare = Math.max(this.speakerShare, share);
    return weight;
  }

  private addWord(word: AskedWord, weight: WordWeight, bit: number): void {
    // Several terms of one word count as one hit a document.
    const several = word.terms.length > 1;
    if (this.useGroups) this.groupCount.fill(0);
    for (const { list, isLabel } of word.lists)
      if (isLabel) this.addLabels(list, weight.label, several ? bit : 0);
      else this.addBodies(list, weight, several ? bit : 0);
  }

  private addBodies({ docs, counts, size }: List, weight: WordWeight, bit: number): void {
    const { score, cover, hits, mark, touched } = this.scratch;
    const { length, group } = this.documents;
    const { auto, useGroups, groupCount, lengthFree, lengthBound } = this;
    const factor = weight.body * (w.k1 + 1);
    let { size: n } = this.scratch;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      const tf = counts[i] as number;
      score[d] =
        (score[d] as number) + (factor * tf) / (tf + lengthFree + lengthBound * (length[d] as number));
      if (auto) {
        cover[d] = (cover[d] as number) + weight.coverage;
        if (useGroups) {
          const g = group[d] as number;
          groupCount[g] = (groupCount[g] as number) + tf;
        }
      }
      if (bit > 0) {
        if (mark[d] === bit) continue;
        mark[d] = bit;
      }
      const h = hits[d] as number;
      if (h === 0) touched[n++] = d;
      hits[d] = h + 1;
    }
    this.scratch.size = n;
  }

  private addLabels({ docs, size }: List, weight: number, bit: number): void {
    const { score, hits, mark, touched } = this.scratch;
    let { size: n } = this.scratch;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      score[d] = (score[d] as number) + weight;
      if (bit > 0) {
        if (mark[d] === bit) continue;
        mark[d] = bit;
      }
      const h = hits[d] as number;
      if (h === 0) touched[n++] = d;
      hits[d] = h + 1;
    }
    this.scratch.size = n;
  }

  private addToGroups(weight: WordWeight): void {
    const { groupScore, groupCount, documents } = this;
    const average = Math.max(1, documents.words / Math.max(1, documents.groups));
    const free = w.groupK1 * (1 - w.groupB);
    const bound = (w.groupK1 * w.groupB) / average;
    const factor = weight.coverage * (w.groupK1 + 1);
    for (let g = 0; g < groupCount.length; g++) {
      const tf = groupCount[g] as number;
      if (tf > 0)
        groupScore[g] =
          (groupScore[g] as number) +
          (factor * tf) / (tf + free + bound * (documents.groupLength[g] as number));
    }
  }

  private liftCoverage(own: number): void {
    const { score, cover, touched } = this.scratch;
    const factor = w.coverage / Math.max(1e-9, this.allWords);
    for (let i = 0; i < own; i++) {
      const d = touched[i] as number;
      score[d] = (score[d] as number) * (1 + factor * (cover[d] as number));
    }
  }

  private markSpeakers(): void {
    this.q.words.forEach((word, i) => {
      if ((this.wordWeights[i]?.share ?? 0) <= w.nameShare) return;
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
    const { mark, hits, touched, size } = scratch;
    const { flags, group, at } = documents;
    const { kind, from = -Infinity, to = Infinity } = q.scope;
    const inScope = groupsInScope(q.scope, documents.groupHigh);
    const need = q.mode === 'all' ? q.words.length : 1;
    const top = new Top(Math.min(q.top, size), at);
    let total = 0;
    for (let i = 0; i < size; i++) {
      const d = touched[i] as number;
      const f = flags[d] as number;
      if (!(f & live) || (mark[d] as number) & excluded) continue;
      if (kind !== undefined && f >> kindShift !== kind) continue;
      if (inScope && inScope[group[d] as number] !== 1) continue;
      if ((at[d] as number) < from || (at[d] as number) >= to) continue;
      if (!q.required.every((docs) => docs.has(d)) || q.forbidden.some((docs) => docs.has(d))) continue;
      if ((hits[d] as number) >= need) total += 1;
      else if (!neighbours) continue;
      const score = this.scoreOf(d);
      if (score > 0) top.offer(score, d);
    }
    return { top, total };
  }

  private scoreOf(d: number): number {
    let score = this.scratch.score[d] as number;
    if (!this.auto) return score;
    if (this.neighbours) score += this.fromNeighbours(d);
    score += this.fromGroup(d);
    return score * this.speakerFactor(d);
  }

  fromNeighbours(d: number): number {
    const { score } = this.scratch;
    const { previous, next, flags } = this.documents;
    let sum = 0;
    const before = previous[d] as number;
    if (before >= 0) {
      const asked = (flags[before] as number) & question ? w.afterQuestion : 1;
      sum += w.afterMatch * asked * (score[before] as number);
      const earlier = previous[before] as number;
      if (earlier >= 0) sum += w.twoAfterMatch * (score[earlier] as number);
    }
    const after = next[d] as number;
    if (after >= 0) {
      sum += w.beforeMatch * (score[after] as number);
      const later = next[after] as number;
      if (later >= 0) sum += w.twoBeforeMatch * (score[later] as number);
    }
    return sum;
  }

  fromGroup(d: number): number {
    return this.useGroups ? w.group * (this.groupScore[this.documents.group[d] as number] as number) : 0;
  }

  speakerFactor(d: number): number {
    return (this.scratch.mark[d] as number) & spoken ? 1 + w.speaker * this.speakerShare : 1;
  }
}

function groupsInScope({ groups, notGroups = [] }: Scope, high: number): Uint8Array | undefined {
  if (!groups && notGroups.length === 0) return undefined;
  const inScope = new Uint8Array(high);
  if (groups) for (const group of groups) inScope[group] = 1;
  else inScope.fill(1);
  for (const group of notGroups) inScope[group] = 0;
  return inScope;
}
