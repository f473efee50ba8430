import type { Pool } from '../postgres/connect.ts';

/** Restores deleted startup contexts with their versions, inactive. @returns their names. */
export function restoreContexts(
  sql: Pool,
  what: { contextName: string } | { since: string },
): Promise<string[]> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ name: string }[]>`
      update startup_contexts set deleted_at = null
      where deleted_at is not null
        and ${'since' in what ? tx`deleted_at >= ${what.since}::text::timestamptz` : tx`name = ${what.contextName}`}
      returning name`;
    const names = rows.map(({ name }) => name);
    if (names.length > 0)
      await tx`delete from tombstones where kind = 'context' and parent = '' and source_id in ${tx(names)}`;
    return names;
  });
}
