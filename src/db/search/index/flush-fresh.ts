import type { Pool, Sql } from '../../postgres/connect.ts';
import { commitTogether } from '../../postgres/spread.ts';
import type { Collection } from '../collection/collection.ts';
import type { Ahead } from './ahead.ts';
import { mayFlush, write } from './flush.ts';
import type { Fresh, FreshPart } from './fresh.ts';

/** Who has analysed documents, searches them, and is to be answered first. */
export type Analyst = {
  fresh: Fresh;
  ahead: Pick<Ahead, 'gather'>;
  /** Resolves when no query is running, or after a while. */
  quiet(): Promise<void>;
};

/**
 * Flushes documents that this process has analysed: the queue says which of them are still to be stored, and the
 * table which of those still exist.
 */
export async function flushFresh(
  sql: Pool,
  collection: Collection<never>,
  analyst: Analyst,
  most: number,
): Promise<number> {
  let parts: FreshPart[] = [];
  const flushed = await sql.begin(async (tx) => {
    if (!(await mayFlush(tx, collection.collectionId))) return 0;
    await analyst.ahead.gather(most);
    parts = analyst.fresh.oldest(most);
    const wanted = await takeAnalysed(tx, collection.collectionId, parts);
    if (wanted.length > 0) await commitTogether(tx);
    const stored = await existing(tx, collection, wanted);
    const includes = (doc: number) => stored.has(doc);
    for (const { builder } of parts)
      if (builder.docNos().some(includes))
        await write(tx, collection.collectionId, builder, includes, () => analyst.quiet());
    return wanted.length;
  });
  analyst.fresh.store(parts);
  return flushed;
}

/** Takes the documents of these parts out of the queue, as far as they are in it. */
async function takeAnalysed(tx: Sql, collectionId: number, parts: readonly FreshPart[]): Promise<number[]> {
  const ids = [...new Set(parts.flatMap(({ rows }) => [...rows]))].map(String);
  const known = new Set(parts.flatMap(({ builder, gone }) => [...builder.docNos(), ...gone]));
  const rows = await tx<{ id: string; conversationId: string; docNos: number[]; queuedAt: string }[]>`
    delete from search_queue where shelf = ${collectionId} and id = any(${ids}::text[]::bigint[])
    returning id::text as id, conversation_id, doc_nos, queued_at`;
  const taken: number[] = [];
  for (const { id, conversationId, docNos, queuedAt } of rows) {
    taken.push(...docNos.filter((doc) => known.has(doc)));
    const left = docNos.filter((doc) => !known.has(doc));
    if (left.length > 0)
      await tx`
        insert into search_queue (shelf, id, conversation_id, doc_nos, queued_at)
        values (${collectionId}, ${id}::text::bigint, ${conversationId}, ${left}::bigint[], ${queuedAt}::text::timestamptz)`;
  }
  return taken;
}

async function existing(tx: Sql, collection: Collection<never>, docs: number[]): Promise<Set<number>> {
  const rows = await tx<{ docNo: number }[]>`
    select d.doc_no from (${collection.documents(tx)}) d where d.doc_no = any(${docs}::bigint[])`;
  return new Set(rows.map(({ docNo }) => docNo));
}
