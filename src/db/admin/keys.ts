import type { Sql } from '../postgres/connect.ts';
import type { Sensitivity } from '../schema/artifacts.ts';
import { keyScopes } from '../schema/keys.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export { keyScopes };

export type KeyScope = (typeof keyScopes)[number];

/** A key as it is stored; times are RFC 3339. */
export type StoredKey = {
  /** Unique for ever: a key created later under the same name gets another id. */
  id: string;
  name: string;
  scope: KeyScope;
  toolsets: string[] | null;
  project: string | null;
  /** The highest sensitivity of documents it may see; null: all documents. */
  maxSensitivity: Sensitivity | null;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  rotatedAt: string | null;
  /** SHA-256 of the secret, and of the previous one while that is still valid. */
  secretHash: string;
  previousHash: string | null;
  previousUntil: string | null;
};

const time = (text: string | null): string | null => (text === null ? null : rfc3339(text));

const toKey = (row: StoredKey): StoredKey => ({
  ...row,
  createdAt: rfc3339(row.createdAt),
  expiresAt: time(row.expiresAt),
  revokedAt: time(row.revokedAt),
  rotatedAt: time(row.rotatedAt),
  previousUntil: time(row.previousUntil),
});

/** All keys, including those no longer valid: if there is any, keys are in use. */
export async function allKeys(sql: Sql): Promise<StoredKey[]> {
  return (await sql<StoredKey[]>`select * from api_keys order by created_at, name`).map(toKey);
}

/**
 * The names of owners as keys have them, the ended ones included: `key:` and an id by its row, `env:` by itself. One that
 * is neither, or whose key was removed, has none.
 */
export async function ownerNames(sql: Sql, owners: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const ids: string[] = [];
  for (const owner of owners) {
    if (owner.startsWith('env:')) names.set(owner, owner.slice('env:'.length));
    else if (keyOwner.test(owner)) ids.push(owner.slice('key:'.length));
  }
  if (ids.length === 0) return names;
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from api_keys where id = any(${ids}::text[]::uuid[])`;
  for (const { id, name } of rows) names.set(`key:${id}`, name);
  return names;
}

const keyOwner = /^key:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export type NewKey = Pick<StoredKey, 'name' | 'scope' | 'toolsets' | 'project' | 'expiresAt' | 'secretHash'> &
  Partial<Pick<StoredKey, 'maxSensitivity'>>;

/** Adds a key; undefined when its name was ever used before. */
export async function addKey(sql: Sql, key: NewKey, at: Date): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`
    insert into api_keys (name, secret_hash, scope, toolsets, project, max_sensitivity, created_at,
      expires_at)
    values (${key.name}, ${key.secretHash}, ${key.scope}, ${key.toolsets}::text[], ${key.project},
      ${key.maxSensitivity ?? null}, ${at.toISOString()}::text::timestamptz, ${key.expiresAt}::text::timestamptz)
    on conflict (name) do nothing
    returning *`;
  return row && toKey(row);
}

/**
 * Gives a key that is not revoked a new secret; the old one stays valid until `previousUntil`.
 *
 * @returns undefined when no such key exists.
 */
export async function rotateKey(
  sql: Sql,
  name: string,
  secretHash: string,
  at: Date,
  previousUntil: Date,
): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`
    update api_keys
    set previous_hash = secret_hash, previous_until = ${previousUntil.toISOString()}::text::timestamptz,
        secret_hash = ${secretHash}, rotated_at = ${at.toISOString()}::text::timestamptz
    where name = ${name} and revoked_at is null
    returning *`;
  return row && toKey(row);
}

/** Revokes a key permanently; no effect on a key that is already revoked. Undefined when no such key exists. */
export async function revokeKey(sql: Sql, name: string, at: Date): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at.toISOString()}::text::timestamptz)
    where name = ${name} returning *`;
  return row && toKey(row);
}

/** Deletes a key that is no longer valid, and frees its name. True when there was one. */
export async function removeKey(sql: Sql, name: string, at: Date): Promise<boolean> {
  const rows = await sql`
    delete from api_keys
    where name = ${name} and (revoked_at is not null or expires_at <= ${at.toISOString()}::text::timestamptz)
    returning name`;
  return rows.length > 0;
}

/** When each of these keys was last used, according to the audit log. */
export async function lastUses(sql: Sql, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; at: string }[]>`
    select name, last.at from unnest(${names as string[]}::text[]) as name
    cross join lateral (select at from audit_log where key_id = name order by at desc limit 1) as last`;
  return new Map(rows.map(({ name, at }) => [name, rfc3339(at)]));
}
