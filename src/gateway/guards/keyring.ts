import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/connect.ts';
import { failureCode } from '../../db/failure.ts';
import { allKeys, type StoredKey } from '../../db/keys.ts';
import type { Log } from '../../handlers/deps.ts';
import type { Changes } from '../changes.ts';
import { clock } from '../clock-and-ids.ts';
import type { ApiKey, Config } from '../env.ts';
import { Identity } from './identity.ts';

/** What is told, as if it were a resource, when a key was changed. */
export const keysAddress = 'dewey:keys';

export type Keyring = {
  /** Who a secret belongs to, or why it belongs to nobody. */
  find(secret: string): Identity | { problem: string };
  /** Who comes without a key; undefined where one is wanted. */
  anonymous(): Identity | undefined;
  /** False until the keys of the database were read for the first time. */
  known(): boolean;
  /** Resolves when the keys of the database are known, or could not be read in this time. */
  settled(patienceMs: number): Promise<void>;
  /** Follows changes of keys from now on. */
  start(changes: Changes | undefined): void;
  stop(): void;
};

export type KeyringOptions = {
  /** Keys of the environment. */
  fixed: readonly ApiKey[];
  /** Wants a key even if there is none. */
  required: boolean;
  /** Reads the keys of the database; absent where there is none. */
  read: (() => Promise<readonly StoredKey[]>) | undefined;
  /** How often they are read again, besides when a change is told. */
  everyMs: number;
  clock: () => Date;
  log: Log;
};

/** A change is heard of at once; this is for when it was not, as behind a pooler that does not pass notifications. */
const readAgainMs = 5000;
const retryMs = 500;
const longestTimerMs = 86_400_000;

type Entry = { identity: Identity; terms: string; until: number | undefined; problem?: never };
type Dead = { problem: string };

/** The keys of a configuration and of its database, where there is one. */
export const keyringOf = (
  config: Pick<Config, 'apiKeys' | 'requireKey'>,
  db: (() => Promise<Pick<Database, 'sql'>>) | undefined,
  log: Log,
  everyMs = readAgainMs,
): Keyring =>
  createKeyring({
    everyMs,
    fixed: config.apiKeys,
    required: config.requireKey,
    read: db && (async () => allKeys((await db()).sql)),
    clock,
    log,
  });

/** The keys of the environment and of the database, in memory: checking one costs a hash and no round trip. */
export function createKeyring({ fixed, required, read, everyMs, clock, log }: KeyringOptions): Keyring {
  const own = new Map<string, Entry>(
    fixed.map((key) => [
      sha256(key.secret),
      { identity: new Identity(key.name, key.scope), terms: '', until: undefined },
    ]),
  );
  let stored = new Map<string, Entry | Dead>();
  let nobody = required || fixed.length > 0 ? undefined : new Identity(undefined, 'admin');
  let known = read === undefined;
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
    if (keys.length > 0 && nobody) {
      nobody.end('a key is wanted from now on');
      nobody = undefined;
    } else if (keys.length === 0 && !required && fixed.length === 0)
      nobody ??= new Identity(undefined, 'admin');
    known = true;
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
    // One that was begun before the change may not have seen it.
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
        // Those that are known stay; what has expired does so by itself.
        if (!failing) log.warn({ code: failureCode(err), err }, 'API keys could not be read; trying again');
        failing = true;
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
        return await reload(); // what was changed before it was heard
      } catch {
        // The database is away; the repeated reading does without.
        await delay(readAgainMs, undefined, { ref: false });
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
    anonymous: () => nobody,
    known: () => known,
    async settled(patienceMs) {
      if (known) return;
      await Promise.race([reload(), delay(patienceMs, undefined, { ref: false })]);
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

const revoked = 'the key was revoked';
const expired = 'the key has expired';

/** What each secret stands for; who has not changed stays the same object. */
function entriesOf(
  keys: readonly StoredKey[],
  before: ReadonlyMap<string, Entry | Dead>,
  now: number,
): Map<string, Entry | Dead> {
  const entries = new Map<string, Entry | Dead>();
  const add = (key: StoredKey, hash: string, until: number | undefined, over: string) => {
    if (key.revokedAt !== null) return entries.set(hash, { problem: revoked });
    if (until !== undefined && until <= now) return entries.set(hash, { problem: over });
    const { name, scope, toolsets, project } = key;
    const terms = JSON.stringify([name, scope, toolsets, project]);
    const old = before.get(hash);
    const same = old && 'identity' in old && old.terms === terms ? old.identity : undefined;
    const reach = { toolsets: toolsets ?? undefined, project: project ?? undefined };
    return entries.set(hash, { identity: same ?? new Identity(name, scope, reach), terms, until });
  };
  for (const key of keys) {
    const ends = key.expiresAt === null ? undefined : Date.parse(key.expiresAt);
    if (key.previousHash !== null && key.previousUntil !== null) {
      const until = Math.min(Date.parse(key.previousUntil), ends ?? Number.POSITIVE_INFINITY);
      add(key, key.previousHash, until, 'the key was given a new secret');
    }
    add(key, key.secretHash, ends, expired);
  }
  return entries;
}

/** Secrets are looked up by their hash: how long that takes says nothing about them. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
