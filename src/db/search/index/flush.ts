import type { Pool, Sql } from '../../postgres/connect.ts';
import { copyIn } from '../../postgres/copy-in.ts';
import { commitTogether } from '../../postgres/spread.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { createPacer } from '../text/yield.ts';
import { loadDocuments } from './load.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { Unwritten } from './unwritten.ts';

/** Advisory lock, combined with the collection id, for changing a collection's segments; an arbitrary constant. */
const flushLock = 1_146_377_049;
/** Documents per flush: about a second of work and a few megabytes of memory. */
export const flushSize = 4096;
/** A segment of this many documents is as large as others are after their first merge. */
const largeSegment = 8192;
/** A segment of long texts ends early, so that it needs no more memory than this. */
const mostBytes = 64 << 20;
/** Milliseconds of analysing between looks for queries. */
const sliceMs = 4;

/** Who searches in a segment while it is written, and is to be answered first. */
export type Watch = {
  unwritten: Unwritten;
  /** Resolves when no query is running, or after a while. */
  quiet(): Promise<void>;
};

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
 * @param watch the engine of this process.
 * @returns how many were flushed; 0 when none are pending, another process is flushing, or a search cluster is fed.
 */
export function flush(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  most: number,
  watch?: Watch,
): Promise<number> {
  const builders = new Set<SegmentBuilder>();
  const flushed = sql.begin(async (tx) => {
    if (!(await lockCollection(tx, collection.collectionId))) return 0;
    if (await isFed(tx, collection.collectionId)) return 0;
    const docs = await takeQueued(tx, collection.collectionId, most);
    if (docs.length > 0) await commitTogether(tx);
    if (docs.length > 0) await writeSegment(tx, collection, language, docs, watch, builders);
    return docs.length;
  });
  return flushed.then(
    (count) => {
      watch?.unwritten.store(builders);
      return count;
    },
    (error: unknown) => {
      watch?.unwritten.abandon(builders);
      throw error;
    },
  );
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
  watch?: Watch,
  builders = new Set<SegmentBuilder>(),
): Promise<void> {
  const docs = [...docNos].sort((a, b) => a - b);
  const pace = createPacer(sliceMs);
  const begin = () => {
    const begun = watch ? watch.unwritten.begin() : new SegmentBuilder();
    builders.add(begun);
    return begun;
  };
  let builder = begin();
  for await (const source of loadDocuments(tx, collection, docs)) {
    const document = await builder.add(source, language);
    watch?.unwritten.added(document);
    if (builder.weight > mostBytes) {
      await write(tx, collection.collectionId, builder);
      builder = begin();
    }
    if (await pace()) await watch?.quiet();
  }
  if (builder.size > 0) await write(tx, collection.collectionId, builder);
}

async function write(tx: Sql, collectionId: number, builder: SegmentBuilder): Promise<void> {
  const [segment] = await tx<{ seg: number }[]>`
    insert into search_segments (shelf, level, n_docs, docs)
    values (${collectionId}, ${builder.size < largeSegment ? 0 : 1}, ${builder.size}, ${builder.documents()})
    returning seg`;
  if (!segment) throw new Error('a segment was not returned by its own insert');
  await copyIn(
    tx,
    'copy search_postings (shelf, seg, term, df, post, pos) from stdin (format binary)',
    builder.rows(collectionId, segment.seg),
  );
}
