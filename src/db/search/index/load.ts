import type { Sql } from '../../postgres/connect.ts';
import type { Collection, SourceDocument } from '../collection/collection.ts';

/** Bytes of text per batch, and documents: a few hundred messages, or a large one. */
const batchBytes = 1_000_000;
const batchDocuments = 256;
/** Texts of at most so many bytes are read without asking first how long they are: not many megabytes in a batch. */
const shortBytes = 8192;

/** Reads documents in the given order, in batches of limited size; leaves out deleted ones. */
export async function* loadDocuments(
  sql: Sql,
  collection: Collection<never>,
  docs: readonly number[],
): AsyncGenerator<SourceDocument> {
  const batchAt = (from: number) => docs.slice(from, from + batchDocuments);
  let next = start(sql, collection, batchAt(0), shortBytes);
  for (let from = 0; from < docs.length; from += batchDocuments) {
    const short = new Map((await next).map((row) => [row.docNo, row]));
    // The server reads the next batch while this one is worked on.
    next = start(sql, collection, batchAt(from + batchDocuments), shortBytes);
    const batch = batchAt(from);
    const others = loadLong(
      sql,
      collection,
      batch.filter((doc) => !short.has(doc)),
    );
    let other = await others.next();
    for (const doc of batch) {
      const row = short.get(doc);
      if (row) yield row;
      else if (!other.done && other.value.docNo === doc) {
        yield other.value;
        other = await others.next();
      }
    }
  }
}

/** Those of these documents that exist, which are long or deleted. */
async function* loadLong(
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
  const batches: number[][] = [];
  let sum = Infinity;
  for (const doc of docs) {
    const size = bytes.get(doc);
    if (size === undefined) continue;
    if (sum + size > batchBytes) {
      batches.push([]);
      sum = 0;
    }
    batches.at(-1)?.push(doc);
    sum += size;
  }
  let next = start(sql, collection, batches[0]);
  for (let i = 0; i < batches.length; i++) {
    const rows = await next;
    next = start(sql, collection, batches[i + 1]);
    yield* rows;
  }
}

function start(
  sql: Sql,
  collection: Collection<never>,
  docs: number[] = [],
  most?: number,
): Promise<SourceDocument[]> {
  const reading = docs.length === 0 ? Promise.resolve([]) : read(sql, collection, docs, most);
  reading.catch(() => undefined); // the error is reported where it is awaited
  return reading;
}

/** @param most the bytes of the longest text to read. */
const read = async (
  sql: Sql,
  collection: Collection<never>,
  docs: number[],
  most?: number,
): Promise<SourceDocument[]> => {
  const place = new Map(docs.map((doc, i) => [doc, i]));
  const rows = await sql<SourceDocument[]>`
    select d.* from (${collection.documents(sql)}) d
    where d.doc_no = any(${docs}::bigint[]) ${most === undefined ? sql`` : sql`and octet_length(d.text) <= ${most}`}`;
  return [...rows].sort((a, b) => (place.get(a.docNo) ?? 0) - (place.get(b.docNo) ?? 0));
};
