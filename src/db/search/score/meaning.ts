import type { Sql } from '../../postgres/connect.ts';
import type { DocValues } from '../index/doc-values.ts';
import { question as asks } from '../text/analyze.ts';
import { Centres, type Likeness, likenessTo } from './centre.ts';
import { filterDocuments } from './filter.ts';
import { keepExact } from './keep-exact.ts';
import type { RankingQuery } from './question.ts';
import type { RankedDocument } from './ranked.ts';
import { type LegRanks, nearest, type QueryVector } from './vectors.ts';
import { meaningWeights as m, weights as w } from './weights.ts';

/** How many of the best by words are compared with the query; as many of the nearest are added to them. */
const mostCompared = 100;

/** Ranks by words and by meaning, for one collection. */
export class Meaning {
  private readonly centres: Centres;
  private readonly collectionId: number;
  private readonly documents: DocValues;

  constructor(collectionId: number, documents: DocValues) {
    this.collectionId = collectionId;
    this.documents = documents;
    this.centres = new Centres(collectionId);
  }

  /**
   * Ranks lexical hits again and adds the documents nearest in meaning, under the same filters and exclusions. The score
   * of a document is that of its words, as a share of what four of the rarest words could give, plus a share of its likeness to
   * the query and of that of its neighbours, which count as much as they do by words.
   */
  async rank(
    tx: Sql,
    hits: readonly RankedDocument[],
    queryVector: QueryVector,
    question: RankingQuery,
  ): Promise<RankedDocument[]> {
    const { collectionId, documents } = this;
    const allowed = filterDocuments(documents, question);
    const centre = await this.centres.of(tx, queryVector, documents.high);
    const near = (await nearest(tx, collectionId, queryVector, allowed, documents.count)).map(
      ({ docNo }) => docNo,
    );
    const compared = [...new Set([...hits.slice(0, mostCompared).map(({ docNo }) => docNo), ...near])];
    const around = new Set(compared.flatMap((doc) => [doc, ...this.neighboursOf(doc)]));
    const likeness = await likenessTo(tx, collectionId, queryVector, centre, [...around]);
    const alike = near.filter((doc) => (likeness.get(doc) ?? 0) > 0);
    return this.merge(hits, alike, compared, likeness);
  }

  private merge(
    hits: readonly RankedDocument[],
    near: readonly number[],
    compared: readonly number[],
    likeness: Likeness,
  ): RankedDocument[] {
    const byWords = 1 / (m.rareWords * Math.log(1 + Math.max(1, this.documents.count)));
    const merged = new Map<number, RankedDocument & { places: LegRanks }>();
    hits.forEach((hit, i) => {
      merged.set(hit.docNo, { ...hit, score: hit.score * byWords, places: { lexical: i + 1 } });
    });
    near.forEach((docNo, i) => {
      const one = merged.get(docNo) ?? { docNo, score: 0, places: {} };
      one.places.semantic = i + 1;
      merged.set(docNo, one);
    });
    for (const docNo of compared) {
      const one = merged.get(docNo);
      if (!one) continue;
      one.meaning = m.share * this.alike(docNo, likeness);
      one.score += one.meaning;
    }
    // Sorting is stable: equal ones stay in the order of their words.
    return keepExact(
      hits,
      [...merged.values()].sort((a, b) => b.score - a.score),
    );
  }

  /** The likeness of a document and, in part, of those around it; what is unlike the query counts nothing. */
  private alike(doc: number, likeness: Likeness): number {
    const { flags } = this.documents;
    const [before = -1, earlier = -1, after = -1, later = -1] = this.neighboursOf(doc);
    const of = (d: number) => Math.max(0, likeness.get(d) ?? 0);
    const asked = before >= 0 && (flags[before] as number) & asks ? w.afterQuestion : 1;
    return (
      of(doc) +
      w.afterMatch * asked * of(before) +
      w.twoAfterMatch * of(earlier) +
      w.beforeMatch * of(after) +
      w.twoBeforeMatch * of(later)
    );
  }

  /** The document before it, the one before that, the one after it, and the one after that; -1 for none. */
  private neighboursOf(doc: number): number[] {
    const { previous, next } = this.documents;
    const step = (column: Int32Array, d: number) => (d < 0 ? -1 : (column[d] ?? -1));
    const before = step(previous, doc);
    const after = step(next, doc);
    return [before, step(previous, before), after, step(next, after)];
  }
}
