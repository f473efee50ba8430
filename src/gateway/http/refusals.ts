import type { Audit } from '../audit/audit.ts';

/** Names in the audit log of a refused request, and of the summary of those without a row of their own. */
export const refusedRequest = 'refused request';
export const moreRefused = 'more refused requests';

/** Rows per minute, so that refused requests cannot flood the log: per address, and in total. */
const rowsOfAddress = 10;
const rowsOfAll = 100;
const minuteMs = 60_000;
/** The first wait of an address that sent too many wrong keys; it doubles each time, up to the maximum. */
const firstWaitMs = 30_000;
const longestWaitMs = 600_000;
/** Beyond this many addresses in ten minutes, further ones are counted as one. */
const mostAddresses = 10_000;
const elsewhere = 'elsewhere';

type Seen = {
  /** Wrong keys in the current minute. */
  wrong: number;
  minuteEnds: number;
  waitsUntil: number;
  waitMs: number;
  rows: number;
  more: number;
  /** The outcome that those without a row share; undefined when they have several. */
  outcome: string | undefined;
  last: number;
};

export type Refusals = {
  /** Records the refusal, or counts it for the summary row of the minute. */
  note(
    address: string,
    row: { outcome: string; requestId: string; keyId?: string | undefined; what: string },
  ): void;
  /**
   * Counts a wrong key. Valid keys are checked first and never refused here, since all programs on a machine, and
   * everyone behind one router, share an address. No connection is held open: the client is told how long to wait.
   *
   * @returns seconds to wait, if the address exceeded its limit for the minute.
   */
  wrongKey(address: string): number | undefined;
  /** Writes the summaries of the current minute. */
  stop(): void;
};

/** @param mostWrong wrong keys per minute and address; null for no limit. */
export function createRefusals(
  audit: Pick<Audit, 'record'>,
  clock: () => Date,
  mostWrong: number | null,
  now: () => number = () => performance.now(),
): Refusals {
  const seen = new Map<string, Seen>();
  let rows = 0;
  let timer: NodeJS.Timeout | undefined;

  const of = (address: string): Seen => {
    const key = seen.has(address) || seen.size < mostAddresses ? address : elsewhere;
    let entry = seen.get(key);
    if (!entry) {
      entry = {
        wrong: 0,
        minuteEnds: 0,
        waitsUntil: 0,
        waitMs: 0,
        rows: 0,
        more: 0,
        outcome: undefined,
        last: 0,
      };
      seen.set(key, entry);
    }
    entry.last = now();
    timer ??= setTimeout(sweep, minuteMs).unref();
    return entry;
  };

  const leave = (
    tool: string,
    row: { outcome: string; requestId: string; keyId?: string | undefined },
    what: string,
  ) => audit.record({ ...row, at: clock(), tool, durationMs: 0, client: oneLine(what), args: undefined });

  const sum = () => {
    rows = 0;
    let others = 0;
    for (const [address, entry] of seen) {
      if (entry.more > 0 && rows < rowsOfAll) {
        rows += 1;
        const outcome = entry.outcome ?? 'refused';
        leave(moreRefused, { outcome, requestId: '' }, `${address} ${entry.more} more`);
      } else others += entry.more;
      entry.rows = 0;
      entry.more = 0;
    }
    if (others > 0) leave(moreRefused, { outcome: 'refused', requestId: '' }, `${elsewhere} ${others} more`);
    rows = 0;
  };

  const sweep = () => {
    timer = undefined;
    sum();
    const old = now() - longestWaitMs;
    for (const [address, entry] of seen)
      if (entry.last < old && entry.waitsUntil < now()) seen.delete(address);
    if (seen.size > 0) timer = setTimeout(sweep, minuteMs).unref();
  };

  return {
    note(address, { what, ...row }) {
      const entry = of(address);
      if (entry.rows >= rowsOfAddress || rows >= rowsOfAll) {
        entry.outcome = entry.more === 0 || entry.outcome === row.outcome ? row.outcome : undefined;
        entry.more += 1;
        return;
      }
      entry.rows += 1;
      rows += 1;
      leave(refusedRequest, row, `${address} ${what}`);
    },
    wrongKey(address) {
      if (mostWrong === null) return undefined;
      const entry = of(address);
      const time = now();
      if (time >= entry.minuteEnds) Object.assign(entry, { wrong: 0, minuteEnds: time + minuteMs });
      entry.wrong += 1;
      if (time >= entry.waitsUntil) {
        if (entry.wrong <= mostWrong) return undefined;
        entry.waitMs = Math.min(entry.waitMs * 2 || firstWaitMs, longestWaitMs);
        Object.assign(entry, { waitsUntil: time + entry.waitMs, wrong: 0 });
      }
      return Math.ceil((entry.waitsUntil - time) / 1000);
    },
    stop() {
      clearTimeout(timer);
      sum();
    },
  };
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);
