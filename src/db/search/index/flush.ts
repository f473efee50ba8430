import type { Pool, Sql } from '../../postgres/connect.ts';
import { copyIn } from '../../postgres/copy-in.ts';
import { commitTogether } from '../../postgres/spread.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { createPacer } from '../text/yield.ts';
import { documentBytes } from './codec.ts';
import { loadDocuments } from './load.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Advisory lock, combined with the collection id, for changing a collection's segments; an arbitrary constant. */
const flushLock = 1_146_377_049;
/** Documents per flush: about a second of work and a few megabytes of memory. */
export const flushSize = 4096;
/** A segment of this many documents is as large as others are after their first merge. */
const largeSegment = 8192;
/** A segment of long texts ends early, so that it needs no more memory than this. */
const mostBytes = 64 << 20;

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
 * @returns how many were flushed; 0 when none are pending, another process is flushing, or a search cluster is fed.
 */
export function flush(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  most: number,
): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await mayFlush(tx, collection.collectionId))) return 0;
    const docs = await takeQueued(tx, collection.collectionId, most);
    if (docs.length > 0) await commitTogether(tx);
    if (docs.length > 0) await writeSegment(tx, collection, language, docs);
    return docs.length;
  });
}

/** Takes the lock for this transaction, unless another process is flushing or a search cluster is fed. */
export async function mayFlush(tx: Sql, collectionId: number): Promise<boolean> {
  return (await lockCollection(tx, collectionId)) && !(await isFed(tx, collectionId));
}

/** Whether a search cluster has an index of the collection: then the queue is for that. */
async function isFed(tx: Sql, collectionId: number): Promise<boolean> {
  const found = await tx`select from search_targets where shelf = ${collectionId} limit 1`;
  return found.count > 0;
}

/** Takes the oldest documents, about so many, out of the queue; if the transaction fails, they are in it again. */
export async function takeQueued(tx: Sql, collectionId: number, most: number): Promise<number[]> {
  const taken = await tx<{ docNos: number[] }[]>`
    delete from search_queue where shelf = ${collectionId} and id = any(array(
      select id from (
        select id, sum(cardinality(doc_nos)) over (order by id) - cardinality(doc_nos) as older
        from (select id, doc_nos from search_queue where shelf = ${collectionId} order by id limit ${most}) oldest
      ) counted
      where older < ${most}))
    returning doc_nos`;
  return taken.flatMap((row) => row.docNos);
}

/** Writes these documents as a segment, or as several if their texts are long; deleted ones are left out. */
export async function writeSegment(
  tx: Sql,
  collection: Collection<never>,
  language: Language,
  docNos: readonly number[],
): Promise<void> {
  const docs = [...docNos].sort((a, b) => a - b);
  const pace = createPacer();
  let builder = new SegmentBuilder();
  for await (const source of loadDocuments(tx, collection, docs)) {
    await builder.add(source, language);
    if (builder.weight > mostBytes) {
      await write(tx, collection.collectionId, builder);
      builder = new SegmentBuilder();
    }
    await pace();
  }
  if (builder.size > 0) await write(tx, collection.collectionId, builder);
}

const all = () => true;

/** Writes the included documents of a builder as a segment. @param quiet awaited now and then while its postings are written. */
export async function write(
  tx: Sql,
  collectionId: number,
  builder: SegmentBuilder,
  includes: (doc: number) => boolean = all,
  quiet = async () => {},
): Promise<void> {
  const documents = builder.documents(includes);
  const size = documents.length / documentBytes;
  const [segment] = await tx<{ seg: number }[]>`
    insert into search_segments (shelf, level, n_docs, docs)
    values (${collectionId}, ${size < largeSegment ? 0 : 1}, ${size}, ${documents})
    returning seg`;
  if (!segment) throw new Error('a segment was not returned by its own insert');
  await copyIn(
    tx,
    'copy search_postings (shelf, seg, term, df, post, pos) from stdin (format binary)',
    yielding(builder.rows(collectionId, segment.seg, includes), quiet),
  );
}

async function* yielding<T>(parts: Iterable<T>, quiet: () => Promise<void>): AsyncGenerator<T> {
  const pace = createPacer();
  await quiet();
  for (const part of parts) {
    // Not before each part: while queries come without a pause, it would be starved.
    if (await pace()) await quiet();
    yield part;
  }
}
