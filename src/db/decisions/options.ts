import type { Sql } from '../postgres/connect.ts';
import type { optionDirections, optionRoles } from '../schema/decision-options.ts';

/** An option of a decision. */
export type StoredOption = {
  /** The canonical key. */
  option: string;
  /** The name to show. */
  label: string;
  role: (typeof optionRoles)[number];
  direction: (typeof optionDirections)[number];
};

/** Replaces the options of these decisions, whose rows the transaction has locked. */
export async function saveOptions(
  tx: Sql,
  from: 'statement' | 'correction',
  read: readonly { decisionId: string; options: readonly StoredOption[] }[],
): Promise<void> {
  if (read.length === 0) return;
  const ids = read.map(({ decisionId }) => decisionId);
  const rows = read.flatMap(({ decisionId, options }) =>
    options.map((one, position) => ({ ...one, decisionId, position })),
  );
  await tx`delete from decision_options where decision_id = any(${ids}::text[])`;
  await tx`
    insert into decision_options (decision_id, option, label, role, direction, position)
    select * from unnest(${rows.map((row) => row.decisionId)}::text[], ${rows.map((row) => row.option)}::text[],
      ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.role)}::text[],
      ${rows.map((row) => row.direction)}::text[], ${rows.map((row) => row.position)}::int[])
    on conflict do nothing`;
  await tx`update decisions set options_from = ${from} where id = any(${ids}::text[])`;
}

/**
 * Locks decisions of a domain, or of all, whose options have not been read yet. Those that another transaction holds are
 * left out: it may wait for this one.
 */
export async function unreadDecisions(
  sql: Sql,
  domain: string | undefined,
  limit: number,
): Promise<{ id: string; statement: string; alternatives: string[] }[]> {
  return await sql<{ id: string; statement: string; alternatives: string[] }[]>`
    select id, statement, alternatives from decisions
    where options_from is null ${domain === undefined ? sql`` : sql`and domain = ${domain}`}
    order by id limit ${limit} for update skip locked`;
}

/** The options of decisions; those not read yet are left out. */
export async function optionsOf(sql: Sql, ids: readonly string[]): Promise<Map<string, StoredOption[]>> {
  const rows = await sql<(StoredOption & { decisionId: string })[]>`
    select decision_id, option, label, role, direction from decision_options
    where decision_id = any(${[...ids]}::text[]) order by decision_id, position`;
  const found = new Map<string, StoredOption[]>();
  for (const { decisionId, ...option } of rows)
    found.set(decisionId, [...(found.get(decisionId) ?? []), option]);
  return found;
}
