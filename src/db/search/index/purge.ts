import type { Pool, Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { documentBytes } from './codec.ts';
import { flushSize, lockCollection, writeSegment } from './flush.ts';

/** Deleted documents are purged when there are this many, and from segments with this share of them. */
const enough = 1000;
const share = 0.2;

/**
 * Rewrites segments with many deleted documents without them, and merges the lists of deletions. One transaction:
 * readers see either the old segments or the new ones.
 *
 * @param worth how many documents, and which share of a segment, must be deleted to justify that.
 * @returns how many segments were rewritten.
 */
export function purgeDeleted(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  worth: { deleted: number; share: number } = { deleted: enough, share },
): Promise<number> {
  return sql.begin(async (tx) => {
    const { collectionId } = collection;
    const [size] = await tx<{ deleted: number }[]>`
      select coalesce(sum(cardinality(doc_nos)), 0)::int as deleted
      from search_deletions where shelf = ${collectionId} and not cleared`;
    if ((size?.deleted ?? 0) < worth.deleted) return 0;
    if (!(await lockCollection(tx, collectionId))) return 0;
    const gone = await joinDeletions(tx, collectionId);
    let written = 0;
    const segments = await tx<{ seg: number }[]>`
      select seg from search_segments where shelf = ${collectionId} order by seg`;
    for (const { seg } of segments) {
      const docs = await documentsOf(tx, collectionId, seg);
      const alive = docs.filter((doc) => !gone.has(doc));
      if (docs.length - alive.length < Math.max(1, docs.length * worth.share)) continue;
      for (let i = 0; i < alive.length; i += flushSize)
        await writeSegment(tx, collection, language, alive.slice(i, i + flushSize));
      await tx`delete from search_postings where shelf = ${collectionId} and seg = ${seg}`;
      await tx`delete from search_segments where shelf = ${collectionId} and seg = ${seg}`;
      written += 1;
    }
    return written;
  });
}

async function joinDeletions(tx: Sql, collectionId: number): Promise<Set<number>> {
  const rows = await tx<{ docNos: number[]; fed: boolean }[]>`
    delete from search_deletions where shelf = ${collectionId} returning doc_nos, fed`;
  for (const fed of new Set(rows.map((row) => row.fed))) {
    const docs = new Set(rows.flatMap((row) => (row.fed === fed ? row.docNos : [])));
    await tx`
      insert into search_deletions (shelf, doc_nos, cleared, fed)
      values (${collectionId}, ${[...docs]}::bigint[], true, ${fed})`;
  }
  return new Set(rows.flatMap((row) => row.docNos));
}

/** Counts which of these documents are still in segments. */
export async function countFlushed(
  sql: Sql,
  collectionId: number,
  docNos: ReadonlySet<number>,
): Promise<number> {
  const segments = await sql<
    { seg: number }[]
  >`select seg from search_segments where shelf = ${collectionId}`;
  let found = 0;
  for (const { seg } of segments)
    found += (await documentsOf(sql, collectionId, seg)).filter((doc) => docNos.has(doc)).length;
  return found;
}

async function documentsOf(tx: Sql, collectionId: number, seg: number): Promise<number[]> {
  const [row] = await tx<{ docs: Buffer }[]>`
    select docs from search_segments where shelf = ${collectionId} and seg = ${seg}`;
  const bytes = row?.docs ?? Buffer.alloc(0);
  const docs: number[] = [];
  for (let at = 0; at < bytes.length; at += documentBytes) docs.push(bytes.readInt32LE(at));
  return docs;
}
