import { contentHashOf } from '../artifacts/ids.ts';
import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { MemoryType } from '../schema/vocabulary.ts';

export type Memory = {
  memoryId: string;
  type: MemoryType;
  content: string;
  confidence: number;
  conversationId: string | null;
  project: string | null;
  createdAt: string;
  docNo: number;
};

export type NewMemory = {
  memoryId: string;
  type: MemoryType;
  content: string;
  confidence: number;
  conversationId?: string | undefined;
  project?: string | undefined;
  externalId?: string | undefined;
};

/** The outcome. `differs`: the external id is taken by a memory with another text or type. */
export type UpsertedMemory = { memoryId: string; createdAt: string; duplicate: boolean; differs: boolean };

/** Stores a memory once: for the same text and type, or the same external id, it returns the existing one. */
export async function upsertMemory(sql: Sql, memory: NewMemory): Promise<UpsertedMemory> {
  const hash = contentHashOf(memory.content);
  const externalId = memory.externalId ?? null;
  const rows = await sql<UpsertedMemory[]>`
    with stored as (
      insert into memories (memory_id, type, content, content_hash, confidence, conversation_id, project, external_id)
      values (${memory.memoryId}, ${memory.type}, ${memory.content}, ${hash}, ${memory.confidence},
        ${memory.conversationId ?? null}, ${memory.project ?? null}, ${externalId})
      on conflict do nothing
      returning memory_id, created_at
    )
    select memory_id, created_at, false as duplicate, false as differs from stored
    union all
    select memory_id, created_at, true, content_hash <> ${hash} or type <> ${memory.type} from memories
    where deleted_at is null
      and (external_id = ${externalId}::text or (type = ${memory.type} and content_hash = ${hash}))
    order by duplicate, differs desc
    limit 1`;
  const [row] = rows;
  // A concurrent insert is committed but not in this statement's snapshot: the next statement sees it.
  if (!row) return upsertMemory(sql, memory);
  return { ...row, createdAt: rfc3339(row.createdAt) };
}

const toMemory = (row: Memory): Memory => ({ ...row, createdAt: rfc3339(row.createdAt) });

/** True for a memory that another one corrects, while that one is there. */
export const isSuperseded = (sql: Sql) =>
  sql`superseded_by in (select memory_id from memories where deleted_at is null)`;

/** Marks a memory as corrected by another one. @returns false when there is no such memory, or it is the same. */
export async function supersede(sql: Sql, memoryId: string, by: string): Promise<boolean> {
  const rows = await sql`
    update memories set superseded_by = ${by}
    where memory_id = ${memoryId} and memory_id <> ${by} and deleted_at is null returning memory_id`;
  return rows.length === 1;
}

/** Memories, newest first: of one type, and of the project of these names, where they are given. */
export async function listMemories(
  sql: Sql,
  { type, projects }: { type: MemoryType | undefined; projects: readonly string[] | undefined },
  limit: number,
  offset: number,
): Promise<{ memories: Memory[]; total: number }> {
  const where = sql`
    deleted_at is null and not coalesce(${isSuperseded(sql)}, false)
    ${type === undefined ? sql`` : sql`and type = ${type}`}
    ${projects === undefined ? sql`` : sql`and project = any(${[...projects]}::text[])`}`;
  const [rows, [count]] = await Promise.all([
    sql<Memory[]>`
      select memory_id, type, content, confidence, conversation_id, project, created_at, doc_no from memories
      where ${where} order by created_at desc, memory_id desc limit ${limit} offset ${offset}`,
    sql<{ n: number }[]>`select count(*)::int as n from memories where ${where}`,
  ]);
  return { memories: rows.map(toMemory), total: count?.n ?? 0 };
}

/** Memories by document number; deleted ones are left out. */
export async function memoriesByDocNo(sql: Sql, docNos: readonly number[]): Promise<Map<number, Memory>> {
  const rows = await sql<Memory[]>`
    select memory_id, type, content, confidence, conversation_id, project, created_at, doc_no from memories
    where doc_no = any(${docNos as number[]}::bigint[]) and deleted_at is null`;
  return new Map(rows.map((row) => [row.docNo, toMemory(row)]));
}

/** Deletes a memory. @returns false when it does not exist. */
export async function forgetMemory(sql: Sql, memoryId: string): Promise<boolean> {
  const gone = await sql`
    update memories set deleted_at = now() where memory_id = ${memoryId} and deleted_at is null`;
  return gone.count === 1;
}
