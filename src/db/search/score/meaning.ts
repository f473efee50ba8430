import type { Sql } from '../../postgres/connect.ts';
import type { DocValues } from '../index/doc-values.ts';
import { question as asks } from '../text/analyze.ts';
import { Centres, likenessTo } from './centre.ts';
import { filterDocuments } from './filter.ts';
import { mergeLikeness, type Surroundings } from './merge-likeness.ts';
import { mostCompared } from './page.ts';
import type { RankingQuery } from './question.ts';
import type { RankedDocument } from './ranked.ts';
import { nearest, type QueryVector } from './vectors.ts';

/** Ranks by words and by meaning, for one collection. */
export class Meaning implements Surroundings {
  private readonly centres: Centres;
  private readonly collectionId: number;
  private readonly values: DocValues;

  constructor(collectionId: number, values: DocValues) {
    this.collectionId = collectionId;
    this.values = values;
    this.centres = new Centres(collectionId);
  }

  /** Ranks lexical hits again and adds the documents nearest in meaning, under the same filters and exclusions. */
  async rank(
    tx: Sql,
    hits: readonly RankedDocument[],
    queryVector: QueryVector,
    question: RankingQuery,
  ): Promise<RankedDocument[]> {
    const { collectionId, values } = this;
    const centre = await this.centres.of(tx, queryVector, values.high);
    const near = queryVector.foundOnly
      ? []
      : (await nearest(tx, collectionId, queryVector, filterDocuments(values, question), values.count)).map(
          ({ docNo }) => docNo,
        );
    const compared = [...new Set([...hits.slice(0, mostCompared).map(({ docNo }) => docNo), ...near])];
    const around = new Set(
      queryVector.contextual ? compared : compared.flatMap((doc) => [doc, ...this.neighboursOf(doc)]),
    );
    const likeness = await likenessTo(tx, collectionId, queryVector, centre, [...around]);
    const alike = near.filter((doc) => (likeness.get(doc) ?? 0) > 0);
    return mergeLikeness({ hits, near: alike, compared, queryVector }, likeness, this);
  }

  get documents(): number {
    return this.values.count;
  }

  readonly asks = (doc: number): boolean => ((this.values.flags[doc] as number) & asks) !== 0;

  readonly neighboursOf = (doc: number): number[] => {
    const { previous, next } = this.values;
    const step = (column: Int32Array, d: number) => (d < 0 ? -1 : (column[d] ?? -1));
    const before = step(previous, doc);
    const after = step(next, doc);
    return [before, step(previous, before), after, step(next, after)];
  };
}
