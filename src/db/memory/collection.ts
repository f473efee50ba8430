import { memoryTypes } from '../schema/vocabulary.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { isSuperseded } from './memories.ts';

export type MemoryFilter = {
  minConfidence: number;
  /** Leaves out what belongs to another project than the one of these names. */
  within?: readonly string[] | undefined;
  /** Names of one project, of which alone memories are found. */
  projects?: readonly string[] | undefined;
};

/** Curated memories; their type is the kind. */
export const memories: Collection<MemoryFilter> = {
  name: 'memories',
  collectionId: collectionIds.memories,
  documents: (sql) => sql`
    select doc_no, content as text, 0 as group_no, null::int as previous,
           extract(epoch from created_at)::float8 * 1000 as at,
           array_position(${[...memoryTypes]}::text[], type) - 1 as kind, null::text as language
    from memories`,
  async scope(sql, { minConfidence, within, projects }) {
    const [row] = await sql<{ docs: number[] | null }[]>`
      select array_agg(doc_no) as docs from memories
      where deleted_at is not null or confidence < ${minConfidence}::float8 or ${isSuperseded(sql)}
        ${within === undefined ? sql`` : sql`or project <> all(${[...within]}::text[])`}
        ${projects === undefined ? sql`` : sql`or project is null or project <> all(${[...projects]}::text[])`}`;
    return { notDocs: row?.docs ?? [] };
  },
  secret: (sql) => sql`select doc_no from memories where deleted_at is not null`,
};
