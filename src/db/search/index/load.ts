import type { Sql } from '../../postgres/connect.ts';
import type { Collection, SourceDocument } from '../collection/collection.ts';

/** Bytes of text per batch: a few hundred messages, or a large one. */
const batchBytes = 4_000_000;

/** Reads documents in the given order, in batches of limited size; leaves out deleted ones. */
export async function* loadDocuments(
  sql: Sql,
  collection: Collection<never>,
  docs: readonly number[],
): AsyncGenerator<SourceDocument> {
  if (docs.length === 0) return;
  // The size of a stored text is known without reading it.
  const sizes = await sql<{ docNo: number; bytes: number }[]>`
    select d.doc_no, octet_length(d.text) as bytes from (${collection.documents(sql)}) d
    where d.doc_no = any(${docs as number[]}::bigint[])`;
  const bytes = new Map(sizes.map((row) => [row.docNo, row.bytes]));
  let batch: number[] = [];
  let sum = 0;
  for (const doc of docs) {
    const size = bytes.get(doc);
    if (size === undefined) continue;
    if (batch.length > 0 && sum + size > batchBytes) {
      yield* await read(sql, collection, batch);
      batch = [];
      sum = 0;
    }
    batch.push(doc);
    sum += size;
  }
  if (batch.length > 0) yield* await read(sql, collection, batch);
}

const read = async (sql: Sql, collection: Collection<never>, docs: number[]): Promise<SourceDocument[]> => {
  const place = new Map(docs.map((doc, i) => [doc, i]));
  const rows = await sql<SourceDocument[]>`
    select d.* from (${collection.documents(sql)}) d where d.doc_no = any(${docs}::bigint[])`;
  return [...rows].sort((a, b) => (place.get(a.docNo) ?? 0) - (place.get(b.docNo) ?? 0));
};
