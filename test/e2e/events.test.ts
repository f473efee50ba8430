import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { longText } from '../support/documents.ts';
import { useExtraction } from '../support/extraction.ts';

vi.setConfig({ testTimeout: 60_000 });

const { model, call, work, modelEnv, ingest, ended, expectExact } = await useExtraction();
let jobs: Awaited<ReturnType<typeof work>>;

describe.each(['offline', 'model'] as const)('documents become events, %s', (kind) => {
  beforeAll(async () => {
    jobs = await work(
      kind === 'model' ? modelEnv() : { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'a stray key' },
    );
  });
  afterAll(() => jobs.stop());
  const source = (id: string) => ({ source_system: kind, source_id: id });

  it('1: a short text is one chunk, and its decision is found with its quote', async () => {
    const stored = await ingest({
      ...source('short'),
      content: `Decision: We will use OpenAI text-embedding-3-large starting Jan 1. (${kind})`,
    });
    expect(stored).toMatchObject({ is_chunked: false, status: 'new' });
    expect(['PENDING', 'PROCESSING', 'DONE']).toContain(stored.job_status);
    expect((await ended(stored.artifact_uid)).status).toBe('DONE');
    const { events } = await call('event_search', { query: 'use OpenAI', artifact_uid: stored.artifact_uid });
    expect(events).toMatchObject([
      { category: 'Decision', evidence: [{ quote: expect.stringContaining('OpenAI') }] },
    ]);
    const event = await call('event_get', { event_id: events[0].event_id });
    expect(event.evidence).toEqual(events[0].evidence);
    await expectExact(stored.artifact_uid, stored.revision_id);
  });

  it('2: a long text is split, and its quotes name their chunk', async () => {
    const stored = await ingest({
      ...source('long'),
      content: longText({
        first: `🦉 Decision: The board chose the oak shelves. (${kind})`,
        last: '🦉 Commitment: I will send the order on Friday.',
      }),
    });
    expect(stored.is_chunked).toBe(true);
    expect(stored.chunk_count).toBeGreaterThan(1);
    expect((await ended(stored.artifact_uid)).status).toBe('DONE');
    const { artifact_uid } = stored;
    const { events } = await call('event_search', { query: 'Decision', category: 'Decision', artifact_uid });
    expect(events[0].evidence[0].chunk_id).toMatch(/::chunk::000$/);
    await expectExact(artifact_uid, stored.revision_id);
    const promised = await call('event_search', { query: 'order', category: 'Commitment', artifact_uid });
    expect(promised.events).toMatchObject([{ narrative: expect.stringContaining('send the order') }]);
  });

  it('3: the same text again creates neither a job nor a second set of events', async () => {
    const first = await ingest({
      ...source('same'),
      content: `We decided to stay. Decision: we stay. ${kind}`,
    });
    await ended(first.artifact_uid);
    const before = await expectExact(first.artifact_uid, first.revision_id);
    const again = await ingest({
      ...source('same'),
      content: `We decided to stay. Decision: we stay. ${kind}`,
    });
    expect(again).toEqual({ ...first, status: 'unchanged', job_status: 'DONE' });
    expect(await expectExact(first.artifact_uid, first.revision_id)).toEqual(before);
  });

  it('4: a changed text is a new revision with its own events; earlier ones stay', async () => {
    const a = await ingest({ ...source('plan'), content: `Decision: we take plan A. ${kind}` });
    await ended(a.artifact_uid);
    const b = await ingest({ ...source('plan'), content: `Decision: we take plan B. ${kind}` });
    expect(b).toMatchObject({ status: 'revision', artifact_uid: a.artifact_uid });
    expect(b.job_id).not.toBe(a.job_id);
    await ended(b.artifact_uid, b.revision_id);
    expect((await expectExact(b.artifact_uid, b.revision_id))[0]?.narrative).toContain('plan B');
    expect((await expectExact(a.artifact_uid, a.revision_id))[0]?.narrative).toContain('plan A');
    const found = await call('event_search', {
      query: 'plan',
      artifact_uid: a.artifact_uid,
      all_revisions: true,
    });
    expect(found.total).toBe(2);
  });

  it('6: twenty documents at once are processed while calls are answered', async () => {
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ingest({ ...source(`many-${i}`), content: `Decision: we buy shelf ${i}. ${kind}` }),
      ),
    );
    expect(
      (await call('artifact_search', { query: `shelf ${kind}`, limit: 50 })).results.length,
    ).toBeGreaterThanOrEqual(20);
    for (const { artifact_uid } of stored) expect((await ended(artifact_uid)).status).toBe('DONE');
  });

  if (kind === 'offline')
    it('sends nothing anywhere, although a key is set', () => {
      expect(model.requests).toEqual([]);
    });
});
