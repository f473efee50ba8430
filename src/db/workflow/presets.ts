import type { Sql } from '../postgres/connect.ts';

/** A user-defined preset. The configuration is stored as JSON text, because the order of its gates matters. */
export type StoredPreset = { name: string; config: unknown };

export async function listPresets(sql: Sql): Promise<StoredPreset[]> {
  const rows = await sql<{ name: string; config: string }[]>`
    select name, config::text as config from workflow_presets where deleted_at is null order by name`;
  return rows.map(({ name, config }) => ({ name, config: JSON.parse(config) }));
}

export async function findPreset(sql: Sql, name: string): Promise<unknown> {
  const [row] = await sql<{ config: string }[]>`
    select config::text as config from workflow_presets where name = ${name} and deleted_at is null`;
  return row && JSON.parse(row.config);
}

/**
 * Creates a preset or replaces its configuration. One that reuses a deleted name is new; the deleted one is gone.
 *
 * @returns false when it already existed with this configuration.
 */
export async function savePreset(sql: Sql, name: string, config: unknown, at: Date): Promise<boolean> {
  const text = JSON.stringify(config);
  const time = at.toISOString();
  const rows = await sql`
    insert into workflow_presets as p (name, config, created_at, updated_at)
    values (${name}, ${text}::text::json, ${time}::text::timestamptz, ${time}::text::timestamptz)
    on conflict (name) do update
    set config = excluded.config, updated_at = excluded.updated_at, deleted_at = null,
        created_at = case when p.deleted_at is null then p.created_at else excluded.created_at end
    where p.config::text <> excluded.config::text or p.deleted_at is not null
    returning name`;
  return rows.length === 1;
}
