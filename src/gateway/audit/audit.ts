import { hash } from 'node:crypto';
import { type AuditRow, appendToAudit } from '../../db/admin/audit-chain.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { AuditedCallHeader, AuditJournal, Ending, Journals } from './journal.ts';

/** A call as recorded in the audit log. */
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
  /** It was allowed and changed nothing: its row may be lost when the process is killed within a second. */
  reads?: boolean | undefined;
};

/** A call that may change something. */
export type AuditedCall = {
  /** Resolves when the row survives a machine crash or, without a journal, when it is stored. Never rejects. */
  end(ending: Ending): Promise<void>;
};

export type Audit = {
  /** Records a call. Rows of reads wait in memory; all others survive the process on return. */
  record(entry: AuditEntry): void;
  /** Records the start of a call: if the machine stops while it runs, its row has the outcome `unknown`. */
  begin(
    entry: Omit<AuditEntry, 'outcome' | 'durationMs' | 'reads'>,
    /** The row survives a machine crash only a moment later, though the process at once: for very frequent calls. */
    options?: { relaxed?: boolean },
  ): AuditedCall;
  /** Number of rows not in the table yet. */
  waiting(): number;
  /** Stores the waiting rows; resolves when done or timed out. Rows in a journal are stored later then. */
  drain(): Promise<void>;
};

const batchSize = 500;
const flushAfterMs = 1000;
/** The longest that a hanging database delays a response or the shutdown. */
const drainTimeoutMs = 3000;
/** Limit of rows in memory during a database outage: beyond it, changes are kept in the journal only, and reads dropped. */
const mostWaiting = 50_000;
const longestJournal = 4_000_000;
const lookAgainMs = 30_000;
const longestName = 500;
/** Syncing for each stored message would cost a third of the throughput on a busy disk. */
const syncWithinMs = 200;

/**
 * Writes the audit log in batches. With journals, no call waits for the table: its row is on disk before the response,
 * and rows that a crash kept from the table are stored at the next start.
 */
export function createAudit(sql: Pool, log: Log, journals?: Journals): Audit {
  let waiting: AuditRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let journal: AuditJournal | undefined;
  /** Full journals with calls that have not ended; `aside` if their rows will be read from the file again. */
  const retired = new Map<AuditJournal, { aside: boolean }>();
  let failing = false;
  /** Journals with a scheduled sync. */
  const syncing = new Set<AuditJournal>();

  const inLine = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work).catch((err: unknown) => {
      log.warn({ err, waiting: waiting.length }, 'audit rows could not be stored; they are waiting');
    });
    return working;
  };
  const flush = () => {
    timer = undefined;
    return inLine(async () => {
      // Rows that arrive meanwhile wait for the next flush; otherwise each would take a transaction of its own.
      for (let left = waiting.length; left > 0 && waiting.length > 0; left -= batchSize) {
        const batch = waiting.slice(0, Math.min(batchSize, left));
        await appendToAudit(sql, batch);
        const stored = new Set(batch);
        // Rows keep their order: the stored ones are in front, however many were dropped meanwhile.
        const first = waiting.findIndex((row) => !stored.has(row));
        waiting = first === -1 ? [] : waiting.slice(first);
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
        await old.close({ remove: !aside }).catch(onJournalFailure);
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
      'the database has been unavailable for too long: audit rows of reads were dropped, those of changes are kept on disk',
    );
  };

  /** A journal that cannot be written does not block calls; they wait for the table instead. */
  const onJournalFailure = (err: unknown) => {
    if (!failing) log.error({ err }, 'the audit journal cannot be written; calls are waiting for the table');
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
      onJournalFailure(err);
      return undefined;
    }
  };

  const syncSoon = (to: AuditJournal) => {
    if (syncing.has(to)) return;
    syncing.add(to);
    setTimeout(() => {
      syncing.delete(to);
      to.synced().catch(onJournalFailure);
    }, syncWithinMs).unref();
  };

  /** Stores the rows in journals of killed processes. */
  const recover = (from: Journals) =>
    inLine(async () => {
      for (const { name, path } of from.abandoned()) {
        const { rows, damaged } = await from.read(name, path);
        for (let i = 0; i < rows.length; i += batchSize)
          await appendToAudit(sql, rows.slice(i, i + batchSize));
        if (damaged > 0) log.error({ name, damaged }, 'an audit journal has damaged lines');
        if (rows.length > 0)
          log.info({ name, rows: rows.length }, 'audit rows of a killed process were stored');
        await from.remove(path);
      }
    });
  const recovering = journals && setInterval(() => void recover(journals), lookAgainMs).unref();
  if (journals) void recover(journals);

  return {
    waiting: () => waiting.length,
    record(entry) {
      const header = headerOf(entry);
      const kept = entry.reads
        ? undefined
        : onDisk((to) => {
            const number = to.add(rowOf(header, entry));
            to.write();
            return { journal: to.name, number };
          });
      put(rowOf(header, entry, kept));
    },
    begin(entry, { relaxed = false } = {}) {
      const header = headerOf(entry);
      const call = onDisk((to) => {
        const number = to.begin(header);
        return { to, number, safe: relaxed ? Promise.resolve(syncSoon(to)) : to.synced() };
      });
      const safe = call?.safe.then(
        () => true,
        (err: unknown) => {
          onJournalFailure(err);
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
                onJournalFailure(err);
                return undefined;
              },
            ));
          if (!call || !retired.get(call.to)?.aside) put(rowOf(header, ending, kept));
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
      // Rows that are not stored by now are read by the next process.
      for (const old of retired.keys()) await old.close({ remove: false }).catch(onJournalFailure);
      retired.clear();
    },
  };
}

export function headerOf({
  at,
  tool,
  requestId,
  client,
  keyId,
  args,
}: Omit<AuditEntry, 'outcome' | 'durationMs'>): AuditedCallHeader {
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

/** Each field by its name: an object put together by spreading takes four times the room, and thousands wait. */
const rowOf = (
  { tool, requestId, client, keyId, argsBytes, argsHash }: AuditedCallHeader,
  { at, outcome, durationMs }: Ending,
  kept?: AuditRow['kept'],
): AuditRow => ({ at, tool, outcome, durationMs, requestId, client, keyId, argsBytes, argsHash, kept });

/** Clients choose their names freely; one row that cannot be stored would block all others. */
const storable = (name: string): string =>
  name.slice(0, longestName).toWellFormed().replaceAll('\0', '\ufffd');

/** The JSON of the arguments; empty when nested too deeply for the stack, as such calls are refused. */
function textOf(args: unknown): string {
  try {
    return JSON.stringify(args) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
