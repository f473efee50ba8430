import { hash } from 'node:crypto';
import { type AuditRow, appendToAudit } from '../../db/admin/audit-chain.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { AuditJournal, Ending, Face, Journals } from './journal.ts';

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
  /** It was let in and changed nothing: its row may be lost when the process ends within a second. */
  reads?: boolean | undefined;
};

/** A call that may change something. */
export type AuditedCall = {
  /** Resolves when the row survives a crash of the machine, or, without a journal, when it is stored. Never rejects. */
  end(ending: Ending): Promise<void>;
};

export type Audit = {
  /** Keeps a row. Rows of reads wait in memory; all others survive the process on return. */
  record(entry: AuditEntry): void;
  /** Notes that a call begins: should the machine stop while it runs, its row has the outcome `unknown`. */
  begin(
    entry: Omit<AuditEntry, 'outcome' | 'durationMs' | 'reads'>,
    /** The row survives the process at once, and a crash of the machine a moment later: for what is called all the time. */
    options?: { relaxed?: boolean },
  ): AuditedCall;
  /** Rows that are not in the table yet. */
  waiting(): number;
  /** Writes what is still waiting; resolves when it is stored or given up. What is in a journal is stored later then. */
  drain(): Promise<void>;
};

const batchSize = 500;
const flushAfterMs = 1000;
/** A database that hangs holds up neither an answer nor the stop for longer. */
const drainTimeoutMs = 3000;
/** While the database is away, so many rows wait in memory: beyond that the journal alone keeps its rows, and reads are dropped. */
const mostWaiting = 50_000;
const longestJournal = 4_000_000;
const lookAgainMs = 30_000;
const longestName = 500;
/** A sync for each stored message would take storing a third of its throughput on a busy disk. */
const syncWithinMs = 200;

/**
 * Writes the audit log in batches. With journals no call waits for the table: its row is on disk by the time it is
 * answered, and what a crash has kept out of the table gets there at the next start.
 */
export function createAudit(sql: Pool, log: Log, journals?: Journals): Audit {
  let waiting: AuditRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let journal: AuditJournal | undefined;
  /** Full ones, in which calls that began there still end; `aside` if their rows are read from the file again. */
  const retired = new Map<AuditJournal, { aside: boolean }>();
  let failing = false;
  /** Journals that are synced soon. */
  const syncing = new Set<AuditJournal>();

  const inLine = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work).catch((err: unknown) => {
      log.warn({ err, waiting: waiting.length }, 'audit rows could not be written; they wait');
    });
    return working;
  };
  const flush = () => {
    timer = undefined;
    return inLine(async () => {
      // Rows that come meanwhile wait for the next time: following them would take a transaction for each.
      for (let left = waiting.length; left > 0 && waiting.length > 0; left -= batchSize) {
        const batch = waiting.slice(0, Math.min(batchSize, left));
        await appendToAudit(sql, batch);
        const stored = new Set(batch);
        waiting = waiting.filter((row) => !stored.has(row));
      }
      if (waiting.length > 0) timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
      if (journal && journal.bytes >= longestJournal) retire(false);
      await closeRetired();
    });
  };
  const retire = (aside: boolean) => {
    if (journal) retired.set(journal, { aside });
    journal = undefined;
  };
  const closeRetired = async () => {
    for (const [old, { aside }] of retired)
      if (old.open === 0 && (aside || !waiting.some(({ kept }) => kept?.journal === old.name))) {
        retired.delete(old);
        await old.close({ remove: !aside }).catch(gaveUp);
      }
  };

  const put = (row: AuditRow) => {
    waiting.push(row);
    if (waiting.length > mostWaiting) makeRoom();
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  };
  const makeRoom = () => {
    retire(true);
    for (const old of retired.values()) old.aside = true;
    const unkept = waiting.filter(({ kept }) => !kept);
    waiting = unkept.slice(batchSize);
    log.error(
      { dropped: unkept.length - waiting.length },
      'the database has been away for too long: audit rows of reads were dropped, those of changes stay on disk',
    );
  };

  /** A disk that takes no rows stops no calls: they wait for the table instead. */
  const gaveUp = (err: unknown) => {
    if (!failing)
      log.error({ err }, 'the journal of the audit log cannot be written; calls wait for the table');
    failing = true;
    setTimeout(() => {
      failing = false;
    }, lookAgainMs).unref();
  };
  const onDisk = <T extends object>(write: (to: AuditJournal) => T, to?: AuditJournal): T | undefined => {
    if (!journals || failing) return undefined;
    try {
      journal ??= journals.open();
      return write(to ?? journal);
    } catch (err) {
      gaveUp(err);
      return undefined;
    }
  };

  const syncSoon = (to: AuditJournal) => {
    if (syncing.has(to)) return;
    syncing.add(to);
    setTimeout(() => {
      syncing.delete(to);
      to.synced().catch(gaveUp);
    }, syncWithinMs).unref();
  };

  /** Stores what processes that were killed have left behind. */
  const recover = (from: Journals) =>
    inLine(async () => {
      for (const { name, path } of from.abandoned()) {
        const { rows, damaged } = await from.read(name, path);
        for (let i = 0; i < rows.length; i += batchSize)
          await appendToAudit(sql, rows.slice(i, i + batchSize));
        if (damaged > 0) log.error({ name, damaged }, 'lines of a journal of the audit log are damaged');
        if (rows.length > 0)
          log.info({ name, rows: rows.length }, 'audit rows of a process that was killed are stored');
        await from.remove(path);
      }
    });
  const recovering = journals && setInterval(() => void recover(journals), lookAgainMs).unref();
  if (journals) void recover(journals);

  return {
    waiting: () => waiting.length,
    record({ reads, outcome, durationMs, ...entry }) {
      const row = { ...faceOf(entry), outcome, durationMs };
      const kept = reads
        ? undefined
        : onDisk((to) => {
            const number = to.add(row);
            to.write();
            return { journal: to.name, number };
          });
      put({ ...row, kept });
    },
    begin(entry, { relaxed = false } = {}) {
      const face = faceOf(entry);
      const call = onDisk((to) => {
        const number = to.begin(face);
        return { to, number, safe: relaxed ? Promise.resolve(syncSoon(to)) : to.synced() };
      });
      const safe = call?.safe.then(
        () => true,
        (err: unknown) => {
          gaveUp(err);
          return false;
        },
      );
      return {
        async end(ending) {
          const ended =
            call && onDisk((to) => ({ journal: to.name, number: to.end(call.number, ending) }), call.to);
          const kept =
            ended &&
            (await call.to.written().then(
              () => ended,
              (err: unknown) => {
                gaveUp(err);
                return undefined;
              },
            ));
          if (!call || !retired.get(call.to)?.aside) put({ ...face, ...ending, kept });
          if (kept && (await safe)) return;
          await withTimeout(flush(), drainTimeoutMs);
        },
      };
    },
    async drain() {
      clearTimeout(timer);
      clearInterval(recovering);
      retire(false);
      await withTimeout(flush(), drainTimeoutMs);
      // What is not stored by now is read again by the next process.
      for (const old of retired.keys()) await old.close({ remove: false }).catch(gaveUp);
      retired.clear();
    },
  };
}

export function faceOf({
  at,
  tool,
  requestId,
  client,
  keyId,
  args,
}: Omit<AuditEntry, 'outcome' | 'durationMs'>): Face {
  const text = textOf(args);
  return {
    at,
    tool: storable(tool),
    requestId: storable(requestId),
    client: client === undefined ? undefined : storable(client),
    keyId: keyId === undefined ? undefined : storable(keyId),
    argsBytes: Buffer.byteLength(text),
    argsHash: hash('sha256', text),
  };
}

/** What a client calls itself may be anything; one row that cannot be stored would hold up all others. */
const storable = (name: string): string =>
  name.slice(0, longestName).toWellFormed().replaceAll('\0', '\ufffd');

/** Arguments nested deeper than the stack reaches have no text; their call was refused. */
function textOf(args: unknown): string {
  try {
    return JSON.stringify(args) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
