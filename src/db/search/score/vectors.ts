import type { Sql } from '../../postgres/connect.ts';

/** The embedding of a query. */
export type QueryVector = {
  /** The model's number, see `search_models`. */
  model: number;
  /** Of any length. */
  vector: Float32Array;
  /** Documents with a lower cosine are not near; {@link unrelated} by default. */
  least?: number | undefined;
  /** By a model that reads a text after the one before it, see `MessageEmbedder`: what the neighbours say is in its vector. */
  contextual?: true;
  /** A question in a sentence: what asks is less likely to answer it. */
  asks?: boolean | undefined;
  /** Rank again what was found by words, and find nothing else. */
  foundOnly?: true;
  /** The embedding for collections of what was said, if that is another one. */
  messages?: QueryVector | undefined;
};

/** The embedding that a collection is searched with. */
export const vectorFor = (
  queryVector: QueryVector | undefined,
  { inConversations }: { inConversations?: boolean | undefined },
): QueryVector | undefined => (inConversations && queryVector?.messages) || queryVector;

/** Most pairs of texts about different things have a lower cosine. */
const unrelated = 0.2;
/** How many of the nearest take part in the merge. */
export const mostNear = 100;
/** How many are compared exactly, because signatures of one bit per dimension order the nearest only roughly. */
const mostCompared = 300;
/** Fewer documents than this are listed in the query; of more, the nearest are filtered here. */
const fewDocuments = 20_000;
const mostFetched = 20_000;

/**
 * The documents with the nearest embeddings to a query vector, best first: candidates by the Hamming distance of
 * signatures, ordered by the cosine of vectors. Those with the least cosine or less are left out.
 *
 * @param allowed the documents that may be returned, ascending.
 * @param documents the total number of documents.
 */
export async function nearest(
  tx: Sql,
  collectionId: number,
  { model, vector, least = unrelated }: QueryVector,
  allowed: Int32Array,
  documents: number,
): Promise<{ docNo: number; cosine: number }[]> {
  if (allowed.length === 0) return [];
  const signature = signatureOf(vector);
  const few = allowed.length < Math.min(fewDocuments, documents);
  const share = Math.max(1, documents) / allowed.length;
  const fetched = few ? mostCompared : Math.min(mostFetched, Math.ceil(mostCompared * share * 1.5));
  const rows = await tx<{ docNo: number }[]>`
    select doc_no from search_embeddings
    where shelf = ${collectionId} and model = ${model} ${few ? tx`and doc_no = any(${[...allowed]}::bigint[])` : tx``}
    order by bit_count(signature # ${signature}::text::varbit), doc_no
    limit ${fetched}`;
  const candidates = rows
    .map((row) => row.docNo)
    .filter((doc) => few || contains(allowed, doc))
    .slice(0, mostCompared);
  return (await cosines(tx, collectionId, { model, vector }, candidates))
    .filter(({ cosine }) => cosine > least)
    .sort((a, b) => b.cosine - a.cosine || b.docNo - a.docNo)
    .slice(0, mostNear);
}

/** The cosine of each of these documents that has an embedding to a query vector. */
async function cosines(
  sql: Sql,
  collectionId: number,
  { model, vector }: QueryVector,
  docs: readonly number[],
): Promise<{ docNo: number; cosine: number }[]> {
  // As bytes: the text form of an array is several times larger.
  const rows = await sql<{ docNo: number; vector: Buffer }[]>`
    select doc_no, array_send(vector) as vector from search_embeddings
    where shelf = ${collectionId} and model = ${model} and doc_no = any(${[...docs]}::bigint[])`;
  const length = Math.hypot(...vector);
  return rows.map((row) => ({ docNo: row.docNo, cosine: cosine(vector, length, row.vector) }));
}

/** The vectors of those of these documents that have one. */
export async function vectorsOf(
  sql: Sql,
  collectionId: number,
  model: number,
  docs: readonly number[],
): Promise<{ docNo: number; vector: Float32Array }[]> {
  const rows = await sql<{ docNo: number; vector: Buffer }[]>`
    select doc_no, array_send(vector) as vector from search_embeddings
    where shelf = ${collectionId} and model = ${model} and doc_no = any(${[...docs]}::bigint[])`;
  return rows.map(({ docNo, vector }) => ({ docNo, vector: numbersOf(vector) }));
}

/** One bit per dimension: whether it is positive. */
export const signatureOf = (vector: Float32Array): string => {
  let bits = '';
  for (const value of vector) bits += value > 0 ? '1' : '0';
  return bits;
};

/** The binary form of an array: a header of 20 bytes, then each number preceded by its length in bytes. */
const arrayHead = 20;

function cosine(vector: Float32Array, length: number, array: Buffer): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0, at = arrayHead + 4; i < vector.length; i++, at += 8) {
    const value = array.readFloatBE(at);
    sum += (vector[i] as number) * value;
    squares += value * value;
  }
  return sum / (length * Math.sqrt(squares) || 1);
}

function numbersOf(array: Buffer): Float32Array {
  const numbers = new Float32Array((array.length - arrayHead) / 8);
  for (let i = 0; i < numbers.length; i++) numbers[i] = array.readFloatBE(arrayHead + 4 + i * 8);
  return numbers;
}

function contains(sorted: Int32Array, doc: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < doc) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === doc;
}

/** The rank of a result in each leg, starting at 1. */
export type LegRanks = { lexical?: number; semantic?: number };
