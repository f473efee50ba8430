import type { Pool, Sql } from '../../postgres/connect.ts';
import { commitTogether } from '../../postgres/spread.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { analyse } from '../text/analyze.ts';
import { createPacer } from '../text/yield.ts';
import { documentBytes, PostingWriter, writeDocument } from './codec.ts';
import { loadDocuments } from './load.ts';

/** Advisory lock, combined with the collection id, for changing a collection's segments; an arbitrary constant. */
const flushLock = 1_146_377_049;
/** Documents per flush: about a second of work and a few megabytes of memory. */
export const flushSize = 4096;
/** Rows per statement. */
const rowsAtATime = 4000;

/** Takes the lock for this transaction; false when another process holds it. */
export async function lockCollection(tx: Sql, collectionId: number): Promise<boolean> {
  const [lock] = await tx<
    { ok: boolean }[]
  >`select pg_try_advisory_xact_lock(${flushLock}, ${collectionId}) as ok`;
  return lock?.ok ?? false;
}

/**
 * Moves pending documents, oldest first, into a new segment, in one transaction, so that a crash leaves queue and
 * segments unchanged. Any process may flush at any time; a lock admits one at a time.
 *
 * @param most approximate maximum of documents.
 * @returns how many were flushed; 0 when none are pending or another process is flushing.
 */
export function flush(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  most: number,
): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await lockCollection(tx, collection.collectionId))) return 0;
    const taken = await tx<{ docNos: number[] }[]>`
      delete from search_queue where shelf = ${collection.collectionId} and id = any(array(
        select id from (
          select id, sum(cardinality(doc_nos)) over (order by id) - cardinality(doc_nos) as older
          from (select id, doc_nos from search_queue where shelf = ${collection.collectionId} order by id limit ${most}) oldest
        ) counted
        where older < ${most}))
      returning doc_nos`;
    const docs = taken.flatMap((row) => row.docNos);
    if (docs.length > 0) await commitTogether(tx);
    if (docs.length > 0) await writeSegment(tx, collection, language, docs);
    return docs.length;
  });
}

/** Writes a segment of these documents; deleted ones are left out. */
export async function writeSegment(
  tx: Sql,
  collection: Collection<never>,
  language: Language,
  docNos: readonly number[],
): Promise<void> {
  const docs = [...docNos].sort((a, b) => a - b);
  const records = Buffer.alloc(docs.length * documentBytes);
  const terms = new Map<string, PostingWriter>();
  const pace = createPacer();
  let end = 0;
  for await (const source of loadDocuments(tx, collection, docs)) {
    const document = await analyse(source, language);
    end = writeDocument(records, end, document);
    for (const [term, positions] of document.terms) {
      let writer = terms.get(term);
      if (!writer) {
        writer = new PostingWriter();
        terms.set(term, writer);
      }
      writer.add(document.docNo, positions);
    }
    await pace();
  }
  if (end === 0) return;
  const [segment] = await tx<{ seg: number }[]>`
    insert into search_segments (shelf, level, n_docs, docs)
    values (${collection.collectionId}, 0, ${end / documentBytes}, decode(${records.toString('hex', 0, end)}, 'hex'))
    returning seg`;
  if (!segment) throw new Error('a segment was not returned by its own insert');
  // In index order.
  const sorted = [...terms].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let i = 0; i < sorted.length; i += rowsAtATime) {
    const part = sorted.slice(i, i + rowsAtATime);
    await tx`
      insert into search_postings (shelf, seg, term, df, post, pos)
      select ${collection.collectionId}, ${segment.seg}, term, df, decode(post, 'hex'), decode(pos, 'hex')
      from unnest(
        ${part.map(([term]) => term)}::text[],
        ${part.map(([, writer]) => writer.docs.length)}::int[],
        ${part.map(([, writer]) => writer.postings())}::text[],
        ${part.map(([, writer]) => writer.positions())}::text[]
      ) as t (term, df, post, pos)`;
    await pace();
  }
}
