import { collections } from '../collections.ts';
import { deleteMessages } from '../conversations/follow-ups.ts';
import { lockDomains } from '../decisions/calibrations.ts';
import { purgeDecision } from '../decisions/delete.ts';
import { domainOfOutcome } from '../decisions/outcomes.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import type { Language } from '../search/collection/collection.ts';
import { countFlushed, purgeDeleted } from '../search/index/purge.ts';
import { purgeArtifacts, purgeTheseArtifacts } from './purge-artifacts.ts';
import { add, noPurge, type Purged } from './purged.ts';

const conversationsAtATime = 50;

/**
 * Permanently removes everything deleted before a time, with all dependent rows, then verifies that no trace is left in
 * any table that refers to conversations or artifacts, in the search index or among the embeddings. Tombstones stay, so
 * that no transcript restores the content.
 */
export async function purge(sql: Pool, before: Date, language: Language): Promise<Purged> {
  const at = before.toISOString();
  const purged = noPurge(at);
  const tables = await conversationTables(sql);
  for (;;) {
    const rows = await sql<{ id: string }[]>`
      select id from conversations where deleted_at < ${at}::text::timestamptz
      order by deleted_at limit ${conversationsAtATime}`;
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    await sql.begin((tx) => purgeConversations(tx, ids, tables, purged));
    for (const [table, n] of await countRows(sql, ids, tables)) add(purged.left, table, n);
  }
  await purgeTexts(sql, at, purged);
  await purgeArtifacts(sql, at, purged);
  await purgeOthers(sql, at, purged);
  await clearTexts(sql, language, purged);
  return purged;
}

/** One deleted conversation or document. */
export type Purgeable = { conversationId: string } | { artifactUid: string };

/**
 * Permanently removes one deleted conversation or document without waiting for the undo window to end, as {@link purge}
 * does. `conversations` and `artifacts` stay 0 when it is not deleted or does not exist: then nothing is removed.
 */
export async function purgeOne(sql: Pool, what: Purgeable, now: Date, language: Language): Promise<Purged> {
  const purged = noPurge(now.toISOString());
  if ('artifactUid' in what) await purgeTheseArtifacts(sql, [what.artifactUid], purged);
  else {
    const ids = [what.conversationId];
    const tables = await conversationTables(sql);
    await sql.begin(async (tx) => {
      const deleted = await tx`
        select 1 from conversations where id = any(${ids}::uuid[]) and deleted_at is not null for update`;
      if (deleted.count > 0) await purgeConversations(tx, ids, tables, purged);
    });
    for (const [table, n] of await countRows(sql, purged.conversations > 0 ? ids : [], tables))
      add(purged.left, table, n);
  }
  await clearTexts(sql, language, purged);
  return purged;
}

/** Removes the words of purged texts from the search index, and the texts from the files of the database. */
async function clearTexts(sql: Pool, language: Language, purged: Purged): Promise<void> {
  await clearIndex(sql, language, purged);
  const touched = Object.keys(purged.removed).filter((table) => (purged.removed[table] ?? 0) > 0);
  // Until vacuumed, the texts remain in the database files, although no query can read them.
  if (touched.length > 0)
    await sql.unsafe(
      `vacuum ${[...touched, 'search_postings', 'search_segments'].map((name) => `"${name}"`).join(', ')}`,
    );
}

type ConversationTable = { table: string; column: string };

/** Every table whose rows belong to a conversation or to one of its messages, with the column that refers to it. */
async function conversationTables(sql: Sql): Promise<ConversationTable[]> {
  const rows = await sql<ConversationTable[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
      and c.column_name in ('conversation_id', 'message_id') and c.table_name <> 'fiedler_results'
      and c.table_name <> 'search_queue' -- numbers of documents only
    order by 1, 2 desc`;
  return [{ table: 'conversations', column: 'id' }, ...rows];
}

async function countRows(sql: Sql, ids: string[], tables: ConversationTable[]): Promise<[string, number][]> {
  const found: [string, number][] = [];
  for (const { table, column } of tables) {
    const of = sql`${ids}::uuid[]`;
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from ${sql(table)}
      where ${sql(column)} = any(${
        column === 'message_id' ? sql`array(select id from messages where conversation_id = any(${of}))` : of
      })`;
    found.push([table, row?.n ?? 0]);
  }
  // A table with both columns is counted by conversation.
  return [...new Map(found)];
}

async function purgeConversations(
  tx: Sql,
  ids: string[],
  tables: ConversationTable[],
  purged: Purged,
): Promise<void> {
  // One at a time: rows of several nodes cannot be locked by one statement.
  for (const id of ids.toSorted())
    await tx`select 1 from conversation_heads where conversation_id = ${id} for update`;
  const sources = await tx<{ key: string }[]>`
    insert into tombstones (kind, parent, source_id)
    select 'conversation', '', key from capture_sources where conversation_id = any(${ids}::uuid[])
    on conflict (kind, parent, source_id) do update set deleted_at = tombstones.deleted_at
    returning source_id as key`;
  purged.sources.push(...sources.map(({ key }) => key));
  for (const [table, n] of await countRows(tx, ids, tables)) add(purged.removed, table, n);
  const rows = await tx<{ id: string }[]>`
    select id from conversations where id = any(${ids}::uuid[]) and deleted_at is not null`;
  const deleted = rows.map(({ id }) => id);
  // Before the messages, whose places would be emptied one by one.
  await tx`delete from packed_texts where conversation_id = any(${deleted}::uuid[])`;
  await deleteMessages(tx, deleted, tx`true`);
  // No foreign key refers to conversations from tables whose keys are their own.
  await tx`delete from capture_sources where conversation_id = any(${deleted}::uuid[])`;
  await tx`delete from conversation_keys where conversation_id = any(${deleted}::uuid[])`;
  await tx`update fiedler_results set conversation_id = null where conversation_id = any(${deleted}::uuid[])`;
  await tx`delete from conversations where id = any(${deleted}::uuid[])`;
  purged.conversations += ids.length;
}

/** Purges texts that a policy removed from their messages, and the transcript lines they came from. */
async function purgeTexts(sql: Sql, at: string, purged: Purged): Promise<void> {
  const [row] = await sql<{ texts: number; raw: number }[]>`
    with texts as (
      delete from expired_messages where expired_at < ${at}::text::timestamptz returning conversation_id
    ),
    raw as (
      delete from capture_raw where conversation_id in (select conversation_id from texts)
      returning 1
    )
    select (select count(*)::int from texts) as texts, (select count(*)::int from raw) as raw`;
  add(purged.removed, 'expired_messages', row?.texts ?? 0);
  add(purged.removed, 'capture_raw', row?.raw ?? 0);
}

/** Purges the other toolsets: decisions with what they taught, and rows of every table with a `deleted_at` column. */
async function purgeOthers(sql: Pool, at: string, purged: Purged): Promise<void> {
  const decisions = await sql<{ id: string }[]>`
    select id from decisions where deleted_at < ${at}::text::timestamptz`;
  for (const { id } of decisions)
    await sql.begin(async (tx) => {
      const domain = await domainOfOutcome(tx, id);
      if (domain !== undefined) await lockDomains(tx, [domain]);
      if (await purgeDecision(tx, id)) add(purged.removed, 'decisions', 1);
    });
  const tables = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'deleted_at'
      and not c.table_name = any(${['conversations', 'artifacts', 'decisions', 'decision_outcomes', 'tombstones']}::text[])
    order by c.table_name`;
  for (const { name } of tables) {
    const gone = await sql`delete from ${sql(name)} where deleted_at < ${at}::text::timestamptz`;
    if (gone.count > 0) add(purged.removed, name, gone.count);
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from ${sql(name)} where deleted_at < ${at}::text::timestamptz`;
    add(purged.left, name, row?.n ?? 0);
  }
}

/** Segments hold words of the texts until they are rewritten. */
async function clearIndex(sql: Pool, language: Language, purged: Purged): Promise<void> {
  if (Object.values(purged.removed).every((n) => n === 0)) return;
  for (const collection of collections) {
    const { collectionId } = collection;
    await purgeDeleted(sql, collection, language, { deleted: 0, share: 0 });
    const [row] = await sql<{ docs: number[] | null; embedded: number }[]>`
      select (select array_agg(d) from search_deletions, unnest(doc_nos) d where shelf = ${collectionId}) as docs,
             (select count(*)::int from search_embeddings e
              where e.shelf = ${collectionId} and e.doc_no in (
                select unnest(doc_nos) from search_deletions where shelf = ${collectionId})) as embedded`;
    add(purged.left, 'search_postings', await countFlushed(sql, collectionId, new Set(row?.docs ?? [])));
    add(purged.left, 'search_embeddings', row?.embedded ?? 0);
  }
}
