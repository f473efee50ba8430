import { fiedlerStatuses } from '../schema/fiedler.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';

export type ResultFilter = {
  /** Names of one project. */
  projects?: readonly string[] | undefined;
};

/** Answers of orchestration runs, by model, prompt, answer and error; the kind is the status. */
export const results: Collection<ResultFilter> = {
  name: 'results',
  collectionId: collectionIds.results,
  documents: (sql) => sql`
    select doc_no, concat_ws(E'\n', model, prompt, output, error_message) as text, 0 as group_no, null::int as previous,
           extract(epoch from created_at)::float8 * 1000 as at,
           coalesce(array_position(${[...fiedlerStatuses]}::text[], status), 1) - 1 as kind, null::text as language
    from fiedler_results`,
  async scope(sql, { projects }) {
    const [row] = await sql<{ docs: number[] | null }[]>`
      select array_agg(doc_no) as docs from fiedler_results
      where ${
        projects === undefined
          ? sql`deleted_at is not null`
          : sql`deleted_at is null and project = any(${[...projects]}::text[])`
      }`;
    return projects === undefined ? { notDocs: row?.docs ?? [] } : { docs: row?.docs ?? [] };
  },
  secret: (sql) => sql`select doc_no from fiedler_results where deleted_at is not null`,
};
