import { createHash } from 'node:crypto';
import type { StoredKey } from '../../db/admin/keys.ts';
import type { Changes } from '../notify/changes.ts';
import { Identity } from './identity.ts';

/** What a secret stands for, by its terms and until when; or why it stands for nobody. */
export type Entry = { identity: Identity; terms: string; until: number | undefined; problem?: never };
export type Dead = { problem: string };

const revoked = 'the key was revoked';
export const expired = 'the key has expired';

/** What each secret stands for; who has not changed stays the same object. */
export function entriesOf(
  keys: readonly StoredKey[],
  before: ReadonlyMap<string, Entry | Dead>,
  now: number,
): Map<string, Entry | Dead> {
  const entries = new Map<string, Entry | Dead>();
  const add = (key: StoredKey, hash: string, until: number | undefined, over: string) => {
    if (key.revokedAt !== null) return entries.set(hash, { problem: revoked });
    if (until !== undefined && until <= now) return entries.set(hash, { problem: over });
    const { id, name, scope, toolsets, project, maxSensitivity } = key;
    const terms = JSON.stringify([id, name, scope, toolsets, project, maxSensitivity]);
    const old = before.get(hash);
    const same = old && 'identity' in old && old.terms === terms ? old.identity : undefined;
    const reach = {
      toolsets: toolsets ?? undefined,
      project: project ?? undefined,
      maxSensitivity: maxSensitivity ?? undefined,
    };
    const identity = same ?? new Identity(name, scope, reach, `key:${id}`);
    return entries.set(hash, { identity, terms, until });
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
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Keyring = {
  /** Who a secret belongs to, or why it belongs to nobody. */
  find(secret: string): Identity | { problem: string };
  /** Who comes without a key; undefined where one is wanted, and until that is known. */
  anonymous(): Identity | undefined;
  /** True when it is certain that a key is wanted, be it only from an earlier start. */
  wanted(): boolean;
  /** False until the keys of the database were read for the first time. */
  known(): boolean;
  /** Resolves when the keys of the database are known, or could not be read in this time. */
  settled(timeoutMs: number): Promise<void>;
  /** Follows changes of keys from now on. */
  start(changes: Changes | undefined): void;
  stop(): void;
};
