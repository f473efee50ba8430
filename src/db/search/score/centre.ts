import type { Sql } from '../../postgres/connect.ts';
import { dot, normalized } from './normalized.ts';
import type { QueryVector } from './vectors.ts';
import { vectorsOf } from './vectors.ts';

/** How like the query documents are, by number: from -1 to 1. */
export type Likeness = ReadonlyMap<number, number>;

/** How many vectors the centre is the mean of. */
const sampled = 500;
/** The newest documents, which are the ones with vectors where not all have one. */
const newest = 20_000;
/** With few vectors, their mean says more about them than about the language: it counts as if there were this many more. */
const doubt = 50;
/** It is made anew when there are so many times as many documents, */
const growth = 1.1;
/** or after this time, if many documents had no vector yet. */
const againMs = 60_000;

type Centre = { model: number; mean: Float32Array; high: number; found: number; at: number };

/**
 * The mean of a collection's vectors. All texts of a lake have something in common, which makes each somewhat like any
 * query; likeness is told apart better without it.
 */
export class Centres {
  private known: Centre | undefined;
  private readonly collectionId: number;

  constructor(collectionId: number) {
    this.collectionId = collectionId;
  }

  /** @param high the highest document number, plus one. */
  async of(tx: Sql, { model, vector }: QueryVector, high: number): Promise<Float32Array> {
    const { known } = this;
    const isRecent =
      known?.model === model &&
      high <= known.high * growth &&
      (known.found > sampled / 2 || performance.now() - known.at < againMs);
    if (known && isRecent) return known.mean;
    const range = Math.min(high, newest);
    const step = Math.max(1, Math.floor(range / sampled));
    const docs = Array.from({ length: Math.ceil(range / step) }, (_, i) => high - 1 - i * step);
    const found = await vectorsOf(tx, this.collectionId, model, docs);
    const mean = new Float32Array(vector.length);
    for (const { vector: one } of found)
      for (let k = 0; k < mean.length; k++)
        mean[k] = (mean[k] as number) + (one[k] ?? 0) / (found.length + doubt);
    this.known = { model, mean, high, found: found.length, at: performance.now() };
    return mean;
  }
}

/** Unrelated texts may have this cosine. */
const ordinary = 0.25;

/**
 * The cosine of each of these documents that has a vector to the query, both seen from the centre; or what it is above the
 * ordinary as it stands, if that is more: from the centre of a lake about one subject, nothing in it is like a query about that.
 */
export async function likenessTo(
  tx: Sql,
  collectionId: number,
  { model, vector }: QueryVector,
  centre: Float32Array,
  docs: readonly number[],
): Promise<Likeness> {
  const asked = fromCentre(vector, centre);
  const plain = normalized(vector);
  const found = await vectorsOf(tx, collectionId, model, docs);
  return new Map(
    found.map(({ docNo, vector: one }) => {
      const seen = fromCentre(one, centre);
      return [docNo, Math.max(dot(asked, seen), dot(plain, normalized(one)) - ordinary)];
    }),
  );
}

const fromCentre = (vector: Float32Array, centre: Float32Array): Float32Array =>
  normalized(vector.map((value, k) => value - (centre[k] ?? 0)));
