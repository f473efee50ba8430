import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../postgres/connect.ts';
import type { FileEnd } from './format.ts';

/** The key that this lake signs its backups with. */
export type BackupKey = Buffer;

/** Identifies a key without revealing anything about it. */
const nameOf = (key: BackupKey): string =>
  createHash('sha256').update('dewey backup key').update(key).digest('hex').slice(0, 16);

/** HMAC-SHA256 of the last line, which holds the checksum of every byte before it. */
const macOf = (key: BackupKey, { tables, rows, bytes, sha256 }: FileEnd): Buffer =>
  createHmac('sha256', key).update(`dewey backup 1\n${tables}\n${rows}\n${bytes}\n${sha256}\n`).digest();

export const signed = (end: FileEnd, key: BackupKey): FileEnd => ({
  ...end,
  signature: { key: nameOf(key), hmac_sha256: macOf(key, end).toString('hex') },
});

/** `own`: made by this lake and not changed since; `other`: signed with another key; `none`: not signed; `false`: forged. */
export type Provenance = 'own' | 'other' | 'none' | 'false';

export function provenanceOf(end: FileEnd, key: BackupKey | undefined): Provenance {
  if (!end.signature) return 'none';
  if (!key || end.signature.key !== nameOf(key)) return 'other';
  const given = Buffer.from(end.signature.hmac_sha256, 'hex');
  const right = macOf(key, end);
  return given.length === right.length && timingSafeEqual(given, right) ? 'own' : 'false';
}

/** What a file of unknown origin may activate. */
export type Trusted = { keys: boolean; contexts: boolean };

/** What was restored but made inactive. */
export type Quarantined = { keys: string[]; contexts: string[] };

/** Revokes the API keys and deactivates the startup contexts that came from a file of unknown origin. */
export async function quarantine(tx: Sql, trusted: Trusted): Promise<Quarantined> {
  const there = async (table: string) => {
    const [row] = await tx<{ yes: boolean }[]>`select to_regclass(${`public.${table}`}) is not null as yes`;
    return row?.yes ?? false;
  };
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
  return {
    keys:
      trusted.keys || !(await there('api_keys'))
        ? []
        : names(
            await tx<{ name: string }[]>`
              update api_keys set revoked_at = now()
              where revoked_at is null and (expires_at is null or expires_at > now()) returning name`,
          ),
    contexts:
      trusted.contexts || !(await there('startup_contexts')) ? [] : names(await deactivateContexts(tx)),
  };
}

/** The tables of an older backup, which are migrated afterwards, have no contexts of projects. */
async function deactivateContexts(tx: Sql): Promise<{ name: string }[]> {
  const [column] = await tx`
    select from information_schema.columns
    where table_schema = 'public' and table_name = 'startup_contexts' and column_name = 'active_in_project'`;
  const general = await tx<{ name: string }[]>`
    update startup_contexts set is_active = false where is_active returning name`;
  if (!column) return general;
  const own = await tx<{ name: string }[]>`
    update startup_contexts set active_in_project = false where active_in_project returning name`;
  return [...general, ...own];
}
