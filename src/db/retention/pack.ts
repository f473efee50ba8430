import { textOf } from '../conversations/packed-texts.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { sizesOf } from '../postgres/sizes.ts';

/** What was packed, or would be. */
export type Packed = { conversations: number; texts: number };

/** Bytes of texts a pack, more or less: to read one of them, PostgreSQL decompresses all. */
const packBytes = 16_384;
/** Bytes of texts in one statement. */
const bytesAtOnce = 4_000_000;
/** A conversation with less is left as it is: a row of fewer than 2 KB is not compressed. */
const leastBytes = 4096;
const conversationsAtOnce = 500;

/**
 * Packs the texts of conversations without activity for some days, a transaction each, see
 * `src/db/conversations/packed-texts.ts`. What is added to one of them later stays as it is until it is old as well.
 */
export async function packTexts(sql: Pool, now: Date, days: number, dryRun: boolean): Promise<Packed> {
  const packed: Packed = { conversations: 0, texts: 0 };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const due = await sql<{ id: string }[]>`
      select h.conversation_id as id from ${inactive(sql, now, days)}
        and h.packed_turn < h.last_turn and h.conversation_id > ${after}
      order by 1 limit ${conversationsAtOnce}`;
    for (const { id } of due) {
      after = id;
      const texts = dryRun ? await countUnpacked(sql, id) : await sql.begin((tx) => pack(tx, id, now, days));
      if (texts === 0) continue;
      packed.conversations += 1;
      packed.texts += texts;
    }
    if (due.length < conversationsAtOnce) return packed;
  }
}

const inactive = (sql: Sql, now: Date, days: number) => sql`
  conversation_heads h where h.open
    and h.updated_at < ${now.toISOString()}::text::timestamptz - ${days}::int * interval '1 day'`;

const unpacked = (sql: Sql, conversationId: string) => sql`
  messages m where m.conversation_id = ${conversationId} and m.packed_at is null and m.content <> ''`;

async function countUnpacked(sql: Sql, conversationId: string): Promise<number> {
  const [row] = await sql<{ texts: number; bytes: number | null }[]>`
    select count(*)::int as texts, sum(octet_length(m.content))::float8 as bytes from ${unpacked(sql, conversationId)}`;
  return row && (row.bytes ?? 0) >= leastBytes ? row.texts : 0;
}

/** @returns how many texts were packed: none when the conversation was continued meanwhile. */
async function pack(tx: Sql, conversationId: string, now: Date, days: number): Promise<number> {
  const [locked] = await tx`
    select 1 from ${inactive(tx, now, days)} and h.conversation_id = ${conversationId} for update`;
  if (!locked) return 0;
  let texts = 0;
  if ((await countUnpacked(tx, conversationId)) > 0)
    for (let moved = 1; moved > 0; texts += moved) moved = await packSome(tx, conversationId);
  await tx`
    update conversation_heads set packed_turn = last_turn where conversation_id = ${conversationId}`;
  return texts;
}

/** Packs the texts of the first turns. Only `content` and `packed_at` change: neither what is indexed nor what is listed. */
async function packSome(tx: Sql, conversationId: string): Promise<number> {
  const rows = await tx<{ n: number }[]>`
    with measured as (
      select m.id, m.turn_number, sum(octet_length(m.content)) over (order by m.turn_number) - octet_length(m.content) as before,
             row_number() over (order by m.turn_number) - 1 as place
      from ${unpacked(tx, conversationId)}
    ),
    placed as materialized (
      select id, turn_number, dense_rank() over (order by before / ${packBytes}, place / 1024) - 1 as pack,
             row_number() over (partition by before / ${packBytes}, place / 1024 order by turn_number) - 1 as place
      from measured where before < ${bytesAtOnce}
    ),
    first as (select coalesce(max(pack) + 1, 0) as pack from packed_texts where conversation_id = ${conversationId}),
    packs as (
      insert into packed_texts (conversation_id, pack, texts)
      select ${conversationId}::uuid, f.pack + p.pack, array_agg(m.content order by p.place)
      from placed p join messages m on m.id = p.id and m.conversation_id = ${conversationId} cross join first f
      group by f.pack + p.pack
    ),
    moved as (
      update messages m set content = null, packed_at = (f.pack + p.pack) * 1024 + p.place
      from placed p cross join first f where m.conversation_id = ${conversationId} and m.id = p.id
      returning 1
    )
    select count(*)::int as n from moved`;
  return rows[0]?.n ?? 0;
}

/** Puts all packed texts back into their messages. @returns how many. */
export async function unpackTexts(sql: Pool): Promise<number> {
  let texts = 0;
  for (;;) {
    const found = await sql<{ id: string }[]>`
      select distinct conversation_id as id from packed_texts limit ${conversationsAtOnce}`;
    for (const { id } of found) texts += await sql.begin((tx) => unpack(tx, id));
    if (found.length < conversationsAtOnce) return texts;
  }
}

async function unpack(tx: Sql, conversationId: string): Promise<number> {
  await tx`select 1 from conversation_heads where conversation_id = ${conversationId} for update`;
  const { count } = await tx`
    update messages m set content = ${textOf(tx)}, packed_at = null
    where m.conversation_id = ${conversationId} and m.packed_at is not null`;
  await tx`delete from packed_texts where conversation_id = ${conversationId}`;
  await tx`update conversation_heads set packed_turn = 0 where conversation_id = ${conversationId}`;
  return count;
}

const tables = ['messages', 'packed_texts'];

/**
 * Rewrites the tables of texts without the space of rows that are gone, which PostgreSQL otherwise keeps for new rows. Needs as
 * much free space as the rows that stay, and locks the tables. @returns bytes, with indexes.
 */
export async function compactMessages(sql: Pool): Promise<{ before: number; after: number }> {
  const before = await sizeOf(sql);
  await sql.unsafe(`vacuum (full, analyze) ${tables.join(', ')}`);
  return { before, after: await sizeOf(sql) };
}

async function sizeOf(sql: Sql): Promise<number> {
  const found = (await sizesOf(sql)).tables.filter(({ name }) => tables.includes(name));
  return found.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0);
}
