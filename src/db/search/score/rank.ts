import type { DocValues } from '../index/doc-values.ts';
import { live } from '../text/analyze.ts';
import { Accumulator, type AskedWord } from './accumulate.ts';
import { explainHits } from './explain.ts';
import { filterOf, isUnfiltered } from './filter.ts';
import { mostAround, mostBefore, mostElsewhere, neighbourScores } from './neighbours.ts';
import type { Ranking, RankingQuery } from './question.ts';
import { Top } from './top-k.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

type Candidates = { docs: Int32Array; size: number };

/** Marks of a document during a query: it may be a result or was offered as one, its speaker is asked for, it is excluded. */
const own = 1;
const spoken = 2;
const excluded = 4;

/** So many documents are scored for each rank of the page, to know early what does not reach it. */
const seedsARank = 16;
/** Bounds are sums in another order than scores. */
const slack = 1 + 1e-9;

/**
 * Ranks by exact BM25: every posting of every word is summed, so that the total is exact. Groups that cannot reach the
 * page are not scored further, which does not change the ranking. `auto` adds signals for conversations: words that
 * occur together, neighbouring turns, the whole conversation, the speaker. Synchronous; a million documents and very
 * common words take tens of milliseconds.
 */
export function evaluate(documents: DocValues, workspace: Workspace, q: RankingQuery): Ranking {
  workspace.fit(documents);
  const marked = [...q.excluded.map(taken), ...q.words.flatMap(labelLists)];
  const required = q.required.length > 0 ? inAll(q.required) : undefined;
  if (required) marked.push(required);
  try {
    return new Evaluation(documents, workspace, q, required).run();
  } finally {
    workspace.clear(marked);
  }
}

const taken = ({ docs, size }: Candidates): Int32Array => docs.subarray(0, size);

const labelLists = ({ lists }: AskedWord): Int32Array[] =>
  lists.filter(({ isLabel }) => isLabel).map(({ list }) => taken(list));

/** The documents that are in all of these sets. */
function inAll(sets: RankingQuery['required']): Int32Array {
  const [first, ...others] = [...sets].sort((a, b) => a.size - b.size);
  return (first?.docs() ?? new Int32Array(0)).filter((d) => others.every((set) => set.has(d)));
}

class Evaluation {
  readonly auto: boolean;
  /** Turns around a match may be results, unless a phrase is required. */
  readonly neighbours: boolean;
  readonly sums: Accumulator;

  readonly documents: DocValues;
  readonly workspace: Workspace;
  readonly q: RankingQuery;
  readonly wordsOf: (d: number) => number;
  private readonly candidates: Candidates;
  private readonly dense: boolean;
  /** Every live document with a word matches. */
  private readonly isPlain: boolean;
  private readonly permits: (d: number) => boolean;
  private readonly scoreOf: (d: number) => number;
  /** The weight of the group's score, and the most that its speaker multiplies a score by. */
  private readonly groupWeight: number;
  private readonly most: number;

  constructor(documents: DocValues, workspace: Workspace, q: RankingQuery, required: Int32Array | undefined) {
    this.documents = documents;
    this.workspace = workspace;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && required === undefined;
    const postings = q.words.flatMap(({ lists }) => lists).reduce((sum, { list }) => sum + list.size, 0);
    const dense = required === undefined && postings * 8 > documents.high;
    if (required) for (const d of required) workspace.mark[d] = own;
    this.sums = new Accumulator(documents, workspace, q.words, {
      auto: this.auto,
      marked: required !== undefined,
      dense,
    });
    if (dense) workspace.collect(documents.high);
    this.dense = dense;
    this.candidates = required
      ? { docs: required, size: required.length }
      : { docs: workspace.touched, size: workspace.size };
    this.wordsOf = this.sums.occurrences.counter();
    this.groupWeight = this.sums.useGroups ? w.group : 0;
    this.most = 1 + w.speaker * this.sums.speakerShare;
    const permits = filterOf(documents, q);
    const { mark } = workspace;
    this.isPlain = required === undefined && q.mode !== 'all' && q.excluded.length === 0 && isUnfiltered(q);
    this.permits =
      q.excluded.length === 0 ? permits : (d) => ((mark[d] as number) & excluded) === 0 && permits(d);
    this.scoreOf = this.scorer();
  }

  run(): Ranking {
    const { q, workspace, candidates, documents } = this;
    if (this.auto) this.liftCoverage();
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    const top = new Top(
      Math.min(q.top, this.neighbours ? candidates.size * 5 : candidates.size),
      documents.at,
    );
    const total = this.offerMatches(top);
    if (this.neighbours) this.offerNeighbours(top);
    const hits: Ranking['hits'] = top.sorted();
    if (q.explain) explainHits(this, hits);
    for (const hit of hits) {
      const found = workspace.seen[hit.docNo] === 0 ? 0 : this.wordsOf(hit.docNo);
      if (found === 0) hit.neighbour = true;
      if (q.required.length > 0 || (found > 0 && found === q.words.length)) hit.every = true;
    }
    return { hits, total };
  }

  private liftCoverage(): void {
    const { candidates, dense, documents, workspace } = this;
    const { score, groupBest, groupBestAt } = workspace;
    const { group } = documents;
    const { docs, size } = candidates;
    const coverOf = this.sums.occurrences.coverer();
    const factor = w.coverage / Math.max(1e-9, this.sums.allWords);
    // Of many, all documents in memory order: where nothing was seen, nothing changes.
    const most = dense ? documents.high : size;
    for (let i = 0; i < most; i++) {
      const d = dense ? i : (docs[i] as number);
      const lifted = (score[d] as number) * (1 + factor * coverOf(d));
      score[d] = lifted;
      const g = group[d] as number;
      if (lifted <= (groupBest[g] as number)) continue;
      groupBest[g] = lifted;
      groupBestAt[g] = d;
    }
  }

  private markSpeakers(): void {
    this.q.words.forEach((word, i) => {
      if ((this.sums.weights[i]?.share ?? 0) > w.nameShare) this.mark(labelLists(word), spoken);
    });
  }

  private markExcluded(): void {
    this.mark(this.q.excluded.map(taken), excluded);
  }

  private mark(lists: readonly Int32Array[], bit: number): void {
    const { mark } = this.workspace;
    for (const docs of lists) for (const d of docs) mark[d] = (mark[d] as number) | bit;
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
    const { group, previous } = this.documents;
    const need = q.mode === 'all' ? q.words.length : 1;
    const isMatch = (d: number) => seen[d] !== 0 && (need === 1 || wordsOf(d) >= need) && permits(d);
    const grouped = neighbours && this.sums.useGroups;
    let least = grouped ? this.leastOfBest(top.most) : -Infinity;
    const within = this.groupsWithin(grouped ? 1 : Infinity, least);
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      let bound = score[d] as number;
      if (grouped && within[group[d] as number] === 0) continue;
      if (groupWeight > 0) bound += groupWeight * (groupScore[group[d] as number] as number);
      if (neighbours) {
        const best = groupBest[group[d] as number] as number;
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

  /** Offers turns up to two away from a match, skipping groups in which no turn can reach the page. */
  private offerNeighbours(top: Top): void {
    const { permits, scoreOf } = this;
    const { size } = this.candidates;
    const { mark, touched, seen } = this.workspace;
    const { previous, next, group } = this.documents;
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
      if (within[group[d] as number] === 0) continue;
      const before = previous[d] as number;
      const after = next[d] as number;
      offer(before);
      if (before >= 0) offer(previous[before] as number);
      offer(after);
      if (after >= 0) offer(next[after] as number);
    }
    this.workspace.size = n;
  }

  /** Builds the full scoring function; built once per query, since it runs for each candidate. */
  private scorer(): (d: number) => number {
    const { workspace, documents, neighbours, groupWeight, most } = this;
    const { score, mark, groupScore } = workspace;
    const { group } = documents;
    const around = neighbourScores(workspace, documents);
    return (d) => {
      let sum = score[d] as number;
      if (neighbours) sum += around(d);
      if (groupWeight > 0) sum += groupWeight * (groupScore[group[d] as number] as number);
      return (mark[d] as number) & spoken ? sum * most : sum;
    };
  }

  fromGroup(d: number): number {
    return this.groupWeight * (this.workspace.groupScore[this.documents.group[d] as number] as number);
  }

  speakerFactor(d: number): number {
    return (this.workspace.mark[d] as number) & spoken ? this.most : 1;
  }
}
