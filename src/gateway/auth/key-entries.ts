import { createHash } from 'node:crypto';
import type { StoredKey } from '../../db/admin/keys.ts';
import type { Changes } from '../notify/changes.ts';
import { Identity } from './identity.ts';

/** The identity behind a secret, with its terms and expiry, or the reason why the secret is invalid. */
export type Entry = { identity: Identity; terms: string; until: number | undefined; problem?: never };
export type Dead = { problem: string };

const revoked = 'the key was revoked';
export const expired = 'the key has expired';

/** Maps each secret hash to its entry; identities whose terms are unchanged are kept. */
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

/** Secrets are looked up by hash, so that the lookup time reveals nothing about them. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Keyring = {
  /** The identity of a secret, or the reason why the secret is invalid. */
  find(secret: string): Identity | { problem: string };
  /** The identity of a request without a key; undefined where a key is required, and until that is known. */
  anonymous(): Identity | undefined;
  /** True when a key is certainly required, even if that is known only from an earlier run. */
  wanted(): boolean;
  /** False until the keys of the database have been read once. */
  known(): boolean;
  /** Resolves once the keys of the database are known, or after the timeout. */
  settled(timeoutMs: number): Promise<void>;
  /** Starts following key changes. */
  start(changes: Changes | undefined): void;
  stop(): void;
};
