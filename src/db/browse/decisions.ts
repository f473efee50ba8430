import type { Sql } from '../postgres/connect.ts';

/** Times are in PostgreSQL's text form. */
export type DecisionRow = {
  decisionId: string;
  statement: string;
  confidence: number;
  module: string;
  status: string;
  outcome: string | null;
  project: string | null;
  createdAt: string;
};

export type DecisionFilter = {
  /** Beginning or end of the id. */
  id?: string | undefined;
  project?: string | undefined;
  /** A project by its name, or by the last part of its path. */
  called?: string | undefined;
  status?: string | undefined;
  domain?: string | undefined;
  /** In the statement or an alternative. */
  option?: string | undefined;
  person?: string | undefined;
  /** Words of statement, reasoning or notes. */
  text?: string | undefined;
  since?: string | undefined;
  /** Only those without an outcome whose review date has come by this time. */
  dueAt?: string | undefined;
  /** Only those without an outcome that were made before this time. */
  waitingSince?: string | undefined;
};

/** Decisions, newest first; those that wait for an outcome oldest first. */
export async function browseDecisions(
  sql: Sql,
  { id, project, called, status, waitingSince, dueAt, ...filter }: DecisionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DecisionRow[]; total: number }> {
  const like = (text: string) => `%${escaped(text)}%`;
  const { domain, option, person, text, since } = filter;
  const part = id === undefined ? undefined : escaped(id.replace(/^dec_/, ''));
  const matching = sql`
    d.deleted_at is null
    and ${part === undefined ? sql`true` : sql`(d.id like ${`dec\\_${part}%`} or d.id like ${`%${part}`})`}
    and ${project === undefined ? sql`true` : sql`d.project = ${project}`}
    and ${called === undefined ? sql`true` : sql`(d.project = ${called} or d.project like ${`%/${escaped(called)}`})`}
    and ${status === undefined ? sql`true` : sql`d.status = ${status}`}
    and ${domain === undefined ? sql`true` : sql`d.domain = ${domain}`}
    and ${person === undefined ? sql`true` : sql`lower(d.created_by) = lower(${person})`}
    and ${since === undefined ? sql`true` : sql`d.created_at >= ${since}::text::timestamptz`}
    and ${option === undefined ? sql`true` : sql`(d.statement ilike ${like(option)} or exists (select from unnest(d.alternatives) a where a ilike ${like(option)}))`}
    and ${text === undefined ? sql`true` : sql`(d.tsv @@ plainto_tsquery('english', ${text}) or coalesce(d.reasoning, '') || ' ' || coalesce(d.notes, '') ilike ${like(text)})`}
    and ${dueAt === undefined ? sql`true` : sql`not d.concluded and d.review_at <= ${dueAt}::text::timestamptz`}
    and ${waitingSince === undefined ? sql`true` : sql`not d.concluded and d.created_at <= ${waitingSince}::text::timestamptz`}`;
  const newest = waitingSince === undefined && dueAt === undefined;
  const order = newest ? sql`d.created_at desc, d.id desc` : sql`d.created_at, d.id`;
  const rows = await sql<DecisionRow[]>`
    select d.id as decision_id, d.statement as statement, d.confidence as confidence, d.domain as module,
           d.status as status, o.final_status as outcome, d.project as project, d.created_at as created_at
    from decisions d left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
    where ${matching} order by ${order} limit ${limit} offset ${offset}`;
  const [counted] = await sql<
    { total: number }[]
  >`select count(*)::int as total from decisions d where ${matching}`;
  return { rows: [...rows], total: counted?.total ?? 0 };
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
