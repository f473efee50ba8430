import { hash } from 'node:crypto';
import type { Pool, Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';

/** A call to be written to the audit log. */
export type AuditRow = {
  at: Date;
  tool: string;
  outcome: string;
  durationMs: number;
  requestId: string;
  client?: string | undefined;
  keyId?: string | undefined;
  argsBytes: number;
  argsHash: string;
  /** Where the row is journalled on disk until it is stored: the journal and the row's number within it. */
  kept?: { journal: string; number: number } | undefined;
};

type Head = { id: number; hash: Buffer };

/**
 * Appends rows to the chain in one transaction; concurrent appends by several gateways are serialized. A row that its
 * journal has already delivered is skipped, so that a journal read again after a crash stores each row once.
 */
export async function appendToAudit(sql: Pool, rows: readonly AuditRow[]): Promise<void> {
  await sql.begin(async (tx) => {
    const { head, stored } = await headOf(tx, rows);
    const fresh = rows.filter(({ kept }) => !kept || kept.number > (stored[kept.journal] ?? 0));
    const chained = chain(head, fresh);
    const last = chained.at(-1);
    if (!last) return;
    const journals = numbersOf(fresh);
    await tx`
      with added as (
        insert into audit_log (id, at, tool, outcome, duration_ms, request_id, client, key_id, args_bytes, args_hash,
                               prev_hash, hash)
        overriding system value
        select id, at, tool, outcome, "durationMs", "requestId", client, "keyId", "argsBytes", "argsHash",
               decode(prev, 'hex'), decode(hash, 'hex')
        from json_to_recordset(${recordsOf(chained)}::text::json) as call(
          id bigint, at timestamptz, tool text, outcome text, "durationMs" real, "requestId" text, client text,
          "keyId" text, "argsBytes" integer, "argsHash" text, prev text, hash text)
      ), noted as (
        insert into audit_journals (name, stored)
        select name, stored from unnest(${[...journals.keys()]}::text[], ${[...journals.values()]}::bigint[]) as n(name, stored)
        on conflict (name) do update set stored = excluded.stored, at = now()
      )
      update audit_chain set last_id = ${last.id}, last_hash = decode(${last.hash}, 'hex')`;
  });
}

/** Locks the end of the chain and returns it, with how many rows of each of these journals are in the table. */
async function headOf(
  tx: Sql,
  rows: readonly AuditRow[],
): Promise<{ head: Head; stored: Record<string, number> }> {
  // Two statements: the one that waits for the lock would not see rows stored by another gateway during the wait.
  const [head] = await tx<Head[]>`
    select last_id::float8 as id, last_hash as hash from audit_chain for update`;
  if (!head) throw new Error('the row of audit_chain is missing: the audit log cannot be continued');
  const names = [...numbersOf(rows).keys()];
  if (names.length === 0) return { head, stored: {} };
  const found = await tx<{ name: string; stored: number }[]>`
    select name, stored::float8 as stored from audit_journals where name = any(${names}::text[])`;
  return { head, stored: Object.fromEntries(found.map(({ name, stored }) => [name, stored])) };
}

/** The highest number of each journal among these rows. */
function numbersOf(rows: readonly AuditRow[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { kept } of rows)
    if (kept) last.set(kept.journal, Math.max(kept.number, last.get(kept.journal) ?? 0));
  return last;
}

function chain(head: Head, rows: readonly AuditRow[]) {
  let { id } = head;
  let prev = head.hash.toString('hex');
  return rows.map(({ at, tool, outcome, durationMs: ms, requestId, client, keyId, argsBytes, argsHash }) => {
    id += 1;
    // The column has 32 bits: hash the value that will be read back.
    const durationMs = Math.fround(ms);
    const said = { id, tool, outcome, durationMs, requestId, client, keyId, argsBytes, argsHash };
    const before = prev;
    prev = hashOf(before, said, at.getTime());
    return Object.assign(said, { at: at.toISOString(), prev: before, hash: prev });
  });
}

/** The hashed fields of a row, without its time. */
type Hashed = Omit<AuditRow, 'at' | 'kept' | 'client' | 'keyId'> & {
  id: number;
  client?: string | null | undefined;
  keyId?: string | null | undefined;
};

const hashBytes = 32;
/** A row is hashed from here: its names are limited, so that few rows are longer. */
const scratch = Buffer.alloc(16_384);

/**
 * Hashes the previous hash and every column with its length in bytes, so that no two different rows serialize alike.
 *
 * @param prev hexadecimal digits.
 * @param at in milliseconds.
 * @returns hexadecimal digits: the one-shot hash takes a third of the time with text as with a buffer.
 */
function hashOf(prev: string, row: Hashed, at: number): string {
  const { id, tool, outcome, durationMs, requestId, client, keyId, argsBytes, argsHash } = row;
  const texts = [tool, outcome, String(durationMs), requestId, client, keyId, String(argsBytes), argsHash];
  let text = `${column(String(id))},${column(String(at))}`;
  for (const value of texts) text += `,${column(value)}`;
  const bytes = hashBytes + Buffer.byteLength(text);
  const data = bytes > scratch.length ? Buffer.alloc(bytes) : scratch;
  data.write(prev, 'hex');
  data.write(text, hashBytes);
  return hash('sha256', data.subarray(0, bytes), 'hex');
}

const column = (value: string | null | undefined): string =>
  value === null || value === undefined ? '-' : `${Buffer.byteLength(value)}:${value}`;

/** The first row that fails verification, and why. */
export type AuditBreak = {
  id: number;
  problem: 'changed' | 'missing before' | 'out of order' | 'missing after';
};

export type AuditVerified = {
  /** Rows in the chain. */
  rows: number;
  /** Rows from before the chain existed; they cannot be verified. */
  unchained: number;
  /** The last row trimmed by age; 0 when none was. */
  trimmedTo: number;
  /** The last row and its hash in hex: kept elsewhere, they prove later that no row up to it was changed. */
  head: { id: number; hash: string };
  broken?: AuditBreak | undefined;
};

type Stored = Hashed & { at: number; prev: Buffer | null; hash: Buffer | null };

const rowsAtATime = 5000;

/**
 * Walks the chain from its beginning, or from where it was trimmed, and recomputes every hash. Hashes are computed
 * here, because an attacker who can change rows could also replace a function of the database.
 */
export function verifyAudit(sql: Pool): Promise<AuditVerified> {
  // One snapshot: rows added or removed meanwhile are not seen.
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const [ends] = await tx<
      { began: number; trimmed: number; trimmedHash: Buffer; lastId: number; lastHash: Buffer }[]
    >`
      select began_after::float8 as began, trimmed_id::float8 as trimmed, trimmed_hash,
             last_id::float8 as last_id, last_hash from audit_chain`;
    if (!ends) throw new Error('the row of audit_chain is missing: the audit log cannot be verified');
    const { began, trimmed, trimmedHash, lastId, lastHash } = ends;
    const found: AuditVerified = {
      rows: 0,
      unchained: 0,
      trimmedTo: trimmed,
      head: { id: lastId, hash: lastHash.toString('hex') },
    };
    let before: Head = { id: Math.max(began, trimmed), hash: trimmedHash };
    for (let after = -1; ; ) {
      const rows = await pageAfter(tx, after);
      for (const row of rows) {
        after = row.id;
        if (row.id <= began && row.hash === null) {
          found.unchained += 1;
          continue;
        }
        const problem = problemOf(row, before);
        if (problem) return { ...found, broken: { id: row.id, problem } };
        found.rows += 1;
        before = { id: row.id, hash: row.hash ?? Buffer.alloc(0) };
      }
      if (rows.length < rowsAtATime) break;
    }
    if (before.id !== lastId || !before.hash.equals(lastHash))
      found.broken = { id: before.id, problem: 'missing after' };
    return found;
  });
}

const pageAfter = (tx: Sql, id: number) => tx<Stored[]>`
  select id::float8 as id, (extract(epoch from at) * 1000)::float8 as at, tool, outcome,
         duration_ms::float8 as duration_ms, request_id, client, key_id,
         args_bytes, args_hash, prev_hash as prev, hash
  from audit_log where id > ${id} order by id limit ${rowsAtATime}`;

function problemOf(row: Stored, before: Head): AuditBreak['problem'] | undefined {
  const { prev, hash } = row;
  if (
    prev?.length !== hashBytes ||
    !hash ||
    hashOf(prev.toString('hex'), row, row.at) !== hash.toString('hex')
  )
    return 'changed';
  if (row.id <= before.id) return 'out of order';
  if (row.id !== before.id + 1) return 'missing before';
  return prev.equals(before.hash) ? undefined : 'out of order';
}

/**
 * Removes rows older than a time, from the oldest up to the first younger one, and keeps the last hash, from which the
 * rest can be verified.
 *
 * @returns how many rows were removed.
 */
export async function trimAudit(sql: Pool, before: Date): Promise<number> {
  // Journals of that age are never read again.
  await sql`delete from audit_journals where at < now() - interval '400 days'`;
  let trimmed = 0;
  for (;;) {
    const { seen, gone } = await sql.begin(async (tx) => {
      await tx`select from audit_chain for update`;
      const rows = await tx<{ id: number; old: boolean; hash: Buffer | null }[]>`
        select id::float8 as id, at < ${before.toISOString()}::text::timestamptz as old, hash
        from audit_log order by id limit ${rowsAtATime}`;
      const young = rows.findIndex(({ old }) => !old);
      const due = young === -1 ? rows : rows.slice(0, young);
      const last = due.at(-1);
      if (!last) return { seen: rows.length, gone: 0 };
      await tx`delete from audit_log where id <= ${last.id}`;
      await tx`update audit_chain set trimmed_id = ${last.id}, trimmed_hash = coalesce(${last.hash}::bytea, trimmed_hash)`;
      return { seen: rows.length, gone: due.length };
    });
    trimmed += gone;
    if (gone < seen || seen < rowsAtATime) return trimmed;
  }
}
