import type { Sql } from '../postgres/connect.ts';
import type { Sensitivity } from '../schema/artifacts.ts';
import { keyScopes } from '../schema/keys.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export { keyScopes };

export type KeyScope = (typeof keyScopes)[number];

/** A key as it is stored; times are RFC 3339. */
export type StoredKey = {
  /** Never another key's, not even one of the same name. */
  id: string;
  name: string;
  scope: KeyScope;
  toolsets: string[] | null;
  project: string | null;
  /** The most sensitive documents it sees; null: all of them. */
  maxSensitivity: Sensitivity | null;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  rotatedAt: string | null;
  /** SHA-256 of the secret, and of the one before as long as that still counts. */
  secretHash: string;
  previousHash: string | null;
  previousUntil: string | null;
};

type Row = {
  id: string;
  name: string;
  scope: KeyScope;
  toolsets: string[] | null;
  project: string | null;
  max_sensitivity: Sensitivity | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  rotated_at: string | null;
  secret_hash: string;
  previous_hash: string | null;
  previous_until: string | null;
};

const time = (text: string | null): string | null => (text === null ? null : rfc3339(text));

const toKey = (row: Row): StoredKey => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  toolsets: row.toolsets,
  project: row.project,
  maxSensitivity: row.max_sensitivity,
  createdAt: rfc3339(row.created_at),
  expiresAt: time(row.expires_at),
  revokedAt: time(row.revoked_at),
  rotatedAt: time(row.rotated_at),
  secretHash: row.secret_hash,
  previousHash: row.previous_hash,
  previousUntil: time(row.previous_until),
});

/** All keys, those that no longer count included: that there is one says that keys are in use. */
export async function allKeys(sql: Sql): Promise<StoredKey[]> {
  return (await sql<Row[]>`select * from api_keys order by created_at, name`).map(toKey);
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

/** Adds a key; undefined when its name was ever given before. */
export async function addKey(sql: Sql, key: NewKey, at: Date): Promise<StoredKey | undefined> {
  const [row] = await sql<Row[]>`
    insert into api_keys (name, secret_hash, scope, toolsets, project, max_sensitivity, created_at,
      expires_at)
    values (${key.name}, ${key.secretHash}, ${key.scope}, ${key.toolsets}::text[], ${key.project},
      ${key.maxSensitivity ?? null}, ${at.toISOString()}::text::timestamptz, ${key.expiresAt}::text::timestamptz)
    on conflict (name) do nothing
    returning *`;
  return row && toKey(row);
}

/**
 * Gives a key that is not revoked another secret; the old one counts until `previousUntil`.
 *
 * @returns undefined when there is no such key.
 */
export async function rotateKey(
  sql: Sql,
  name: string,
  secretHash: string,
  at: Date,
  previousUntil: Date,
): Promise<StoredKey | undefined> {
  const [row] = await sql<Row[]>`
    update api_keys
    set previous_hash = secret_hash, previous_until = ${previousUntil.toISOString()}::text::timestamptz,
        secret_hash = ${secretHash}, rotated_at = ${at.toISOString()}::text::timestamptz
    where name = ${name} and revoked_at is null
    returning *`;
  return row && toKey(row);
}

/** Revokes a key for good; a key that is revoked already stays as it is. Undefined when there is none. */
export async function revokeKey(sql: Sql, name: string, at: Date): Promise<StoredKey | undefined> {
  const [row] = await sql<Row[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at.toISOString()}::text::timestamptz)
    where name = ${name} returning *`;
  return row && toKey(row);
}

/** Takes a key out for good, its name included. True when there was one that no longer counted. */
export async function removeKey(sql: Sql, name: string, at: Date): Promise<boolean> {
  const rows = await sql`
    delete from api_keys
    where name = ${name} and (revoked_at is not null or expires_at <= ${at.toISOString()}::text::timestamptz)
    returning name`;
  return rows.length > 0;
}

/** When each of these keys was last used, as the audit log has it. */
export async function lastUses(sql: Sql, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; at: string }[]>`
    select name, last.at from unnest(${names as string[]}::text[]) as name
    cross join lateral (select at from audit_log where key_id = name order by at desc limit 1) as last`;
  return new Map(rows.map(({ name, at }) => [name, rfc3339(at)]));
}
