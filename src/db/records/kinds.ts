import type { Sql } from '../postgres/connect.ts';
import type { RecordKind } from '../schema/records.ts';
import type { Fragment } from '../search/collection/collection.ts';

type Part = (sql: Sql) => Fragment;

/** Columns that a kind may have, to show and to filter by. */
export type Shown = 'type' | 'domain' | 'project' | 'status' | 'run';

/** How the records of a kind are stored. Parts of statements name their row `r`. */
export type RecordTable = {
  table: string;
  /** The column with the id. */
  id: string;
  /** The type of that column. */
  cast: Part;
  title: Part;
  /** More of its text. */
  text: Part;
  shown: Partial<Record<Shown, Part>>;
  tags?: Part;
  /** Whether another record took its place. */
  replaced?: Part;
};

const bigint: Part = (sql) => sql`bigint`;
const plainText: Part = (sql) => sql`text`;
const project: Part = (sql) => sql`r.project`;

/** Every kind of record; what they have in common is done for all of them alike. */
export const recordTables: Readonly<Record<RecordKind, RecordTable>> = {
  experience: {
    table: 'experiences',
    id: 'id',
    cast: bigint,
    title: (sql) => sql`r.situation`,
    text: (sql) => sql`r.outcome`,
    shown: { type: (sql) => sql`r.type`, domain: (sql) => sql`r.domain`, project },
    tags: (sql) => sql`r.tags`,
    replaced: (sql) => sql`exists (
      select from experiences newer where newer.revision_of = r.id and newer.deleted_at is null)`,
  },
  preset: {
    table: 'workflow_presets',
    id: 'name',
    cast: plainText,
    title: (sql) => sql`r.name`,
    text: (sql) => sql`r.config ->> 'description'`,
    shown: { type: (sql) => sql`r.config ->> 'enforcement'` },
  },
  reasoning: {
    table: 'reasoning_sessions',
    id: 'session_id',
    cast: plainText,
    title: (sql) => sql`r.problem`,
    text: (sql) => sql`r.conclusion`,
    shown: { type: (sql) => sql`r.phase`, project },
  },
  context: {
    table: 'startup_contexts',
    id: 'name',
    cast: plainText,
    title: (sql) => sql`r.name`,
    text: (sql) => sql`r.content`,
    shown: {
      type: (sql) => sql`case when r.is_active or r.active_in_project then 'active' else 'inactive' end`,
      project,
    },
  },
  result: {
    table: 'fiedler_results',
    id: 'id',
    cast: (sql) => sql`uuid`,
    title: (sql) => sql`coalesce(r.prompt, r.output, r.error_message)`,
    text: (sql) => sql`coalesce(r.output, r.error_message)`,
    shown: {
      type: (sql) => sql`r.model`,
      status: (sql) => sql`r.status`,
      run: (sql) => sql`r.correlation_id`,
      project,
    },
  },
};

/** Condition: the record is one of these. */
export const isOneOf = (sql: Sql, { id, cast }: RecordTable, ids: readonly string[]): Fragment =>
  sql`r.${sql(id)} = any(${ids as string[]}::text[]::${cast(sql)}[])`;

/** Condition: the record is of this project; without one, of any. Kinds without projects have nothing in any. */
export const isOfProject = (sql: Sql, { shown }: RecordTable, of: string | undefined): Fragment =>
  of === undefined ? sql`true` : shown.project ? sql`${shown.project(sql)} = ${of}` : sql`false`;
