import type { Sql } from '../postgres/connect.ts';
import type { DecisionStatus } from './decisions.ts';

export type ListFilter = {
  status?: DecisionStatus | undefined;
  domain?: string | undefined;
  /** Names of one project. */
  projects?: readonly string[] | undefined;
  /** In the statement or an alternative; `key` is the option that it names, in whatever spelling. */
  option?: { text: string; key: string } | undefined;
  /** The client that captured it. */
  person?: string | undefined;
  /** Words of statement, reasoning or notes. */
  text?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Only those without an outcome whose review date has come by this time, those due longest first. */
  dueAt?: string | undefined;
};

/** Times are in PostgreSQL's text form. */
export type ListedDecision = {
  id: string;
  statement: string;
  confidence: number;
  domain: string;
  status: string;
  outcome: string | null;
  project: string | null;
  createdBy: string;
  createdAt: string;
  reviewAt: string;
  /** The outcome that its signals suggest. */
  proposed: string | null;
};

/** A page of decisions, newest first, or of those due. `after`: the time and id of the last one of the page before. */
export async function listDecisions(
  sql: Sql,
  filter: ListFilter,
  page: { after?: readonly [string, string] | undefined; limit: number },
): Promise<ListedDecision[]> {
  const { status, domain, projects, option, person, text, since, until, dueAt } = filter;
  const [at, id] = page.after ?? [];
  const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const key = dueAt === undefined ? sql`d.created_at` : sql`d.review_at`;
  const further =
    at === undefined || id === undefined
      ? sql`true`
      : dueAt === undefined
        ? sql`(d.created_at, d.id) < (${at}::text::timestamptz, ${id}::text)`
        : sql`(d.review_at, d.id) > (${at}::text::timestamptz, ${id}::text)`;
  return await sql<ListedDecision[]>`
    select d.id, d.statement, d.confidence, d.domain, d.status, o.final_status as outcome, d.project, d.created_by,
      d.created_at, d.review_at, p.final_status as proposed
    from decisions d
    left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
    left join decision_proposals p on p.decision_id = d.id and p.state = 'open'
    where d.deleted_at is null and ${further}
      and ${status === undefined ? sql`true` : sql`d.status = ${status}`}
      and ${domain === undefined ? sql`true` : sql`d.domain = ${domain}`}
      and ${projects === undefined ? sql`true` : sql`d.project = any(${[...projects]}::text[])`}
      and ${person === undefined ? sql`true` : sql`lower(d.created_by) = lower(${person})`}
      and ${since === undefined ? sql`true` : sql`d.created_at >= ${since}::text::timestamptz`}
      and ${until === undefined ? sql`true` : sql`d.created_at < ${until}::text::timestamptz`}
      and ${dueAt === undefined ? sql`true` : sql`not d.concluded and d.review_at <= ${dueAt}::text::timestamptz`}
      and ${
        option === undefined
          ? sql`true`
          : sql`(d.statement ilike ${like(option.text)}
              or exists (select from unnest(d.alternatives) a where a ilike ${like(option.text)})
              or exists (select from decision_options p where p.decision_id = d.id and p.option = ${option.key}))`
      }
      and ${
        text === undefined
          ? sql`true`
          : sql`(d.tsv @@ plainto_tsquery('english', ${text})
              or coalesce(d.reasoning, '') || ' ' || coalesce(d.notes, '') ilike ${like(text)})`
      }
    order by ${dueAt === undefined ? sql`${key} desc, d.id desc` : sql`${key}, d.id`}
    limit ${page.limit}`;
}
