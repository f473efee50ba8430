import { hash } from 'node:crypto';
import type { Pool } from '../db/connect.ts';
import type { Log } from '../handlers/deps.ts';

/** One call, as the audit log keeps it. */
export type AuditEntry = {
  at: Date;
  tool: string;
  /** `ok`, or the kind of the error. */
  outcome: string;
  durationMs: number;
  requestId: string;
  client?: string | undefined;
  keyId?: string | undefined;
  args: unknown;
};

export type Audit = {
  record(entry: AuditEntry): void;
  /** Rows that are not written yet. */
  waiting(): number;
  /** Writes what is still waiting; resolves when it is stored or given up. */
  drain(): Promise<void>;
};

type Row = Omit<AuditEntry, 'args'> & { argsBytes: number; argsHash: string };

const batchSize = 500;
const flushAfterMs = 1000;
const drainPatienceMs = 3000;
/** Beyond this many waiting rows, while the database is away, the oldest are dropped and counted in the log. */
const mostWaiting = 50_000;

/** Keeps audit rows in memory for a moment and writes them in batches: a call never waits for its row. */
export function createAudit(sql: Pool, log: Log): Audit {
  const waiting: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = () => {
    timer = undefined;
    writing = writing.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, batchSize);
        try {
          await insert(sql, batch);
        } catch (err) {
          waiting.unshift(...batch);
          log.warn({ err, waiting: waiting.length }, 'audit rows could not be written; they wait');
          return;
        }
      }
    });
    return writing;
  };

  return {
    waiting: () => waiting.length,
    record({ args, ...entry }) {
      const text = JSON.stringify(args) ?? '';
      waiting.push({ ...entry, argsBytes: Buffer.byteLength(text), argsHash: hash('sha256', text) });
      if (waiting.length > mostWaiting) {
        waiting.splice(0, batchSize);
        log.error({ dropped: batchSize }, 'audit rows dropped: the database has been away for too long');
      }
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
    async drain() {
      clearTimeout(timer);
      // A database that hangs must not hold up the stop.
      const giveUp = new Promise<void>((resolve) => setTimeout(resolve, drainPatienceMs).unref());
      await Promise.race([flush(), giveUp]);
    },
  };
}

const insert = (sql: Pool, rows: Row[]) => sql`
  insert into audit_log (at, tool, outcome, duration_ms, request_id, client, key_id, args_bytes, args_hash)
  select * from unnest(
    ${rows.map((row) => row.at.toISOString())}::text[]::timestamptz[],
    ${rows.map((row) => row.tool)}::text[],
    ${rows.map((row) => row.outcome)}::text[],
    ${rows.map((row) => row.durationMs)}::real[],
    ${rows.map((row) => row.requestId)}::text[],
    ${rows.map((row) => row.client ?? null)}::text[],
    ${rows.map((row) => row.keyId ?? null)}::text[],
    ${rows.map((row) => row.argsBytes)}::integer[],
    ${rows.map((row) => row.argsHash)}::text[])`;
