import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import artifactIngest from '../../../src/handlers/artifacts/artifact-ingest.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call, fail } from '../../support/call.ts';
import { document, extractAll, ingest, longText } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('artifact_ingest', () => {
  it('derives the document id from its source and the revision id from its content, and queues a job', async () => {
    const content = 'Decision: the reading room opens at nine.';
    const stored = await ingest(lake, { source_system: 'gmail', source_id: 'msg-1', content });
    const uid = sha256('gmail:msg-1').slice(0, 16);
    expect(stored).toEqual({
      artifact_uid: `uid_${uid}`,
      artifact_id: `art_${uid}`,
      revision_id: `rev_${sha256(content).slice(0, 16)}`,
      is_chunked: false,
      chunk_count: 1,
      status: 'new',
      job_id: expect.any(String),
      job_status: 'PENDING',
    });
    expect(await call(jobStatus, { artifact_uid: stored.artifact_uid }, lake.deps)).toMatchObject({
      job_id: stored.job_id,
      status: 'PENDING',
      attempts: 0,
      max_attempts: 5,
    });
  });

  it('identifies a document without a source id by its text', async () => {
    const stored = await ingest(lake, { content: 'a note on its own' });
    expect(stored.artifact_uid).toBe(`uid_${sha256('a note on its own').slice(0, 16)}`);
    expect((await ingest(lake, { content: 'a note on its own' })).status).toBe('unchanged');
  });

  it('stores the same text once, with the same reply', async () => {
    const first = await ingest(lake, { source_id: 'same' });
    const again = await ingest(lake, { source_id: 'same' });
    expect(again).toEqual({ ...first, status: 'unchanged' });
    await extractAll(lake);
    expect(await ingest(lake, { source_id: 'same' })).toEqual({ ...again, job_status: 'DONE' });
    const rows = await lake.db.sql`select from event_jobs where artifact_uid = ${first.artifact_uid}`;
    expect(rows.count).toBe(1);
  });

  it('updates the given metadata of an unchanged text and keeps the rest', async () => {
    const { artifact_id } = await ingest(lake, {
      source_id: 'meta',
      title: 'Draft',
      author: 'Ana',
      metadata: { a: 1 },
    });
    const change = { title: 'Final', sensitivity: 'highly_sensitive', ts: '2026-02-12T10:30:00Z' };
    expect((await ingest(lake, { source_id: 'meta', ...change })).status).toBe('unchanged');
    expect(await call(artifactGet, { artifact_id }, lake.deps)).toMatchObject({
      title: 'Final',
      author: 'Ana',
      metadata: { a: 1 },
      sensitivity: 'highly_sensitive',
      ts: '2026-02-12T10:30:00Z',
      retention_policy: 'forever',
    });
  });

  it('makes A the latest again after A, B, A, with the chunks and the job it had', async () => {
    const a = await ingest(lake, { source_id: 'aba', content: 'Decision: plan A.' });
    const b = await ingest(lake, { source_id: 'aba', content: 'Decision: plan B.' });
    expect(b).toMatchObject({ status: 'revision', artifact_uid: a.artifact_uid });
    expect(b.revision_id).not.toBe(a.revision_id);
    await extractAll(lake);
    const back = await ingest(lake, { source_id: 'aba', content: 'Decision: plan A.' });
    expect(back).toEqual({ ...a, status: 'revision', job_status: 'DONE' });
    const found = await call(artifactGet, { artifact_id: a.artifact_id, include_content: true }, lake.deps);
    expect(found).toMatchObject({
      revision_id: a.revision_id,
      is_latest: true,
      content: 'Decision: plan A.',
    });
    expect(
      found.revisions.map((r: { revision_id: string; is_latest: boolean }) => [r.revision_id, r.is_latest]),
    ).toEqual([
      [a.revision_id, true],
      [b.revision_id, false],
    ]);
    const old = await call(
      artifactGet,
      { artifact_id: a.artifact_id, revision_id: b.revision_id, include_content: true },
      lake.deps,
    );
    expect(old).toMatchObject({ is_latest: false, content: 'Decision: plan B.' });
  });

  it('distinguishes two texts whose hashes share a prefix', async () => {
    const first = await ingest(lake, { source_id: 'collision', content: 'one' });
    // No such text can be constructed, so the first one is given the prefix of the second's hash.
    const revision = `rev_${sha256('two').slice(0, 16)}`;
    await lake.db.sql.begin(async (tx) => {
      await tx`set local citus.propagate_set_commands = 'local'`;
      await tx`set local session_replication_role = replica`;
      for (const table of ['artifact_revisions', 'artifact_chunks', 'event_jobs'])
        await tx`update ${tx(table)} set revision_id = ${revision} where artifact_uid = ${first.artifact_uid}`;
    });
    const second = await ingest(lake, { source_id: 'collision', content: 'two' });
    expect(second).toMatchObject({ status: 'revision', revision_id: `rev_${sha256('two')}` });
    expect((await ingest(lake, { source_id: 'collision', content: 'two' })).status).toBe('unchanged');
  });

  it('splits a long text into chunks with exact offsets, also with astral characters', async () => {
    const content = longText({ first: '🦉 Decision: the owl 🦉 stays.' });
    const stored = await ingest(lake, { source_id: 'long', content });
    expect(stored.is_chunked).toBe(true);
    expect(stored.chunk_count).toBeGreaterThan(2);
    const { chunks, content: text } = await call(
      artifactGet,
      { artifact_id: stored.artifact_id, include_content: true, include_chunks: true },
      lake.deps,
    );
    expect(text).toBe(content);
    expect(chunks).toHaveLength(stored.chunk_count);
    const points = Array.from(content);
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk.chunk_id).toBe(
        `${stored.artifact_id}::${stored.revision_id}::chunk::${`${index}`.padStart(3, '0')}`,
      );
      expect(points.slice(chunk.start_char, chunk.end_char).join('')).toBe(chunk.text);
    }
  });

  it('stores a document once when it is ingested concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => ingest(lake, { source_id: 'race', content: `text ${i % 2}` })),
    );
    expect(replies.filter(({ status }) => status === 'new')).toHaveLength(1);
    expect(new Set(replies.map(({ revision_id }) => revision_id)).size).toBe(2);
    const rows = await lake.db.sql`
      select is_latest from artifact_revisions where artifact_uid = ${replies[0].artifact_uid} and is_latest`;
    expect(rows.count).toBe(1);
  });

  it('stores nothing when it fails', async () => {
    const broken = {
      ...lake.deps,
      newId: () => 'not a uuid', // the last statement of the transaction fails
    };
    expect((await artifactIngest.call(document({ source_id: 'broken' }), broken)).ok).toBe(false);
    const uid = `uid_${sha256('notes:broken').slice(0, 16)}`;
    for (const table of ['artifacts', 'artifact_revisions', 'artifact_chunks', 'event_jobs'])
      expect((await lake.db.sql`select from ${lake.db.sql(table)} where artifact_uid = ${uid}`).count).toBe(
        0,
      );
  });

  it('stores a deleted document as a new one, without anything of the old', async () => {
    const first = await ingest(lake, { source_id: 'phoenix', content: 'the old text', title: 'Old' });
    await call(artifactDelete, { artifact_id: first.artifact_id }, lake.deps);
    const second = await ingest(lake, { source_id: 'phoenix', content: 'the new text' });
    expect(second).toMatchObject({ status: 'new', artifact_uid: first.artifact_uid });
    const found = await call(artifactGet, { artifact_id: first.artifact_id }, lake.deps);
    expect(found).not.toHaveProperty('title');
    expect(found.revisions).toHaveLength(1);
    const marks = await lake.db.sql`select from tombstones where kind = 'artifact' and source_id = 'phoenix'`;
    expect(marks.count).toBe(0);
  });

  it('also does so for a deleted text without a source id, from any source', async () => {
    const text = { content: 'a text that stands for itself' };
    const { artifact_id } = await ingest(lake, { ...text, source_system: 'wiki', title: 'Old' });
    await call(artifactDelete, { artifact_id }, lake.deps);
    const reply = await fail(
      artifactIngest,
      document({ ...text, source_system: 'wiki', unless_deleted: true }),
      lake.deps,
    );
    expect(reply).toMatchObject({ kind: 'conflict', data: { reason: 'deleted' } });
    expect(await ingest(lake, { ...text, source_system: 'desk' })).toMatchObject({
      status: 'new',
      artifact_id,
    });
    expect(await call(artifactGet, { artifact_id }, lake.deps)).not.toHaveProperty('title');
  });

  it('replaces characters that cannot be stored and reports it', async () => {
    const stored = await ingest(lake, { source_id: 'nul', content: 'before\0after' });
    expect(stored.sanitized).toBe(true);
    const found = await call(
      artifactGet,
      { artifact_id: stored.artifact_id, include_content: true },
      lake.deps,
    );
    expect(found.content).toBe('before\uFFFDafter');
  });

  it('rejects an empty text, one over 10 MB, an invalid date, and unknown fields', async () => {
    expect(await fail(artifactIngest, document({ content: ' \n ' }), lake.deps)).toMatchObject({
      kind: 'invalid_input',
      data: { field: 'content', problem: 'must not be empty' },
    });
    expect(
      await fail(artifactIngest, document({ content: 'x'.repeat(10_000_001) }), lake.deps),
    ).toMatchObject({
      kind: 'too_large',
      data: { field: 'content', limit: 10_000_000 },
    });
    for (const document_date of [
      '-1',
      '',
      '+275761-01-01',
      '2026-02-31x',
      '2026-02-31',
      '2026-13-01',
      '2026-02-12T25:00:00Z',
    ])
      expect(await fail(artifactIngest, document({ document_date }), lake.deps)).toMatchObject({
        kind: 'invalid_input',
        data: { field: 'document_date' },
      });
    expect(await fail(artifactIngest, document({ chunk_size: 3 }), lake.deps)).toMatchObject({
      kind: 'invalid_input',
      data: { field: 'chunk_size' },
    });
  });

  it('rejects an invalid retain_until instead of keeping the document forever', async () => {
    const kept = { retention_policy: 'custom', source_id: 'kept' };
    for (const retain_until of ['whenever', '2027-02-30', 20270212])
      expect(
        await fail(artifactIngest, document({ ...kept, metadata: { retain_until } }), lake.deps),
      ).toMatchObject({ kind: 'invalid_input', data: { field: 'metadata' } });
    expect(await ingest(lake, { ...kept, metadata: { retain_until: '2027-02-12' } })).toMatchObject({
      status: 'new',
    });
  });
});
