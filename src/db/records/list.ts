import type { Sql } from '../postgres/connect.ts';
import type { RecordKind } from '../schema/records.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { isOneOf, recordTables, type Shown } from './kinds.ts';

export type RecordFilter = Partial<Record<Exclude<Shown, 'project'>, string | undefined>> & {
  /** Names of one project. */
  projects?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  tag?: string | undefined;
  /** RFC 3339, of the creation; of the deletion for deleted ones. */
  since?: string | undefined;
  until?: string | undefined;
  /** Those that are deleted and not purged yet, instead of the others. */
  deleted?: boolean | undefined;
  /** Also those that were replaced by a newer version. */
  replaced?: boolean | undefined;
};

/** A record in a listing. What its kind does not have is null. */
export type ListedRecord = Record<Shown, string | null> & {
  id: string;
  /** The first 300 characters. */
  title: string | null;
  text: string | null;
  tags: string[];
  createdAt: string;
  deletedAt: string | null;
  deletedBy: string | null;
  reason: string | null;
};

/** Where the next page begins: time and id of the last record of this one. */
export type RecordPlace = readonly [at: string, id: string];

const names = ['type', 'domain', 'status', 'run'] as const;

/** Records of a kind, the latest first; deleted ones by the time of their deletion. `total` counts all that match. */
export async function listRecords(
  sql: Sql,
  kind: RecordKind,
  filter: RecordFilter,
  { limit, after }: { limit: number; after?: RecordPlace | undefined },
): Promise<{ records: ListedRecord[]; total: number; next: RecordPlace | undefined }> {
  const of = recordTables[kind];
  const { id, cast, shown } = of;
  const at = filter.deleted ? sql`r.deleted_at` : sql`r.created_at`;
  const column = (name: Shown): Fragment => shown[name]?.(sql) ?? sql`null`;
  const equal = names.map((name) => {
    const wanted = filter[name];
    return wanted === undefined ? sql`true` : sql`${column(name)} = ${wanted}::text`;
  });
  const matching = [
    filter.deleted ? sql`r.deleted_at is not null` : sql`r.deleted_at is null`,
    ...equal,
    filter.projects === undefined
      ? sql`true`
      : sql`${column('project')} = any(${[...filter.projects]}::text[])`,
    filter.ids === undefined ? sql`true` : isOneOf(sql, of, filter.ids),
    filter.tag === undefined ? sql`true` : sql`${filter.tag}::text = any(${of.tags?.(sql) ?? sql`'{}'`})`,
    filter.since === undefined ? sql`true` : sql`${at} >= ${filter.since}::text::timestamptz`,
    filter.until === undefined ? sql`true` : sql`${at} < ${filter.until}::text::timestamptz`,
    filter.deleted || filter.replaced || !of.replaced ? sql`true` : sql`not ${of.replaced(sql)}`,
  ].reduce((all, one) => sql`${all} and ${one}`);
  const [rows, [counted]] = await Promise.all([
    sql<ListedRecord[]>`
      select r.${sql(id)}::text as id, left(${of.title(sql)}, 300) as title, left(${of.text(sql)}, 300) as text,
             ${column('type')}::text as type, ${column('domain')}::text as domain, ${column('project')}::text as project,
             ${column('status')}::text as status, ${column('run')}::text as run,
             ${of.tags?.(sql) ?? sql`'{}'::text[]`} as tags, r.created_at, r.deleted_at, d.deleted_by, d.reason
      from ${sql(of.table)} r
      left join record_deletions d
        on d.kind = ${kind} and d.record_id = r.${sql(id)}::text and d.deleted_at = r.deleted_at
      where ${matching}
        and ${after === undefined ? sql`true` : sql`(${at}, r.${sql(id)}) < (${after[0]}::text::timestamptz, ${after[1]}::text::${cast(sql)})`}
      order by ${at} desc, r.${sql(id)} desc limit ${limit + 1}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${sql(of.table)} r where ${matching}`,
  ]);
  const records = rows.slice(0, limit).map((row) => ({
    ...row,
    createdAt: rfc3339(row.createdAt),
    deletedAt: row.deletedAt === null ? null : rfc3339(row.deletedAt),
  }));
  const last = records.at(-1);
  return {
    records,
    total: counted?.total ?? 0,
    next: last && rows.length > limit ? [last.deletedAt ?? last.createdAt, last.id] : undefined,
  };
}
