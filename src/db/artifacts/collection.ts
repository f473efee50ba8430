import type { Sql } from '../postgres/connect.ts';
import type { ArtifactType, Sensitivity } from '../schema/artifacts.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { type Reader, readable } from './reader.ts';

export type ChunkFilter = {
  artifactType?: ArtifactType | undefined;
  sourceSystem?: string | undefined;
  /** Only this sensitivity; without it, all but highly sensitive documents. */
  sensitivity?: Sensitivity | undefined;
  /** Leaves out documents of other projects than this. */
  within?: string | undefined;
  /** Names of one project, of which alone documents are found. */
  projects?: readonly string[] | undefined;
  /** Artifacts to leave out. */
  except?: readonly string[];
  reader: Reader;
};

/** Documents by their chunks, or whole where they are short. A revision is a group; only the latest is found. */
export const chunks: Collection<ChunkFilter> = {
  name: 'chunks',
  collectionId: collectionIds.chunks,
  documents: (sql) => sql`
    select c.doc_no, concat_ws(E'\n', c.heading, c.text) as text, r.rev_no as group_no,
           (select p.doc_no from artifact_chunks p
            where p.artifact_uid = c.artifact_uid and p.revision_id = c.revision_id
              and p.chunk_index = c.chunk_index - 1) as previous,
           extract(epoch from coalesce(r.source_ts, r.ingested_at))::float8 * 1000 as at, 0 as kind,
           null::text as language
    from artifact_chunks c join artifact_revisions r using (artifact_uid, revision_id)`,
  async scope(sql, filter) {
    const { artifactType, sourceSystem, sensitivity, within, projects } = filter;
    const meant = where(sql, filter);
    const narrowed = (artifactType ?? sourceSystem ?? sensitivity ?? within ?? projects) !== undefined;
    const [row] = await sql<{ groups: number[] | null }[]>`
      select array_agg(r.rev_no) as groups from artifact_revisions r join artifacts a using (artifact_uid)
      where ${narrowed ? meant : sql`not (${meant})`}`;
    return narrowed ? { groups: row?.groups ?? [] } : { notGroups: row?.groups ?? [] };
  },
  secret: (sql) => sql`
    select c.doc_no from artifact_chunks c join artifacts a using (artifact_uid)
    where a.sensitivity = 'highly_sensitive' or a.deleted_at is not null`,
};

const where = (
  sql: Sql,
  { artifactType, sourceSystem, sensitivity, within, projects, except, reader }: ChunkFilter,
) => sql`
  r.is_latest and ${readable(sql, reader)}
  ${artifactType === undefined ? sql`` : sql`and a.artifact_type = ${artifactType}`}
  ${sourceSystem === undefined ? sql`` : sql`and a.source_system = ${sourceSystem}`}
  ${within === undefined ? sql`` : sql`and (a.project is null or a.project = ${within})`}
  ${projects === undefined ? sql`` : sql`and a.project = any(${[...projects]}::text[])`}
  ${sensitivity === undefined ? sql`and a.sensitivity <> 'highly_sensitive'` : sql`and a.sensitivity = ${sensitivity}`}
  ${except === undefined || except.length === 0 ? sql`` : sql`and a.artifact_uid <> all(${except as string[]}::text[])`}`;
