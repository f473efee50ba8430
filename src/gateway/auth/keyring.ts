import { setTimeout as delay } from 'node:timers/promises';
import type { StoredKey } from '../../db/admin/keys.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { ApiKey } from '../config/env.ts';
import type { Changes } from '../notify/changes.ts';
import { Identity } from './identity.ts';
import { type Dead, type Entry, entriesOf, expired, type Keyring, sha256 } from './key-entries.ts';
import type { KeysInUse } from './keys-in-use.ts';

export type { Keyring };

/** The pseudo-resource announced when a key changes. */
export const keysAddress = 'dewey:keys';

export type KeyringOptions = {
  /** Keys from the environment. */
  fixed: readonly ApiKey[];
  /** Requires a key even if none exists. */
  required: boolean;
  /** Reads the keys of the database; absent where there is no database. */
  read: (() => Promise<readonly StoredKey[]>) | undefined;
  /** How often they are read again, in addition to change notifications. */
  everyMs: number;
  /** Remembers from earlier runs whether the database had keys; without it, only the database can tell. */
  memory?: KeysInUse | undefined;
  clock: () => Date;
  log: Log;
};

/** SQLSTATE of a table that does not exist. */
const tableMissing = '42P01';
const retryMs = 500;
const longestTimerMs = 86_400_000;

/**
 * The keys of the environment and the database, held in memory: checking one costs a hash and no round trip. Until the
 * database has been read once, only keys of the environment are valid and requests without a key are refused, because
 * only the database can tell that no keys are in use.
 */
export function createKeyring(options: KeyringOptions): Keyring {
  const { fixed, required, read, everyMs, memory, clock, log } = options;
  const own = new Map<string, Entry>(
    fixed.map((key) => [
      sha256(key.secret),
      { identity: new Identity(key.name, key.scope), terms: '', until: undefined },
    ]),
  );
  let stored = new Map<string, Entry | Dead>();
  let known = read === undefined;
  let anonymous = known && !required && fixed.length === 0 ? new Identity(undefined, 'admin') : undefined;
  let reading: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let failing = false;
  let expiry: NodeJS.Timeout | undefined;
  let repeat: NodeJS.Timeout | undefined;

  const take = (keys: readonly StoredKey[]) => {
    const now = clock().getTime();
    const before = stored;
    stored = entriesOf(keys, before, now);
    for (const [hash, old] of before) {
      const current = stored.get(hash);
      if ('identity' in old && !(current && 'identity' in current && current.identity === old.identity))
        old.identity.end(current?.problem ?? 'the key was changed');
    }
    if (keys.length > 0 && anonymous) {
      anonymous.end('a key is required from now on');
      anonymous = undefined;
    } else if (keys.length === 0 && !required && fixed.length === 0)
      anonymous ??= new Identity(undefined, 'admin');
    known = true;
    memory?.keep(keys.length > 0);
    wakeAtExpiry(now);
  };

  const wakeAtExpiry = (now: number) => {
    clearTimeout(expiry);
    const times = [...stored.values()].flatMap((entry) => ('until' in entry ? (entry.until ?? []) : []));
    if (times.length === 0 || stopped) return;
    const wait = Math.min(...times) - now;
    expiry = setTimeout(() => void reload(), Math.min(Math.max(wait, 0) + 5, longestTimerMs)).unref();
  };

  const reload = (): Promise<void> => {
    // A read that started before the change may have missed it.
    if (reading) again = true;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const readAll = async (): Promise<void> => {
    if (!read) return;
    do {
      again = false;
      try {
        take(await read());
        failing = false;
      } catch (err) {
        // Known keys stay valid; expiry needs no database.
        const code = failureCode(err);
        // On the first start the tables do not exist yet.
        if (!failing && code !== tableMissing)
          log.warn({ code, err }, 'API keys could not be read; trying again');
        failing = code !== tableMissing;
        for (const [hash, entry] of stored) if ('identity' in entry) expireOne(hash, entry);
      }
    } while (again && !stopped);
  };

  const expireOne = (hash: string, { identity, until }: Entry): Dead | undefined => {
    if (until === undefined || until > clock().getTime()) return undefined;
    const dead = { problem: expired };
    stored.set(hash, dead);
    identity.end(expired);
    return dead;
  };

  const follow = () => {
    if (stopped) return;
    repeat = setTimeout(() => void reload().then(follow), known ? everyMs : retryMs).unref();
  };

  const hear = async (changes: Changes) => {
    while (!stopped)
      try {
        await changes.subscribe((change) => {
          if (change === 'all' || change.includes(keysAddress)) void reload();
        });
        return await reload(); // picks up changes made before listening began
      } catch {
        // The database is unreachable; polling continues without notifications.
        await delay(everyMs, undefined, { ref: false });
      }
  };

  return {
    find(secret) {
      const hash = sha256(secret);
      const entry = own.get(hash) ?? stored.get(hash);
      if (!entry) return { problem: 'unknown key' };
      if (!('identity' in entry)) return entry;
      return expireOne(hash, entry) ?? entry.identity;
    },
    anonymous: () => anonymous,
    known: () => known,
    wanted: () => required || fixed.length > 0 || stored.size > 0 || (!known && memory?.last() === true),
    async settled(timeoutMs) {
      if (known) return;
      await withTimeout(reload(), timeoutMs);
    },
    start(changes) {
      if (!read) return;
      void reload().then(follow);
      if (changes) void hear(changes);
    },
    stop() {
      stopped = true;
      clearTimeout(expiry);
      clearTimeout(repeat);
    },
  };
}
