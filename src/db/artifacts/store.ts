import type { Pool, Sql } from '../connect.ts';
import { enqueue, type Job } from '../jobs.ts';
import type { ArtifactType, RetentionPolicy, Sensitivity, VisibilityScope } from '../schema/artifacts.ts';
import type { Metadata } from '../schema/conversations.ts';
import { artifactUidOf, chunkIdOf, contentHashOf, revisionIdOf } from './ids.ts';

/** A document as it is brought; what is left out stays as it was, or takes its default. */
export type NewArtifact = {
  artifactType: ArtifactType;
  sourceSystem: string;
  sourceId?: string | undefined;
  sourceUrl?: string | undefined;
  title?: string | undefined;
  author?: string | undefined;
  participants?: string[] | undefined;
  metadata?: Metadata | undefined;
  project?: string | undefined;
  sensitivity?: Sensitivity | undefined;
  visibilityScope?: VisibilityScope | undefined;
  retentionPolicy?: RetentionPolicy | undefined;
  sourceTs?: string | undefined;
  documentDate?: string | undefined;
  content: string;
};

/** A text taken apart; offsets in code points. */
export type ChunkedText = {
  tokenCount: number;
  isChunked: boolean;
  chunks: readonly { text: string; start: number; end: number }[];
};

export type StoredArtifact = {
  artifactUid: string;
  revisionId: string;
  /** `new`: there was none; `revision`: it has another text than before; `unchanged`: the same text. */
  status: 'new' | 'unchanged' | 'revision';
  isChunked: boolean;
  chunkCount: number;
  job: Job;
};

type Means = {
  chunk(text: string): Promise<ChunkedText>;
  newId(): string;
  maxAttempts: number;
  owner: string | undefined;
};

type Revision = {
  revision_id: string;
  content_hash: string;
  is_latest: boolean;
  is_chunked: boolean;
  chunk_count: number;
};

/**
 * Stores a document with its chunks and the job to extract its events, or says what is there already: one transaction, so
 * that a failure leaves nothing half done. Whoever brings the same document at the same time waits for the row of the
 * artifact. A text that it has had before is its latest again, with the chunks and events it had.
 */
export async function storeArtifact(pool: Pool, brought: NewArtifact, means: Means): Promise<StoredArtifact> {
  const artifactUid = artifactUidOf(brought, brought.content);
  const contentHash = contentHashOf(brought.content);
  // Cut before the transaction: it takes longer than all statements together.
  const { known, buried } = await lookUp(pool, artifactUid, contentHash, brought);
  const cut = known ? undefined : await means.chunk(brought.content);

  return pool.begin(async (tx) => {
    if (buried) await makeRoom(tx, artifactUid, brought);
    const created = await upsert(tx, artifactUid, brought, means.owner);
    const revisions = created ? [] : await revisionsLike(tx, artifactUid, contentHash);
    const same = revisions.find((revision) => revision.content_hash === contentHash);
    const revision =
      same ??
      (await insertRevision(tx, artifactUid, brought, {
        contentHash,
        // Two texts whose hashes begin alike are two revisions.
        revisionId: revisions.some((other) => other.revision_id === revisionIdOf(contentHash))
          ? `rev_${contentHash}`
          : revisionIdOf(contentHash),
        cut: cut ?? (await means.chunk(brought.content)),
        isLatest: created,
      }));
    if (same) await describeAnew(tx, artifactUid, same.revision_id, brought);
    const unchanged = same?.is_latest === true;
    if (!revision.is_latest) await makeLatest(tx, artifactUid, revision.revision_id);
    const job = await enqueue(tx, {
      jobId: means.newId(),
      artifactUid,
      revisionId: revision.revision_id,
      maxAttempts: means.maxAttempts,
    });
    return {
      artifactUid,
      revisionId: revision.revision_id,
      status: created ? 'new' : unchanged ? 'unchanged' : 'revision',
      isChunked: revision.is_chunked,
      chunkCount: revision.chunk_count,
      job,
    };
  });
}

/** Whether the text is there already, and whether something from this source was deleted. */
async function lookUp(
  sql: Sql,
  artifactUid: string,
  contentHash: string,
  { sourceSystem, sourceId }: NewArtifact,
): Promise<{ known: boolean; buried: boolean }> {
  const [row] = await sql<{ known: boolean; buried: boolean }[]>`
    select exists (
      select from artifact_revisions r join artifacts a using (artifact_uid)
      where r.artifact_uid = ${artifactUid} and r.content_hash = ${contentHash} and a.deleted_at is null) as known,
    exists (
      select from tombstones
      where kind = 'artifact' and parent = ${sourceSystem} and source_id = ${sourceId ?? artifactUid}) as buried`;
  return row ?? { known: false, buried: false };
}

/** The latest revision, those with this text, and those whose id a new one of it would have. */
const revisionsLike = (tx: Sql, artifactUid: string, contentHash: string) => tx<Revision[]>`
  select revision_id, content_hash, is_latest, is_chunked, chunk_count from artifact_revisions
  where artifact_uid = ${artifactUid} and (is_latest or content_hash = ${contentHash}
    or revision_id = ${revisionIdOf(contentHash)})`;

/** Brought by hand, a document that was deleted begins anew: nothing of the old one comes back with it. */
const makeRoom = (tx: Sql, artifactUid: string, { sourceSystem, sourceId }: NewArtifact) => tx`
  with gone as (delete from artifacts where artifact_uid = ${artifactUid} and deleted_at is not null)
  delete from tombstones
  where kind = 'artifact' and parent = ${sourceSystem} and source_id = ${sourceId ?? artifactUid}`;

/** @returns true when the artifact was not there. */
async function upsert(tx: Sql, uid: string, given: NewArtifact, owner: string | undefined): Promise<boolean> {
  const created = await upsertLiving(tx, uid, given, owner);
  if (created !== undefined) return created;
  // Deleted since it was looked up, or from another source with the same text.
  await makeRoom(tx, uid, given);
  return upsert(tx, uid, given, owner);
}

/** @returns nothing when the artifact is there, but deleted. */
async function upsertLiving(
  tx: Sql,
  uid: string,
  given: NewArtifact,
  owner: string | undefined,
): Promise<boolean | undefined> {
  const metadata = given.metadata === undefined ? null : JSON.stringify(given.metadata);
  const [row] = await tx<{ created: boolean }[]>`
    insert into artifacts as a (artifact_uid, artifact_type, source_system, source_id, source_url, title, author,
      participants, metadata, project, sensitivity, visibility_scope, retention_policy, owner)
    values (${uid}, ${given.artifactType}, ${given.sourceSystem}, ${given.sourceId ?? null}, ${given.sourceUrl ?? null},
      ${given.title ?? null}, ${given.author ?? null}, ${given.participants ?? []}::text[], ${metadata}::text::jsonb,
      ${given.project ?? null}, ${given.sensitivity ?? 'normal'}, ${given.visibilityScope ?? 'team'},
      ${given.retentionPolicy ?? 'forever'}, ${owner ?? null})
    on conflict (artifact_uid) do update set
      artifact_type = excluded.artifact_type,
      source_url = coalesce(excluded.source_url, a.source_url),
      title = coalesce(excluded.title, a.title),
      author = coalesce(excluded.author, a.author),
      participants = case when ${given.participants !== undefined} then excluded.participants else a.participants end,
      metadata = coalesce(excluded.metadata, a.metadata),
      project = coalesce(excluded.project, a.project),
      sensitivity = coalesce(${given.sensitivity ?? null}, a.sensitivity),
      visibility_scope = coalesce(${given.visibilityScope ?? null}, a.visibility_scope),
      retention_policy = coalesce(${given.retentionPolicy ?? null}, a.retention_policy),
      updated_at = now()
    where a.deleted_at is null
    returning xmax = 0 as created`;
  return row?.created;
}

/** What is searched beside the text. */
const headingOf = (tx: Sql, artifactUid: string) => tx`
  (select nullif(concat_ws(E'\n', title, author, nullif(array_to_string(participants, ', '), '')), '')
   from artifacts where artifact_uid = ${artifactUid})`;

async function insertRevision(
  tx: Sql,
  artifactUid: string,
  given: NewArtifact,
  made: { contentHash: string; revisionId: string; cut: ChunkedText; isLatest: boolean },
): Promise<Revision> {
  const { contentHash, revisionId, cut, isLatest } = made;
  const { chunks, isChunked, tokenCount } = cut;
  await tx`
    with revision as (
      insert into artifact_revisions (artifact_uid, revision_id, source_ts, document_date, content_hash, characters,
        token_count, is_chunked, chunk_count, is_latest)
      values (${artifactUid}, ${revisionId}, ${given.sourceTs ?? null}::text::timestamptz, ${given.documentDate ?? null},
        ${contentHash}, ${chunks.at(-1)?.end ?? 0}, ${tokenCount}, ${isChunked}, ${chunks.length}, ${isLatest})
    )
    insert into artifact_chunks (artifact_uid, revision_id, chunk_index, chunk_id, start_char, end_char, text, heading)
    select ${artifactUid}, ${revisionId}, n - 1, chunk_id, start_char, end_char, text,
           case n when 1 then ${headingOf(tx, artifactUid)} end
    from unnest(
      ${chunks.map((_, index) => (isChunked ? chunkIdOf(artifactUid, revisionId, index) : null))}::text[],
      ${chunks.map(({ start }) => start)}::integer[], ${chunks.map(({ end }) => end)}::integer[],
      ${chunks.map(({ text }) => text)}::text[]
    ) with ordinality as t (chunk_id, start_char, end_char, text, n)
    order by n`;
  return {
    revision_id: revisionId,
    content_hash: contentHash,
    is_latest: isLatest,
    is_chunked: isChunked,
    chunk_count: chunks.length,
  };
}

/** What is said about a text that is there applies from now on. */
async function describeAnew(
  tx: Sql,
  artifactUid: string,
  revisionId: string,
  given: NewArtifact,
): Promise<void> {
  if (given.sourceTs !== undefined || given.documentDate !== undefined)
    await tx`
      update artifact_revisions
      set source_ts = coalesce(${given.sourceTs ?? null}::text::timestamptz, source_ts),
          document_date = coalesce(${given.documentDate ?? null}, document_date)
      where artifact_uid = ${artifactUid} and revision_id = ${revisionId}`;
  if (given.title !== undefined || given.author !== undefined || given.participants !== undefined)
    await tx`
      update artifact_chunks set heading = ${headingOf(tx, artifactUid)}
      where artifact_uid = ${artifactUid} and chunk_index = 0
        and heading is distinct from ${headingOf(tx, artifactUid)}`;
}

async function makeLatest(tx: Sql, artifactUid: string, revisionId: string): Promise<void> {
  // One after the other: no two revisions are ever the latest.
  await tx`
    with revised as (update artifacts set revised_at = now() where artifact_uid = ${artifactUid})
    update artifact_revisions set is_latest = false where artifact_uid = ${artifactUid} and is_latest`;
  await tx`
    update artifact_revisions set is_latest = true
    where artifact_uid = ${artifactUid} and revision_id = ${revisionId}`;
}
