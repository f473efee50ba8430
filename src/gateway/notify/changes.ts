import type { Pool } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Listener, listenTo } from './listen.ts';

/** Addresses of resources that changed; `all` when some may have been missed, so that everything is to be read again. */
export type Change = readonly string[] | 'all';

/** Whether what changed shows at an address: it is one of them, or one of them with a query that picks from it. */
export function concerns(change: readonly string[], uri: string): boolean {
  const query = uri.indexOf('?');
  return change.includes(uri) || (query > 0 && change.includes(uri.slice(0, query)));
}

/** Tells subscribers in every process on the same database which resources have changed. */
export type Changes = {
  /** To be called after COMMIT. Returns at once; what changes in quick succession is told once. */
  publish(uris: readonly string[]): void;
  /** Resolves when changes will be heard from now on, with the way to stop. */
  subscribe(listener: (change: Change) => void): Promise<() => void>;
  close(): Promise<void>;
};

const channel = 'dewey_changes';
const tellAfterMs = 100;
const retryAfterMs = 1000;
const closeTimeoutMs = 1000;
/** PostgreSQL takes payloads below 8,000 bytes. */
const maxPayloadBytes = 7900;
/** With more than this waiting, one "everything" is cheaper for all. */
const mostWaiting = 2000;

/**
 * Changes travel by NOTIFY, outside of any transaction that writes: inside, it would make commits wait for each other.
 * One connection a process listens, opened with the first subscriber and kept.
 *
 * @param listenUrl a direct connection; LISTEN does not pass a pooler that hands out connections by transaction.
 */
export function createChanges(sql: Pool, listenUrl: string, log: Log): Changes {
  const listeners = new Set<(change: Change) => void>();
  const waiting = new Set<string>();
  let lost = false;
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<Listener> | undefined;

  const notify = (change: Change) => {
    for (const listener of listeners) listener(change);
  };

  const onNotification = (payload: string) => notify(payload === 'all' ? 'all' : payload.split('\n'));

  const flush = async () => {
    timer = undefined;
    const payloads = lost || waiting.size > mostWaiting ? ['all'] : pack([...waiting]);
    waiting.clear();
    lost = false;
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`;
    } catch (err) {
      log.warn({ err }, 'changes could not be told; subscribers will be asked to read everything again');
      lost = true;
      timer ??= setTimeout(() => void flush(), retryAfterMs).unref();
    }
  };

  return {
    publish(uris) {
      for (const uri of uris) if (waiting.size <= mostWaiting) waiting.add(uri);
      if (waiting.size > 0) timer ??= setTimeout(() => void flush(), tellAfterMs).unref();
    },
    async subscribe(listener) {
      listening ??= listenTo({
        url: listenUrl,
        channel,
        onNotification,
        onReconnect: () => notify('all'),
        log,
      }).catch((error) => {
        listening = undefined;
        throw error;
      });
      await listening;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearTimeout(timer);
      // A database that hangs must not hold up the stop; subscribers read again when they are back.
      if (waiting.size > 0 || lost) await withTimeout(flush(), closeTimeoutMs);
      clearTimeout(timer);
      const listener = await listening?.catch(() => undefined); // it failed, so there is nothing to end
      await listener?.end();
    },
  };
}

/** Joins addresses into as few payloads as fit. */
function pack(uris: readonly string[]): string[] {
  const payloads: string[] = [];
  let current = '';
  for (const uri of uris) {
    const joined = current === '' ? uri : `${current}\n${uri}`;
    if (Buffer.byteLength(joined) <= maxPayloadBytes) current = joined;
    else {
      if (current !== '') payloads.push(current);
      current = Buffer.byteLength(uri) <= maxPayloadBytes ? uri : 'all';
    }
  }
  return current === '' ? payloads : [...payloads, current];
}
