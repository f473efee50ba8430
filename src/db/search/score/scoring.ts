import type { DocValues } from '../index/doc-values.ts';
import type { AskedWord } from './asked-word.ts';
import { explainHits } from './explain.ts';
import { filterOf } from './filter.ts';
import { neighbourScores } from './neighbours.ts';
import type { Ranking, RankingQuery } from './question.ts';
import type { Top } from './top-k.ts';
import type { WordWeights } from './weigh.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

export type Candidates = { docs: Int32Array; size: number };

/** Marks of a document during a query: it may be a result or was offered as one, its speaker is asked for, it is excluded. */
export const own = 1;
const spoken = 2;
const excluded = 4;

/** Bounds are sums in another order than scores. */
export const slack = 1 + 1e-9;

export const taken = ({ docs, size }: Candidates): Int32Array => docs.subarray(0, size);

export const labelLists = ({ lists }: AskedWord): Int32Array[] =>
  lists.filter(({ isLabel }) => isLabel).map(({ list }) => taken(list));

/** What the parts of a document's score add up to, when its words are summed. */
export class Scoring {
  readonly documents: DocValues;
  readonly workspace: Workspace;
  readonly q: RankingQuery;
  readonly auto: boolean;
  /** Turns around a match may be results, unless a phrase is required. */
  readonly neighbours: boolean;
  readonly weights: WordWeights;
  /** The weight of the group's score, and the most that its speaker multiplies a score by. */
  readonly groupWeight: number;
  readonly most: number;
  readonly permits: (d: number) => boolean;
  readonly scoreOf: (d: number) => number;

  constructor(
    documents: DocValues,
    workspace: Workspace,
    q: RankingQuery,
    sums: { weights: WordWeights; useGroups: boolean },
  ) {
    this.documents = documents;
    this.workspace = workspace;
    this.q = q;
    this.auto = q.mode === 'auto';
    this.neighbours = this.auto && q.required.length === 0;
    this.weights = sums.weights;
    this.groupWeight = sums.useGroups ? w.group : 0;
    this.most = 1 + w.speaker * sums.weights.speakerShare;
    const permits = filterOf(documents, q);
    const { mark } = workspace;
    this.permits =
      q.excluded.length === 0 ? permits : (d) => ((mark[d] as number) & excluded) === 0 && permits(d);
    this.scoreOf = this.scorer();
  }

  /** What the coverage of a document's words is multiplied by to lift its score. */
  get liftFactor(): number {
    return w.coverage / Math.max(1e-9, this.weights.allWords);
  }

  markSpeakers(): void {
    this.q.words.forEach((word, i) => {
      if ((this.weights.each[i]?.share ?? 0) > w.nameShare) this.mark(labelLists(word), spoken);
    });
  }

  markExcluded(): void {
    this.mark(this.q.excluded.map(taken), excluded);
  }

  private mark(lists: readonly Int32Array[], bit: number): void {
    const { mark } = this.workspace;
    for (const docs of lists) for (const d of docs) mark[d] = (mark[d] as number) | bit;
  }

  /** Builds the full scoring function; built once per query, since it runs for each candidate. */
  private scorer(): (d: number) => number {
    const { workspace, documents, neighbours, groupWeight, most } = this;
    const { score, mark, groupScore } = workspace;
    const { of, group } = documents.units;
    const around = neighbourScores(workspace, documents);
    return (d) => {
      let sum = score[d] as number;
      if (neighbours) sum += around(d);
      if (groupWeight > 0) sum += groupWeight * (groupScore[group[of[d] as number] as number] as number);
      return (mark[d] as number) & spoken ? sum * most : sum;
    };
  }

  /** The page, with what is told of each hit. */
  hits(top: Top, wordsOf: (d: number) => number): Ranking['hits'] {
    const { q, workspace } = this;
    const hits: Ranking['hits'] = top.sorted();
    if (q.explain) explainHits(this, hits);
    for (const hit of hits) {
      const found = workspace.seen[hit.docNo] === 0 ? 0 : wordsOf(hit.docNo);
      if (found === 0) hit.neighbour = true;
      if (q.required.length > 0 || (found > 0 && found === q.words.length)) hit.every = true;
    }
    return hits;
  }

  fromGroup(d: number): number {
    return this.groupWeight * (this.workspace.groupScore[this.documents.groupOf(d)] as number);
  }

  speakerFactor(d: number): number {
    return (this.workspace.mark[d] as number) & spoken ? this.most : 1;
  }
}
