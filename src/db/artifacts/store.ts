import { enqueue, type Job } from '../jobs/jobs.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { Sensitivity, VisibilityScope } from '../schema/artifacts.ts';
import { forgetDocuments, renumber } from '../search/spread-rows.ts';
import { artifactUidOf, contentHashOf, ownUidOf, revisionIdOf } from './ids.ts';
import {
  type ChunkedText,
  heading,
  insertArtifact,
  insertRevision,
  type NewArtifact,
  type NewRevision,
} from './insert.ts';
import { checkCeiling, checkChange, manageable, NotAllowed, type Reader } from './reader.ts';

export type StoredArtifact = {
  artifactUid: string;
  revisionId: string;
  /** `new`: did not exist; `revision`: its text changed; `unchanged`: same text. */
  status: 'new' | 'unchanged' | 'revision';
  isChunked: boolean;
  chunkCount: number;
  job: Job;
};

type Means = {
  chunk(text: string): Promise<ChunkedText>;
  turn<T>(store: () => Promise<T>): Promise<T>;
  newId(): string;
  maxAttempts: number;
  reader: Reader;
};

type Revision = {
  revisionId: string;
  contentHash: string;
  isLatest: boolean;
  isChunked: boolean;
  chunkCount: number;
};

/**
 * Stores a document with its chunks and the job that extracts its events, or returns the existing one. This is one
 * transaction, so that a failure leaves nothing half done, and one statement when the document is new. Concurrent
 * stores of the same document wait for the artifact's row lock. A text that the document had before becomes its latest
 * again, with its chunks and events. A document that this reader may not see is left untouched, and a separate document
 * is stored instead.
 *
 * @throws NotAllowed when the reader asks for something reserved to the owner or an admin.
 */
export async function storeArtifact(pool: Pool, brought: NewArtifact, means: Means): Promise<StoredArtifact> {
  checkCeiling(brought.sensitivity, means.reader);
  const contentHash = contentHashOf(brought.content);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const uid = await uidFor(pool, brought, means.reader);
    const stored = await storeAs(uid, contentHash, pool, brought, means);
    if (stored) return stored;
  }
  throw new NotAllowed('sensitivity', 'this document is now more sensitive than the key may see');
}

/**
 * Another client may hide a document just before it is locked, which needs a second try. A document stays hidden, so
 * more tries would not help.
 */
const mostTries = 3;

/** @returns nothing when the artifact was hidden from the reader just now; the next try stores a separate document. */
async function storeAs(
  artifactUid: string,
  contentHash: string,
  pool: Pool,
  brought: NewArtifact,
  means: Means,
): Promise<StoredArtifact | undefined> {
  const { known, buried } = await lookUp(pool, artifactUid, contentHash, brought);
  const whole = async (): Promise<NewRevision> => ({
    artifactUid,
    revisionId: revisionIdOf(contentHash),
    contentHash,
    sourceTs: brought.sourceTs,
    documentDate: brought.documentDate,
    cut: await means.chunk(brought.content),
    jobId: means.newId(),
    maxAttempts: means.maxAttempts,
  });
  // Split into chunks before the transaction: this takes longer than all statements together.
  let revision = known ? undefined : await whole();
  const storeNew = async (sql: Sql): Promise<StoredArtifact | undefined> => {
    revision ??= await whole();
    const job = await insertArtifact(sql, brought, means.reader?.owner, revision);
    return job && { artifactUid, ...described(revision), status: 'new', job };
  };

  const store = async (tx: Sql): Promise<StoredArtifact | undefined> => {
    for (;;) {
      const there = await lockArtifact(tx, artifactUid, means.reader);
      if (there && !there.manageable) return undefined;
      if (there && !there.deleted) {
        checkChange(there, brought, means.reader);
        await updateLiving(tx, artifactUid, brought, means.reader);
        const revisions = await revisionsLike(tx, artifactUid, contentHash);
        const same = revisions.find((one) => one.contentHash === contentHash);
        if (same) return storeAgain(tx, artifactUid, same, brought, means);
        revision ??= await whole();
        return storeText(tx, revisions, revision);
      }
      // New, deleted, or submitted from another source with the same text.
      await makeRoom(tx, artifactUid, brought);
      const made = await storeNew(tx);
      if (made) return made;
    }
  };
  return means.turn(async () => {
    const made = known || buried ? undefined : await storeNew(pool);
    return made ?? pool.begin(store);
  });
}

/** Makes a new text the latest revision of the artifact. */
async function storeText(tx: Sql, revisions: Revision[], text: NewRevision): Promise<StoredArtifact> {
  // Two texts whose hashes share a prefix are two revisions.
  const taken = revisions.some((one) => one.revisionId === text.revisionId);
  const revision = taken ? { ...text, revisionId: `rev_${text.contentHash}` } : text;
  const job = await insertRevision(tx, revision);
  await makeLatest(tx, revision.artifactUid, revision.revisionId);
  return { artifactUid: revision.artifactUid, ...described(revision), status: 'revision', job };
}

const described = ({ revisionId, cut }: NewRevision) => ({
  revisionId,
  isChunked: cut.isChunked,
  chunkCount: cut.chunks.length,
});

/** Makes a text that the artifact has, or had, its latest. */
async function storeAgain(
  tx: Sql,
  artifactUid: string,
  same: Revision,
  brought: NewArtifact,
  { newId, maxAttempts }: Means,
): Promise<StoredArtifact> {
  const revisionId = same.revisionId;
  await describeAnew(tx, artifactUid, revisionId, brought);
  if (!same.isLatest) await makeLatest(tx, artifactUid, revisionId);
  return {
    artifactUid,
    revisionId,
    status: same.isLatest ? 'unchanged' : 'revision',
    isChunked: same.isChunked,
    chunkCount: same.chunkCount,
    job: await enqueue(tx, { jobId: newId(), artifactUid, revisionId, maxAttempts }),
  };
}

/**
 * The uid to store the reader's document under: a separate one if the usual uid belongs to a document it may not
 * change.
 */
async function uidFor(sql: Sql, brought: NewArtifact, reader: Reader): Promise<string> {
  const uid = artifactUidOf(brought, brought.content);
  if (!reader) return uid;
  const own = ownUidOf(reader.owner, brought, brought.content);
  const [row] = await sql<{ apart: boolean }[]>`
    select exists (select 1 from artifacts a where a.artifact_uid = ${own} and a.deleted_at is null)
      or exists (select 1 from artifacts a where a.artifact_uid = ${uid} and not ${manageable(sql, reader)}) as apart`;
  return row?.apart ? own : uid;
}

type There = {
  owner: string | null;
  sensitivity: Sensitivity;
  visibilityScope: VisibilityScope;
  manageable: boolean;
  deleted: boolean;
};

/** Reads the artifact and locks its row. */
async function lockArtifact(tx: Sql, uid: string, reader: Reader): Promise<There | undefined> {
  const [row] = await tx<There[]>`
    select a.owner, a.sensitivity, a.visibility_scope, a.deleted_at is not null as deleted,
           ${manageable(tx, reader)} as manageable
    from artifacts a where a.artifact_uid = ${uid} for update`;
  return row;
}

/** Finds whether the text is stored already, and whether a document of this source was deleted. */
async function lookUp(
  sql: Sql,
  artifactUid: string,
  contentHash: string,
  { sourceSystem, sourceId }: NewArtifact,
): Promise<{ known: boolean; buried: boolean }> {
  const [row] = await sql<{ known: boolean; buried: boolean }[]>`
    select exists (
      select 1 from artifact_revisions r join artifacts a using (artifact_uid)
      where r.artifact_uid = ${artifactUid} and r.content_hash = ${contentHash} and a.deleted_at is null) as known,
    exists (
      select 1 from tombstones
      where kind = 'artifact' and parent = ${sourceSystem} and source_id = ${sourceId ?? artifactUid}) as buried`;
  return row ?? { known: false, buried: false };
}

/** The latest revision, those with this text, and those whose id would collide with a new one. */
const revisionsLike = (tx: Sql, artifactUid: string, contentHash: string) => tx<Revision[]>`
  select revision_id, content_hash, is_latest, is_chunked, chunk_count from artifact_revisions
  where artifact_uid = ${artifactUid} and (is_latest or content_hash = ${contentHash}
    or revision_id = ${revisionIdOf(contentHash)})`;

/** A deleted document that is submitted explicitly starts over: nothing of the old one is restored. */
async function makeRoom(
  tx: Sql,
  artifactUid: string,
  { sourceSystem, sourceId }: NewArtifact,
): Promise<void> {
  await forgetDocuments(tx, [artifactUid]);
  await tx`
    with gone as (delete from artifacts where artifact_uid = ${artifactUid} and deleted_at is not null)
    delete from tombstones
    where kind = 'artifact' and parent = ${sourceSystem} and source_id = ${sourceId ?? artifactUid}`;
}

/** Given fields replace those of the artifact. An artifact without an owner gets one when it becomes private. */
async function updateLiving(tx: Sql, uid: string, given: NewArtifact, reader: Reader): Promise<void> {
  const metadata = given.metadata === undefined ? null : JSON.stringify(given.metadata);
  const claimed = given.visibilityScope === 'me' ? (reader?.owner ?? null) : null;
  await tx`
    update artifacts set
      artifact_type = ${given.artifactType},
      source_url = coalesce(${given.sourceUrl ?? null}, source_url),
      title = coalesce(${given.title ?? null}, title),
      author = coalesce(${given.author ?? null}, author),
      participants = coalesce(${given.participants ?? null}::text[], participants),
      metadata = coalesce(${metadata}::text::jsonb, metadata),
      project = coalesce(${given.project ?? null}, project),
      sensitivity = coalesce(${given.sensitivity ?? null}, sensitivity),
      visibility_scope = coalesce(${given.visibilityScope ?? null}, visibility_scope),
      retention_policy = coalesce(${given.retentionPolicy ?? null}, retention_policy),
      owner = coalesce(owner, ${claimed}),
      updated_at = now()
    where artifact_uid = ${uid}`;
}

/** Applies new fields to a text that is stored already. */
async function describeAnew(
  tx: Sql,
  artifactUid: string,
  revisionId: string,
  given: NewArtifact,
): Promise<void> {
  if (given.sourceTs !== undefined || given.documentDate !== undefined)
    await tx`
      update artifact_revisions
      set source_ts = ${given.sourceTs === undefined ? tx`source_ts` : tx`${given.sourceTs}::text::timestamptz`},
          document_date = coalesce(${given.documentDate ?? null}, document_date)
      where artifact_uid = ${artifactUid} and revision_id = ${revisionId}`;
  if (given.title === undefined && given.author === undefined && given.participants === undefined) return;
  const named = tx<{ heading: string | null }[]>`
    select ${heading(tx)} as heading from artifacts where artifact_uid = ${artifactUid}`;
  // A statement that changes spread rows must not compute with others.
  const [row] = (await isSpread(tx)) ? await named : [];
  const current = row ? tx`${row.heading}::text` : tx`(${named})`;
  const changed = await tx<{ docNo: number }[]>`
    update artifact_chunks set heading = ${current}
    where artifact_uid = ${artifactUid} and chunk_index = 0 and heading is distinct from ${current}
    returning doc_no`;
  await renumber(tx, 'artifact_chunks', artifactUid, changed);
}

async function makeLatest(tx: Sql, artifactUid: string, revisionId: string): Promise<void> {
  // In sequence: two revisions must never be the latest at once.
  await tx`
    with revised as (update artifacts set revised_at = now() where artifact_uid = ${artifactUid})
    update artifact_revisions set is_latest = false where artifact_uid = ${artifactUid} and is_latest`;
  await tx`
    update artifact_revisions set is_latest = true
    where artifact_uid = ${artifactUid} and revision_id = ${revisionId}`;
}
