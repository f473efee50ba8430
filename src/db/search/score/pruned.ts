import type { DocValues } from '../index/doc-values.ts';
import { mostTogether } from '../index/units.ts';
import { Bounds, type Part } from './bounds.ts';
import type { DocSet } from './doc-set.ts';
import { groupsOf } from './filter.ts';
import { countMatches } from './matches.ts';
import { mostTerms, Occurrences } from './occurrence.ts';
import { averageOf, isCommon, lookUp, type Outline, outlineOf } from './outline.ts';
import { type Ranking, type RankingQuery, termsIn } from './question.ts';
import { own, Scoring } from './scoring.ts';
import { Top } from './top-k.ts';
import { addToGroups, type WordWeight, WordWeights } from './weigh.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/** A page of more than this share of the lake is not worth it, nor a lake where so many texts have other versions. */
const pageShare = 16;
const orphanShare = 8;
/** Where fewer documents than one of so many have a required phrase, all of them are scored. */
const requiredShare = 32;
/** How many units are scored at first for each rank of the page, and how many times as many then. */
const firstUnits = 16;
const moreUnits = 4;
/** Intervals of bounds. */
const intervals = 4096;

/**
 * Whether ranking by {@link Pruned} is possible and pays.
 *
 * @param required the documents with the required phrases, if there are any.
 */
export function isPrunable(documents: DocValues, q: RankingQuery, required?: DocSet): boolean {
  const { high, orphans } = documents;
  if (q.top * pageShare > high || orphans.size * orphanShare > high) return false;
  if (required && required.size * requiredShare < high) return false;
  const lists = q.words.flatMap((word) => word.lists);
  return termsIn(q) <= mostTerms && lists.some(({ list }) => isCommon(list, documents));
}

/**
 * Ranks as the plain evaluation does, to the last digit, but scores only what can reach the page: units of documents with the
 * highest bounds first, until no other's bound reaches the lowest score of the page. The total is counted by itself.
 */
export class Pruned extends Scoring {
  private readonly occurrences: Occurrences;
  /** The postings of the words' terms, in their order. */
  private readonly parts: Part[][] = [];
  private readonly useGroups: boolean;
  private readonly coverOf: (d: number) => number;
  private readonly wordsOf: (d: number) => number;
  private readonly required: DocSet | undefined;
  private round = 0;

  /** @param required the documents with the required phrases, if there are any. */
  constructor(documents: DocValues, workspace: Workspace, q: RankingQuery, required?: DocSet) {
    const useGroups = q.mode === 'auto' && documents.groups > 1;
    super(documents, workspace, q, {
      weights: new WordWeights(q.words, documents, q.mode === 'auto'),
      useGroups,
    });
    this.useGroups = useGroups;
    this.required = required;
    workspace.fitUnits(documents);
    this.occurrences = new Occurrences(workspace, termsIn(q));
    for (const [i, word] of q.words.entries())
      this.parts.push(this.partsOf(word, this.weights.each[i] as WordWeight));
    this.coverOf = this.occurrences.coverer();
    this.wordsOf = this.occurrences.counter();
  }

  private partsOf({ lists }: RankingQuery['words'][number], weight: WordWeight): Part[] {
    this.occurrences.beginWord();
    let last: string | undefined;
    let bit = 0;
    return lists.map(({ term, list, isLabel }) => {
      if (term !== last) bit = this.occurrences.addTerm(isLabel ? 0 : weight.coverage);
      last = term;
      const factor = isLabel ? weight.label : weight.body * (w.k1 + 1);
      return { list, isLabel, factor, bit, outline: this.outlineOf(list, isLabel) };
    });
  }

  private outlineOf(list: Part['list'], isLabel: boolean): Outline | undefined {
    const outline = outlineOf(list, this.documents, this.workspace);
    outline?.measure(list, isLabel, this.documents, this.workspace);
    if (outline && list.kept) list.kept.beside = outline.bytes;
    return outline;
  }

  run(): Ranking {
    const { q, documents, workspace } = this;
    const highest = this.bound();
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    const top = new Top(Math.min(q.top, documents.high), documents.at);
    const beside: number[] = [];
    try {
      if (top.most > 0) this.offerUnits(top, highest, beside);
      return {
        hits: this.hits(top, this.wordsOf),
        total: countMatches(
          documents,
          workspace,
          { ...q, words: this.parts, required: this.required },
          this.permits,
        ),
      };
    } finally {
      for (const d of beside) workspace.mark[d] = 0;
      workspace.unitState.fill(0);
    }
  }

  /** @returns the highest bound of all units. */
  private bound(): number {
    const { documents, workspace, neighbours, useGroups, occurrences, q } = this;
    const bounds = new Bounds(documents, workspace, { neighbours, useGroups });
    this.parts.forEach((parts, i) => {
      for (const part of parts) bounds.add(part);
      if (useGroups) addToGroups(documents, workspace, this.weights.each[i] as WordWeight);
    });
    const factor = this.auto ? this.liftFactor : 0;
    const need = q.mode === 'all' ? q.words.length : 0;
    const lifts = Float64Array.from({ length: 1 << termsIn(q) }, (_, seen) => {
      const { words, coverage } = occurrences.of(seen);
      return words < need ? 0 : this.most * (1 + factor * coverage);
    });
    return bounds.finish(lifts, this.groupWeight * this.most, groupsOf(documents, q));
  }

  /** Offers the documents of units with the highest bounds, then of more, until the others cannot reach the page. */
  private offerUnits(top: Top, highest: number, beside: number[]): void {
    const { unitBound } = this.workspace;
    const cut = this.cuts(highest);
    let left: Int32Array | undefined;
    let above = Infinity;
    for (let wanted = top.most * firstUnits; above > 0 && top.least < above; wanted *= moreUnits) {
      const least = Math.max(cut(wanted), top.least);
      if (least >= above) continue;
      const chosen: number[] = [];
      // Where all are still in question, they are not written down before it is known what most of them do not reach.
      const rest: number[] = [];
      const keeps = top.size === top.most;
      const most = left?.length ?? this.documents.units.high;
      for (let i = left ? 0 : 1; i < most; i++) {
        const unit = left ? (left[i] as number) : i;
        const bound = unitBound[unit] as number;
        if (bound >= above || bound <= 0 || bound < top.least) continue;
        if (bound >= least) chosen.push(unit);
        else if (keeps) rest.push(unit);
      }
      if (keeps) left = Int32Array.from(rest);
      this.offerAll(chosen, top, beside);
      above = least;
    }
  }

  /** Builds the function for a bound that so many units reach, about. */
  private cuts(highest: number): (wanted: number) => number {
    const { unitBound } = this.workspace;
    const { high } = this.documents.units;
    const counts = new Int32Array(intervals + 1);
    const scale = intervals / (highest || 1);
    for (let unit = 1; unit < high; unit++) {
      const at = ((unitBound[unit] as number) * scale) | 0;
      counts[at] = (counts[at] as number) + 1;
    }
    return (wanted) => {
      let found = 0;
      for (let at = intervals; at > 0; at--) {
        found += counts[at] as number;
        if (found >= wanted) return at / scale;
      }
      return 0;
    };
  }

  /** Scores units, and offers their documents. */
  private offerAll(chosen: readonly number[], top: Top, beside: number[]): void {
    const { workspace, neighbours } = this;
    const { units, previous, next, orphans } = this.documents;
    const { of, last } = units;
    const begin = workspace.size;
    this.round += 1;
    for (const unit of chosen) this.take(unit);
    if (neighbours) {
      const go = (column: Int32Array, d: number): number => {
        const to = d < 0 ? -1 : (column[d] as number);
        if (to >= 0) this.take(of[to] as number);
        return to;
      };
      for (const unit of chosen)
        for (let d = last[unit] as number; d >= 0; d = units.before(d)) {
          go(previous, go(previous, d));
          go(next, go(next, d));
        }
      if (begin === 0) for (const d of orphans.keys()) this.take(of[d] as number);
    }
    this.sum(begin);
    if (begin === 0 && neighbours) this.markBeside(beside);
    for (const unit of chosen)
      for (let d = last[unit] as number; d >= 0; d = units.before(d)) this.offer(d, top);
  }

  /** Adds the documents of a unit to those that are scored. */
  private take(unit: number): void {
    const { workspace } = this;
    const { unitState } = workspace;
    if (unitState[unit] !== 0) return;
    unitState[unit] = this.round;
    workspace.reserve(workspace.size + mostTogether);
    const { touched } = workspace;
    const { units } = this.documents;
    for (let d = units.last[unit] as number; d >= 0; d = units.before(d)) touched[workspace.size++] = d;
  }

  /** Sums the words of the documents that were taken in this round. */
  private sum(begin: number): void {
    const { documents, workspace, round } = this;
    const { score, seen, touched, size, unitState } = workspace;
    const { length, units } = documents;
    const { of } = units;
    const free = w.k1 * (1 - w.b);
    const bound = (w.k1 * w.b) / averageOf(documents);
    for (const { list, outline, isLabel, factor, bit } of this.parts.flat()) {
      const { counts } = list;
      const looked = outline && (size - begin) * lookUp < list.size ? outline : undefined;
      const docs = looked ? touched : list.docs;
      const most = looked ? size : list.size;
      for (let k = looked ? begin : 0; k < most; k++) {
        const d = docs[k] as number;
        if (!looked && unitState[of[d] as number] !== round) continue;
        const i = looked ? looked.indexOf(d) : k;
        if (i < 0) continue;
        const tf = counts[i] as number;
        const part = isLabel ? factor : (factor * tf) / (tf + free + bound * (length[d] as number));
        score[d] = (score[d] as number) + part;
        seen[d] = (seen[d] as number) | bit;
      }
    }
    if (!this.auto) return;
    const lift = this.liftFactor;
    for (let k = begin; k < size; k++) {
      const d = touched[k] as number;
      score[d] = (score[d] as number) * (1 + lift * this.coverOf(d));
    }
  }

  /** Marks what is before a match that is not the next of it: it is no neighbour by its own links. */
  private markBeside(beside: number[]): void {
    const { mark, seen } = this.workspace;
    const { orphans, previous } = this.documents;
    const note = (d: number) => {
      if (d < 0) return;
      mark[d] = (mark[d] as number) | own;
      beside.push(d);
    };
    for (const d of orphans.keys()) {
      if (seen[d] === 0 || !this.permits(d)) continue;
      const before = previous[d] as number;
      note(before);
      if (before >= 0) note(previous[before] as number);
    }
  }

  private offer(d: number, top: Top): void {
    const { q, neighbours } = this;
    if (this.workspace.seen[d] === 0) {
      if (!neighbours || !this.isBeside(d)) return;
    } else if (q.mode === 'all' && this.wordsOf(d) < q.words.length) return;
    const sum = this.scoreOf(d);
    if (sum <= 0 || sum < top.least || !this.permits(d) || this.required?.has(d) === false) return;
    top.offer(sum, d);
  }

  /** Whether a document is up to two turns away from a match that is permitted. */
  private isBeside(d: number): boolean {
    const { seen, mark } = this.workspace;
    const { previous, next } = this.documents;
    const isMatch = (one: number) => seen[one] !== 0 && this.permits(one);
    if ((mark[d] as number) & own) return true;
    const after = next[d] as number;
    if (after >= 0) {
      const later = next[after] as number;
      if (isMatch(after) || (later >= 0 && isMatch(later))) return true;
    }
    const before = previous[d] as number;
    if (before < 0) return false;
    if (next[before] === d && isMatch(before)) return true;
    const earlier = previous[before] as number;
    return earlier >= 0 && next[next[earlier] as number] === d && isMatch(earlier);
  }
}
