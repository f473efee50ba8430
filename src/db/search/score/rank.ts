import type { DocValues } from '../index/doc-values.ts';
import { live } from '../text/analyze.ts';
import { Accumulator } from './accumulate.ts';
import { Among, isAmong } from './among.ts';
import { DocSet } from './doc-set.ts';
import { isUnfiltered } from './filter.ts';
import { mostAround, mostBefore, mostElsewhere } from './neighbours.ts';
import { isPrunable, Pruned } from './pruned.ts';
import type { Ranking, RankingQuery } from './question.ts';
import { type Candidates, labelLists, own, Scoring, slack, taken } from './scoring.ts';
import { Top } from './top-k.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/** So many documents are scored for each rank of the page, to know early what does not reach it. */
const seedsARank = 16;

/**
 * Ranks by exact BM25, with an exact total. `auto` adds signals for conversations: words that occur together, neighbouring
 * turns, the whole conversation, the speaker. For common words, {@link Pruned} scores only what can reach the page; else
 * every posting of every word is summed. Synchronous; a million documents and very common words take milliseconds.
 */
export function evaluate(documents: DocValues, workspace: Workspace, q: RankingQuery): Ranking {
  workspace.fit(documents);
  const marked = [...q.excluded.map(taken), ...q.words.flatMap(labelLists)];
  const all = inAll(q.required);
  try {
    if (isPrunable(documents, q, all)) return new Pruned(documents, workspace, q, all).run();
    if (all && isAmong(q)) return new Among(documents, workspace, q, all).run();
    const required = all?.docs();
    if (required) marked.push(required);
    return new Evaluation(documents, workspace, q, required).run();
  } finally {
    workspace.clear(marked);
  }
}

/** The documents that are in all of these sets, if there are any. */
function inAll([first, ...others]: RankingQuery['required']): DocSet | undefined {
  if (!first || others.length === 0) return first;
  const all = DocSet.of(first.bits.slice());
  for (const other of others) all.keep(other);
  return all;
}

class Evaluation extends Scoring {
  private readonly sums: Accumulator;
  private readonly wordsOf: (d: number) => number;
  private readonly candidates: Candidates;
  private readonly dense: boolean;
  /** Every live document with a word matches. */
  private readonly isPlain: boolean;

  constructor(documents: DocValues, workspace: Workspace, q: RankingQuery, required: Int32Array | undefined) {
    const postings = q.words.flatMap(({ lists }) => lists).reduce((sum, { list }) => sum + list.size, 0);
    const dense = required === undefined && postings * 8 > documents.high;
    if (required) for (const d of required) workspace.mark[d] = own;
    // With the turns around each match.
    workspace.reserve(required ? required.length : dense ? documents.high : postings * 5);
    const sums = new Accumulator(documents, workspace, q.words, {
      auto: q.mode === 'auto',
      marked: required !== undefined,
      dense,
    });
    super(documents, workspace, q, sums);
    this.sums = sums;
    if (dense) workspace.collect(documents.high);
    this.dense = dense;
    this.candidates = required
      ? { docs: required, size: required.length }
      : { docs: workspace.touched, size: workspace.size };
    this.wordsOf = sums.occurrences.counter();
    this.isPlain = required === undefined && q.mode !== 'all' && q.excluded.length === 0 && isUnfiltered(q);
  }

  run(): Ranking {
    const { q, candidates, documents } = this;
    if (this.auto) this.liftCoverage();
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    const top = new Top(
      Math.min(q.top, this.neighbours ? candidates.size * 5 : candidates.size),
      documents.at,
    );
    const total = this.offerMatches(top);
    if (this.neighbours) this.offerNeighbours(top);
    return { hits: this.hits(top, this.wordsOf), total };
  }

  private liftCoverage(): void {
    const { candidates, dense, documents, workspace } = this;
    const { score, groupBest, groupBestAt } = workspace;
    const { of, group } = documents.units;
    const { docs, size } = candidates;
    const coverOf = this.sums.occurrences.coverer();
    const factor = this.liftFactor;
    // Of many, all documents in memory order: where nothing was seen, nothing changes.
    const most = dense ? documents.high : size;
    for (let i = 0; i < most; i++) {
      const d = dense ? i : (docs[i] as number);
      const lifted = (score[d] as number) * (1 + factor * coverOf(d));
      score[d] = lifted;
      const g = group[of[d] as number] as number;
      if (lifted <= (groupBest[g] as number)) continue;
      groupBest[g] = lifted;
      groupBestAt[g] = d;
    }
  }

  /** How many documents match. */
  private count(isMatch: (d: number) => boolean): number {
    const { docs, size } = this.candidates;
    const { flags } = this.documents;
    let total = 0;
    if (this.isPlain) for (let i = 0; i < size; i++) total += (flags[docs[i] as number] as number) & live;
    else for (let i = 0; i < size; i++) if (isMatch(docs[i] as number)) total += 1;
    return total;
  }

  /**
   * Offers the documents that contain the words, but those that cannot reach the page by their group's bound.
   *
   * @returns how many match.
   */
  private offerMatches(top: Top): number {
    const { q, workspace, permits, neighbours, scoreOf, wordsOf, groupWeight, most } = this;
    const { docs, size } = this.candidates;
    const { score, seen, groupBest, groupScore } = workspace;
    const { previous } = this.documents;
    const { of, group } = this.documents.units;
    const need = q.mode === 'all' ? q.words.length : 1;
    const isMatch = (d: number) => seen[d] !== 0 && (need === 1 || wordsOf(d) >= need) && permits(d);
    const grouped = neighbours && this.sums.useGroups;
    let least = grouped ? this.leastOfBest(top.most) : -Infinity;
    const within = this.groupsWithin(grouped ? 1 : Infinity, least);
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      let bound = score[d] as number;
      const g = group[of[d] as number] as number;
      if (grouped && within[g] === 0) continue;
      if (groupWeight > 0) bound += groupWeight * (groupScore[g] as number);
      if (neighbours) {
        const best = groupBest[g] as number;
        if ((bound + mostAround * best) * most * slack < least) continue;
        const before = previous[d] as number;
        if (before >= 0) bound += mostBefore * (score[before] as number);
        bound += mostElsewhere * best;
      }
      if (bound * most * slack < least || !isMatch(d)) continue;
      const sum = scoreOf(d);
      if (sum > 0) top.offer(sum, d);
      if (top.least > least) least = top.least;
    }
    return this.count(isMatch);
  }

  /** A score that all of the page reach: so many documents of different groups do. */
  private leastOfBest(most: number): number {
    const { permits, scoreOf } = this;
    const { groupBest, groupScore, groupBestAt } = this.workspace;
    const found = new Top(most * seedsARank, this.documents.at);
    let least = -Infinity;
    for (let g = 0; g < this.documents.groupHigh; g++) {
      const best = groupBest[g] as number;
      if (best === 0) continue;
      const sum = best + w.group * (groupScore[g] as number);
      if (sum < least) continue;
      const d = groupBestAt[g] as number;
      if (permits(d)) found.offer(sum, d);
      least = found.least;
    }
    const sums = found.sorted().map(({ docNo }) => scoreOf(docNo));
    return sums.sort((a, b) => b - a)[most - 1] ?? -Infinity;
  }

  /** Marks the groups in which a turn may reach a score, by the share of its best that it has itself. */
  private groupsWithin(share: number, least: number): Uint8Array {
    const { groupHigh } = this.documents;
    const { groupBest, groupScore } = this.workspace;
    const found = new Uint8Array(share === Infinity ? 0 : groupHigh);
    for (let g = 0; g < found.length; g++) {
      const bound =
        (groupBest[g] as number) * (share + mostAround) + this.groupWeight * (groupScore[g] as number);
      if (bound * this.most * slack >= least) found[g] = 1;
    }
    return found;
  }

  /** Offers turns up to two away from a match that is permitted, skipping groups in which no turn can reach the page. */
  private offerNeighbours(top: Top): void {
    const { permits, scoreOf } = this;
    const { size } = this.candidates;
    const { mark, touched, seen } = this.workspace;
    const { previous, next, units } = this.documents;
    const within = this.groupsWithin(0, top.least);
    if (!within.includes(1)) return;
    let n = size;
    const offer = (d: number) => {
      if (d < 0 || seen[d] !== 0 || (mark[d] as number) & own) return;
      mark[d] = (mark[d] as number) | own;
      touched[n++] = d;
      if (!permits(d)) return;
      const sum = scoreOf(d);
      if (sum > 0) top.offer(sum, d);
    };
    for (let i = 0; i < size; i++) {
      const d = touched[i] as number;
      if (within[units.group[units.of[d] as number] as number] === 0 || !permits(d)) continue;
      const before = previous[d] as number;
      const after = next[d] as number;
      offer(before);
      if (before >= 0) offer(previous[before] as number);
      offer(after);
      if (after >= 0) offer(next[after] as number);
    }
    this.workspace.size = n;
  }
}
