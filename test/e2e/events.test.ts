import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/gateway/deps.ts';
import { startJobs } from '../../src/gateway/jobs/index.ts';
import { mcpClient, type ToolClient } from '../support/clients.ts';
import { document, longText } from '../support/documents.ts';
import { testConfig, useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { type Behaviour, type ModelDouble, startModel } from '../support/model.ts';
import { eventually } from '../support/waiting.ts';

vi.setConfig({ testTimeout: 60_000 });

const lake = useLake();
const server = useServer(lake);
let client: ToolClient;
let model: ModelDouble;
let jobs: Awaited<ReturnType<typeof startJobs>>;

/** A worker of the gateway's own process; with a model, or without one. */
const work = (env: Record<string, string>) =>
  startJobs(testConfig({ POLL_INTERVAL_MS: '100', ...env }), lake.db, createLog('silent'));

/** A model that is given up when it takes long. */
const modelEnv = (name = 'double') => ({
  OPENAI_EVENT_MODEL: name,
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: 'a key',
  OPENAI_TIMEOUT_MS: '2000',
});

const call = (tool: string, input: object) => client.call(tool, input);
const ingest = (changes: Record<string, unknown>) => call('artifact_ingest', document(changes));
const ended = (artifact_uid: string, revision_id?: string) =>
  eventually(async () => {
    const job = await call('job_status', { artifact_uid, ...(revision_id ? { revision_id } : {}) });
    // One that is put off has its error already, and would be tried again much later.
    return (['DONE', 'FAILED'].includes(job.status) || (job.last_error_code && !job.locked_by)) && job;
  });
type Proof = {
  quote: string;
  chunk_id: string | null;
  start_char: number;
  end_char: number;
  artifact_start_char: number;
};
type Event = { event_id: string; category: string; narrative: string; evidence: Proof[] };

/** Every quote of a revision is the very slice of its chunk, and of the whole text. */
async function expectExact(artifact_uid: string, revision_id: string): Promise<Event[]> {
  const text = await call('artifact_get', {
    artifact_id: artifact_uid,
    revision_id,
    include_content: true,
    include_chunks: true,
    max_chars: 1_000_000,
  });
  const { events } = await call('event_list_for_revision', {
    artifact_uid,
    revision_id,
    include_evidence: true,
  });
  const whole = Array.from(text.content as string);
  for (const { evidence } of events as Event[]) {
    expect(evidence.length).toBeGreaterThan(0);
    for (const { quote, chunk_id, start_char, end_char, artifact_start_char } of evidence) {
      const piece: string = chunk_id
        ? text.chunks.find((chunk: { chunk_id: string }) => chunk.chunk_id === chunk_id).text
        : text.content;
      expect(Array.from(piece).slice(start_char, end_char).join('')).toBe(quote);
      expect(whole.slice(artifact_start_char, artifact_start_char + end_char - start_char).join('')).toBe(
        quote,
      );
      expect(quote.split(/\s+/).length).toBeLessThanOrEqual(25);
    }
  }
  return events;
}

beforeAll(async () => {
  client = await mcpClient('http', server.url);
  model = await startModel();
});
afterAll(async () => {
  await client.close();
  await model.close();
});

describe.each(['offline', 'model'] as const)('documents become events, %s', (kind) => {
  beforeAll(async () => {
    jobs = await work(
      kind === 'model' ? modelEnv() : { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'a stray key' },
    );
  });
  afterAll(() => jobs.stop());
  beforeEach(() => {
    model.otherwise = 'valid';
  });
  const source = (id: string) => ({ source_system: kind, source_id: id });

  it('1: a short text is one piece, and its decision is found with its quote', async () => {
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

  it('2: a long text is cut, and its quotes name their chunk', async () => {
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
    const all = await expectExact(artifact_uid, stored.revision_id);
    expect(all.map((event) => event.category)).toContain('Commitment');
  });

  it('3: the same text again makes no job and no second generation of events', async () => {
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

  it('4: another text is a new revision with events of its own; those before stay', async () => {
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

  it('6: twenty documents at once are worked off while calls are answered', async () => {
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
    it('sends nothing anywhere, although there is a key', () => {
      expect(model.requests).toEqual([]);
    });

  if (kind === 'model') {
    it('5: a refused key leaves no events and says so; mended, the same job succeeds', async () => {
      model.otherwise = 401;
      const { artifact_uid } = await ingest({ ...source('key'), content: 'Decision: we mend the key.' });
      expect(await ended(artifact_uid)).toMatchObject({
        status: 'FAILED',
        last_error_code: 'unauthorized',
        last_error_message: expect.stringContaining('OPENAI_API_KEY'),
      });
      expect((await call('event_list_for_revision', { artifact_uid })).total).toBe(0);
      model.otherwise = 'valid';
      expect((await call('event_reextract', { artifact_uid })).status).toBe('PENDING');
      expect((await ended(artifact_uid)).status).toBe('DONE');
      expect((await call('event_list_for_revision', { artifact_uid })).total).toBe(1);
    });

    it('extracts again from every state of a job: done, failed, put off and running', async () => {
      const { artifact_uid } = await ingest({ ...source('states'), content: 'Decision: we go on.' });
      const again = (force = false) => call('event_reextract', { artifact_uid, force });
      const events = async () => (await call('event_list_for_revision', { artifact_uid })).events as Event[];
      expect((await ended(artifact_uid)).status).toBe('DONE');
      const seen = new Set((await events()).map(({ event_id }) => event_id));

      for (const [behaviour, state] of [
        ['valid', 'DONE'],
        ['refusal', 'FAILED'],
        [500, 'PENDING'],
      ] satisfies [Behaviour, string][]) {
        model.otherwise = behaviour;
        await again();
        expect((await ended(artifact_uid)).status).toBe(state);
        model.otherwise = 'valid';
        expect(await again()).toMatchObject({ status: 'PENDING', attempts: 0, last_error_code: null });
        expect((await ended(artifact_uid)).status).toBe('DONE');
        const [event, ...more] = await events();
        expect(more).toEqual([]);
        expect(seen).not.toContain(event?.event_id);
        seen.add(event?.event_id ?? '');
      }

      model.otherwise = 'hang';
      const asked = model.requests.length;
      await again();
      await model.arrived(asked + 1);
      expect(await again()).toMatchObject({
        status: 'PROCESSING',
        message: expect.stringContaining('force: true'),
      });
      model.otherwise = 'valid';
      expect((await again(true)).status).toBe('PENDING');
      expect(await ended(artifact_uid)).toMatchObject({ status: 'DONE', attempts: 1 });
      expect(await events()).toHaveLength(1);
    });

    it('says which setting is wrong when the model is misspelt; with the right one it succeeds', async () => {
      await jobs.stop();
      jobs = await work(modelEnv('duoble'));
      model.otherwise = 404;
      const { artifact_uid } = await ingest({ ...source('misspelt'), content: 'Decision: we spell it out.' });
      expect(await ended(artifact_uid)).toMatchObject({
        status: 'FAILED',
        last_error_code: 'model_not_found',
        last_error_message: expect.stringContaining('OPENAI_EVENT_MODEL'),
      });
      expect(model.requests.at(-1)?.body.model).toBe('duoble');
      await jobs.stop();
      jobs = await work(modelEnv());
      model.otherwise = 'valid';
      await call('event_reextract', { artifact_uid });
      expect((await ended(artifact_uid)).status).toBe('DONE');
      const { events } = await call('event_search', { artifact_uid });
      expect(events).toMatchObject([{ category: 'Decision', extractor: expect.stringContaining('double') }]);
    });

    it.each([
      ['malformed', 'malformed'],
      ['wrong-schema', 'schema'],
      ['truncated', 'truncated'],
      ['refusal', 'refusal'],
      ['obeys', 'obeys'],
      [500, '500'],
      [429, '429'],
      ['hang-up', 'hang-up'],
      ['hang', 'hang'],
    ] satisfies [Behaviour, string][])(
      'a model that answers %s changes nothing that is stored',
      async (behaviour, name) => {
        const content = `Decision: we keep what we have (${name}).`;
        const { artifact_uid } = await ingest({ ...source(`trouble-${name}`), content });
        await ended(artifact_uid);
        const before = await call('event_list_for_revision', { artifact_uid });
        expect(before.total).toBe(1);
        model.otherwise = behaviour;
        await call('event_reextract', { artifact_uid });
        const job = await ended(artifact_uid);
        expect(['PENDING', 'FAILED']).toContain(job.status);
        expect(job.last_error_message).toMatch(/\.$/);
        if (behaviour === 429) {
          // Seven seconds were asked for; the pause before a second attempt is longer.
          const wait = Date.parse(job.next_run_at) - Date.parse(job.updated_at);
          expect(wait).toBeGreaterThanOrEqual(29_000);
        }
        expect(await call('event_list_for_revision', { artifact_uid })).toEqual(before);
      },
    );

    it('mends offsets that the model counted wrongly, and drops what is written nowhere', async () => {
      model.otherwise = 'wrong-offsets';
      const wrong = await ingest({ ...source('offsets'), content: '🦉🦉 Decision: the owls stay.' });
      expect((await ended(wrong.artifact_uid)).status).toBe('DONE');
      expect(await expectExact(wrong.artifact_uid, wrong.revision_id)).toHaveLength(1);
      model.otherwise = 'invented-quote';
      const invented = await ingest({ ...source('invented'), content: 'Decision: nobody says nowhere.' });
      expect((await ended(invented.artifact_uid)).status).toBe('DONE');
      expect(await expectExact(invented.artifact_uid, invented.revision_id)).toEqual([]);
    });

    it('never sends a highly sensitive text away; it is read here', async () => {
      const { artifact_uid } = await ingest({
        ...source('secret'),
        content: 'Decision: the quokka gets a raise.',
        sensitivity: 'highly_sensitive',
      });
      expect((await ended(artifact_uid)).status).toBe('DONE');
      expect(JSON.stringify(model.requests)).not.toContain('quokka');
      const { events } = await call('event_search', { artifact_uid });
      expect(events).toMatchObject([{ extractor: expect.stringContaining('offline') }]);
    });
  }
});
