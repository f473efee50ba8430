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
      const text = textOf(args);
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

/** Arguments nested deeper than the stack reaches have no text; their call was refused. */
function textOf(args: unknown): string {
  try {
    return JSON.stringify(args) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** As one JSON text: arrays of each column cost several times as much to write. */
const insert = (sql: Pool, rows: Row[]) => sql`
  insert into audit_log (at, tool, outcome, duration_ms, request_id, client, key_id, args_bytes, args_hash)
  select at, tool, outcome, "durationMs", "requestId", client, "keyId", "argsBytes", "argsHash"
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as call(
    at timestamptz, tool text, outcome text, "durationMs" real, "requestId" text, client text, "keyId" text,
    "argsBytes" integer, "argsHash" text)`;
