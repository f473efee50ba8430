import type { Pool } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Listener, listenTo } from './listen.ts';

/** Addresses of changed resources; `all` if some may have been missed, so that subscribers must re-read everything. */
export type Change = readonly string[] | 'all';

/** Whether a change affects an address: the address itself changed, or it is a changed one with a query. */
export function concerns(change: readonly string[], uri: string): boolean {
  const query = uri.indexOf('?');
  return change.includes(uri) || (query > 0 && change.includes(uri.slice(0, query)));
}

/** Notifies subscribers in every process on the same database of changed resources. */
export type Changes = {
  /** Call it after COMMIT. Returns at once; changes in quick succession are batched. */
  publish(uris: readonly string[]): void;
  /** Resolves once changes are being received, with a function that unsubscribes. */
  subscribe(listener: (change: Change) => void): Promise<() => void>;
  close(): Promise<void>;
};

const channel = 'dewey_changes';
const tellAfterMs = 100;
const retryAfterMs = 1000;
const closeTimeoutMs = 1000;
/** PostgreSQL accepts payloads below 8,000 bytes. */
const maxPayloadBytes = 7900;
/** Beyond this many, announcing "everything" is cheaper. */
const mostWaiting = 2000;

/**
 * Sends changes by NOTIFY, outside of any writing transaction: inside, it would serialize commits. Each process listens
 * on one connection, opened for the first subscriber and then kept.
 *
 * @param listenUrl a direct connection; LISTEN does not work through a transaction-level pooler.
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
      log.warn({ err }, 'changes could not be announced; subscribers will be asked to re-read everything');
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
      // A database that hangs must not delay shutdown; subscribers re-read when they reconnect.
      if (waiting.size > 0 || lost) await withTimeout(flush(), closeTimeoutMs);
      clearTimeout(timer);
      const listener = await listening?.catch(() => undefined); // it failed, so there is nothing to end
      await listener?.end();
    },
  };
}

/** Joins addresses into as few payloads as possible. */
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
