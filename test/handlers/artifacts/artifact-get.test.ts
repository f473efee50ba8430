import { describe, expect, it } from 'vitest';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import { call, fail } from '../../support/call.ts';
import { ingest, longText } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const get = (input: Record<string, unknown>) => call(artifactGet, input, lake.deps);

describe('artifact_get', () => {
  it('finds a document by either id and returns all its metadata', async () => {
    const said = {
      artifact_type: 'email',
      source_system: 'gmail',
      source_id: 'm-7',
      source_url: 'https://mail.example/m-7',
      title: 'Shelves',
      author: 'Ana',
      participants: ['Ben', 'Chloé'],
      project: 'reading-room',
      metadata: { folder: 'inbox' },
      sensitivity: 'sensitive',
      visibility_scope: 'org',
      retention_policy: '1y',
      document_date: '2026-02-11',
    };
    const stored = await ingest(lake, { ...said, ts: '2026-02-12T10:30:00+02:00' });
    const found = await get({ artifact_id: stored.artifact_uid });
    expect(found).toMatchObject({
      ...said,
      ts: '2026-02-12T08:30:00Z',
      artifact_id: stored.artifact_id,
      revision_id: stored.revision_id,
      is_latest: true,
      token_count: expect.any(Number),
    });
    expect(found).not.toHaveProperty('content');
    expect(found).not.toHaveProperty('chunks');
    expect(await get({ artifact_id: stored.artifact_id })).toEqual(found);
  });

  it('returns a long text in pages that join without loss, counted in code points', async () => {
    const content = longText({ first: '🦉🦉 the owls' });
    const { artifact_id } = await ingest(lake, { source_id: 'pages', content });
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await get({ artifact_id, include_content: true, char_offset: offset, max_chars: 5001 });
      text += page.content;
      offset = page.next_char_offset;
    }
    expect(text).toBe(content);
  });

  it('returns many chunks in pages', async () => {
    const stored = await ingest(lake, { source_id: 'chunk-pages', content: longText() });
    const seen: number[] = [];
    for (let next: number | undefined = 0; next !== undefined; ) {
      const page = await get({
        artifact_id: stored.artifact_id,
        include_chunks: true,
        from_chunk: next,
        max_chars: 6000,
      });
      seen.push(...page.chunks.map((chunk: { index: number }) => chunk.index));
      next = page.next_chunk;
    }
    expect(seen).toEqual(Array.from({ length: stored.chunk_count }, (_, i) => i));
  });

  it('returns a highly sensitive document by id, and a private one only to its own key', async () => {
    const secret = await ingest(lake, { source_id: 'secret', sensitivity: 'highly_sensitive' });
    expect((await get({ artifact_id: secret.artifact_id })).sensitivity).toBe('highly_sensitive');

    const as = (keyId: string) => ({ ...lake.deps, call: { requestId: 'r', keyId } });
    const mine = await ingest(
      { ...lake, deps: as('ana') },
      { source_id: 'diary', visibility_scope: 'me', content: 'Dear diary' },
    );
    const input = { artifact_id: mine.artifact_id };
    expect((await call(artifactGet, input, as('ana'))).visibility_scope).toBe('me');
    expect(await fail(artifactGet, input, as('ben'))).toMatchObject({ kind: 'not_found' });
  });

  it('suggests what to do for an unknown document or revision', async () => {
    const { artifact_id, revision_id } = await ingest(lake, { source_id: 'lone' });
    expect(await fail(artifactGet, { artifact_id: 'art_0123456789abcdef' }, lake.deps)).toMatchObject({
      status: 404,
      kind: 'not_found',
      data: { field: 'artifact_id', suggestion: expect.stringContaining('artifact_search') },
    });
    expect(
      await fail(artifactGet, { artifact_id, revision_id: 'rev_0123456789abcdef' }, lake.deps),
    ).toMatchObject({ kind: 'not_found', data: { field: 'revision_id', revisions: [revision_id] } });
  });
});
