import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';

export type Policy = {
  id: number;
  /** Null: all projects. */
  project: string | null;
  /** Null: whole conversations. */
  role: Role | null;
  /** Null: forever. */
  keepDays: number | null;
  createdAt: string;
};
export type PolicyScope = Pick<Policy, 'project' | 'role'>;

export async function listPolicies(sql: Sql): Promise<Policy[]> {
  const rows = await sql<Policy[]>`
    select id::float8 as id, project, role, keep_days, created_at
    from retention_policies order by project nulls first, role nulls first`;
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}

/** Sets the policy for a project and role, replacing an earlier one. */
export async function setPolicy(
  sql: Sql,
  { project, role }: PolicyScope,
  keepDays: number | null,
): Promise<void> {
  await sql`
    insert into retention_policies (project, role, keep_days) values (${project}, ${role}, ${keepDays})
    on conflict (coalesce(project, ''), coalesce(role, '')) do update set keep_days = excluded.keep_days`;
}

/** Removes a policy. @returns false when it does not exist. */
export async function removePolicy(sql: Sql, { project, role }: PolicyScope): Promise<boolean> {
  const gone = await sql`
    delete from retention_policies
    where coalesce(project, '') = coalesce(${project}::text, '') and coalesce(role, '') = coalesce(${role}::text, '')`;
  return gone.count > 0;
}
