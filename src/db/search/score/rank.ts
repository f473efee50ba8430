import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/postings.ts';
import { Accumulator, type AskedWord } from './accumulate.ts';
import { explainHits } from './explain.ts';
import { filterOf } from './filter.ts';
import { mostAround, neighbourScores } from './neighbours.ts';
import type { Ranking, RankingQuery } from './question.ts';
import { Top } from './top-k.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

type Candidates = { docs: Int32Array; size: number };

/** Marks of a document during a query. */
const matched = 1;
const spoken = 2;
const excluded = 4;

/**
 * Ranks by exact BM25: every posting of every word is summed, so that the total is exact. Groups that cannot reach the
 * page are not scored further, which does not change the ranking. `auto` adds signals for conversations: words that
 * occur together, neighbouring turns, the whole conversation, the speaker. Synchronous; a million documents and very
 * common words take tens of milliseconds.
 */
export function evaluate(documents: DocValues, workspace: Workspace, q: RankingQuery): Ranking {
  workspace.fit(documents.capacity);
  try {
    return new Evaluation(documents, workspace, q).run();
  } finally {
    workspace.clear([...q.excluded, ...q.words.flatMap(labelLists)]);
  }
}

const labelLists = ({ lists }: AskedWord): List[] =>
  lists.filter(({ isLabel }) => isLabel).map(({ list }) => list);

class Evaluation {
  readonly auto: boolean;
  /** Turns around a match may be results, unless a phrase is required. */
  readonly neighbours: boolean;
  readonly sums: Accumulator;

  readonly documents: DocValues;
  readonly workspace: Workspace;
  readonly q: RankingQuery;
  private readonly permits: (d: number) => boolean;
  /** The best text score in each group, which bounds the scores of the others. */
  private readonly groupBest: Float64Array;

  constructor(documents: DocValues, workspace: Workspace, q: RankingQuery) {
    this.documents = documents;
    this.workspace = workspace;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && q.required.length === 0;
    this.sums = new Accumulator(documents, workspace, this.auto);
    const permits = filterOf(documents, q);
    this.permits = (d) => ((workspace.mark[d] as number) & excluded) === 0 && permits(d);
    this.groupBest = new Float64Array(this.neighbours ? documents.groupHigh : 0);
  }

  run(): Ranking {
    const { q, workspace } = this;
    for (const word of q.words) this.sums.add(word);
    const own = this.candidates();
    for (let i = 0; i < own.size; i++) workspace.mark[own.docs[i] as number] = matched;
    if (this.auto) this.liftCoverage(own);
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    if (q.required.length === 0) workspace.sort(this.documents.high);
    const top = new Top(Math.min(q.top, this.neighbours ? own.size * 5 : own.size), this.documents.at);
    const total = this.offerMatches(own, top);
    if (this.neighbours) this.offerNeighbours(own, top);
    const hits: Ranking['hits'] = top.sorted();
    if (q.explain) explainHits(this, hits);
    for (const hit of hits) {
      const found = workspace.hits[hit.docNo] as number;
      if (found === 0) hit.neighbour = true;
      if (q.required.length > 0 || (found > 0 && found === q.words.length)) hit.every = true;
    }
    return { hits, total };
  }

  private liftCoverage({ docs, size }: Candidates): void {
    const { score, cover } = this.workspace;
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
          this.workspace.mark[d] = (this.workspace.mark[d] as number) | spoken;
        }
    });
  }

  private markExcluded(): void {
    const { mark } = this.workspace;
    for (const { docs, size } of this.q.excluded)
      for (let i = 0; i < size; i++) {
        const d = docs[i] as number;
        mark[d] = (mark[d] as number) | excluded;
      }
  }

  /**
   * Offers the documents that contain the words; those that cannot reach the page by their group's bound are only
   * counted.
   *
   * @returns how many match.
   */
  private offerMatches({ docs, size }: Candidates, top: Top): number {
    const { q, workspace, permits, neighbours, groupBest } = this;
    const { score, hits } = workspace;
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

  /** The candidates: all documents that contain a word, or the few that contain a phrase. */
  private candidates(): Candidates {
    const [first, ...others] = [...this.q.required].sort((a, b) => a.size - b.size);
    if (!first) return { docs: this.workspace.touched, size: this.workspace.size };
    const docs = Int32Array.from([...first].filter((d) => others.every((set) => set.has(d))));
    return { docs, size: docs.length };
  }

  /** Offers turns up to two away from a match, skipping groups in which no turn can reach the page. */
  private offerNeighbours({ size: own }: Candidates, top: Top): void {
    const { permits, groupBest } = this;
    const { mark, touched } = this.workspace;
    const { previous, next, group } = this.documents;
    const { useGroups, groupScore, speakerShare } = this.sums;
    const groupWeight = useGroups ? w.group : 0;
    const most = 1 + w.speaker * speakerShare;
    const scoreOf = this.scorer();
    let { size: n } = this.workspace;
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
    this.workspace.size = n;
  }

  /** Builds the full scoring function; built once per query, since it runs for each candidate. */
  private scorer(): (d: number) => number {
    const { workspace, documents, neighbours } = this;
    const { score, mark } = workspace;
    const { group } = documents;
    const around = neighbourScores(workspace, documents);
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
    return (this.workspace.mark[d] as number) & spoken ? 1 + w.speaker * this.sums.speakerShare : 1;
  }
}
