import { type Reader, visible } from '../artifacts/reader.ts';
import { namedTitle } from '../conversations/catalogue.ts';
import type { Sql } from '../postgres/connect.ts';
import { recordTables } from '../records/kinds.ts';
import { type RecordKind, recordKinds } from '../schema/records.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type Trash = {
  conversations: {
    id: string;
    project: string | null;
    named: string | null;
    opening: string | null;
    messages: number;
    deletedAt: string;
  }[];
  documents: { id: string; title: string | null; deletedAt: string }[];
  /** Kinds of records with deleted ones. */
  records: { kind: RecordKind; deleted: number }[];
  runs: { at: string; report: string }[];
};

/**
 * What was deleted and can still be restored, last deleted first, and the latest reports of retention, as JSON. For admins,
 * who do not see the private documents of others here either.
 */
export async function readTrash(sql: Sql, reader: Reader, limit: number): Promise<Trash> {
  const conversations = await sql<Trash['conversations']>`
    select c.id, c.project, h.message_count as messages, c.deleted_at, ${namedTitle(sql)} as named, k.opening
    from conversations c join conversation_heads h on h.conversation_id = c.id
    left join conversation_catalogue k on k.conversation_id = c.id
    where c.deleted_at is not null order by c.deleted_at desc limit ${limit}`;
  const documents = await sql<Trash['documents']>`
    select a.artifact_uid as id, a.title, a.deleted_at from artifacts a
    where a.deleted_at is not null and ${visible(sql, reader)} order by a.deleted_at desc limit ${limit}`;
  const records = await sql<Trash['records']>`
    ${recordKinds.map(
      (kind, i) => sql`
      ${i === 0 ? sql`` : sql`union all`}
      select ${kind}::text as kind, count(*)::int as deleted from ${sql(recordTables[kind].table)}
      where deleted_at is not null having count(*) > 0`,
    )}`;
  const runs = await sql<Trash['runs']>`
    select at, report::text from retention_runs order by at desc limit 5`;
  const dated = <Row extends { deletedAt: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, deletedAt: rfc3339(row.deletedAt) }));
  return {
    conversations: dated(conversations),
    documents: dated(documents),
    records: [...records],
    runs: runs.map((run) => ({ ...run, at: rfc3339(run.at) })),
  };
}
