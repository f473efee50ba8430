import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/gateway/deps.ts';
import { embedderOf } from '../../../src/gateway/llm/embedder.ts';
import { createEmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import embeddingHealth from '../../../src/handlers/artifacts/embedding-health.ts';
import hybridSearch from '../../../src/handlers/artifacts/hybrid-search.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { type ModelDouble, startModel } from '../../support/model.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
let model: ModelDouble;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

type Result = { kind: string; id: string; legs: string[]; score: number };
const search = (input: Record<string, unknown>, deps = lake.deps) => call(hybridSearch, input, deps);

describe('hybrid_search', () => {
  it('searches documents and events, and memories and conversations on request', async () => {
    const { artifact_id } = await ingest(lake, {
      source_id: 'shelves',
      title: 'Minutes',
      content: 'Decision: We will buy oak shelves for the reading room.',
    });
    await extractAll(lake);
    await call(
      memoryStore,
      { content: 'Ana likes oak shelves.', type: 'preference', confidence: 1 },
      lake.deps,
    );
    await call(storeMessage, { role: 'user', content: 'Which oak shelves?' }, lake.deps);

    const usual = await search({ query: 'oak shelves' });
    expect(usual.legs).toEqual(['lexical']);
    expect(usual.results).toMatchObject([
      { kind: 'artifact', id: artifact_id, artifact_id, title: 'Minutes', legs: ['lexical'] },
      { kind: 'event', artifact_id, title: 'Decision', snippet: expect.stringContaining('**oak**') },
    ]);
    expect(usual.results[0].score).toBeCloseTo(1 / 61);

    const all = await search({
      query: 'oak shelves',
      include_memory: true,
      include_conversations: true,
      include_events: false,
    });
    expect(all.results.map((result: Result) => result.kind)).toEqual(['artifact', 'memory', 'message']);
    expect((await search({ query: 'oak shelves', limit: 1 })).results).toHaveLength(1);
  });

  it('says when messages were searched for the nearest word, in any detail', async () => {
    await call(storeMessage, { role: 'user', content: 'The quagga is by the window.' }, lake.deps);
    for (const detail of ['snippet', 'full']) {
      const found = await search({ query: 'qugaga', kinds: ['message'], detail });
      expect(found.message).toBe('No message has these words: messages were searched for "quagga".');
      expect(found.results).toHaveLength(1);
    }
    expect((await search({ query: 'quagga', kinds: ['message'], detail: 'snippet' })).message).toBe(
      undefined,
    );
  });

  it('leaves out documents and events of other projects, and keeps those of none', async () => {
    const of = async (source_id: string, project?: string) =>
      (await ingest(lake, { source_id, project, content: `Decision: we plant a walnut (${source_id}).` }))
        .artifact_id;
    const [here, , nowhere] = [await of('here', 'garden'), await of('there', 'museum'), await of('nowhere')];
    await extractAll(lake);
    const { results } = await search({ query: 'walnut', project: 'garden' });
    const found = (kind: string) =>
      results
        .filter((one: Result) => one.kind === kind)
        .map(({ artifact_id }: { artifact_id: string }) => artifact_id)
        .toSorted();
    expect(found('artifact')).toEqual([here, nowhere].toSorted());
    expect(found('event')).toEqual([here, nowhere].toSorted());
  });

  it('says of conversations that there is none of a project only where it searched them', async () => {
    const lost = { query: 'zelkova', project: '/home/ada/atlantis' };
    expect((await search(lost)).message).toMatch(/^Nothing that was searched matches in the project /);
    expect((await search({ ...lost, include_conversations: true })).message).toMatch(
      /^No conversation is of the project /,
    );
  });

  it('leaves out memories, decisions and experiences of other projects, named by path or its last part', async () => {
    for (const project of ['/home/ada/orchard', '/home/ada/museum', undefined]) {
      const named = project === undefined ? {} : { project };
      const where = project ?? 'nowhere';
      await call(
        memoryStore,
        { content: `Cherries ripen in June (${where}).`, type: 'fact', confidence: 1, ...named },
        lake.deps,
      );
      await call(
        captureDecision,
        {
          statement: `Sell cherries by weight (${where})`,
          alternatives: ['by box'],
          confidence: 0.7,
          ...named,
        },
        lake.deps,
      );
    }
    await call(
      recordExperience,
      {
        ...{ type: 'effective', domain: 'Process', situation: 'Starlings ate the cherries' },
        ...{ approach: 'Hung nets', outcome: 'They stayed away', reasoning: 'No way in' },
        project: '/home/ada/orchard',
      },
      lake.deps,
    );
    const kinds = ['memory', 'decision', 'experience'];
    for (const project of ['orchard', '/home/ada/orchard']) {
      const { results } = await search({ query: 'cherries', kinds, project, limit: 50 });
      const found = results.map((one: { kind: string; project?: string }) => `${one.kind} ${one.project}`);
      expect(found.toSorted()).toEqual([
        'decision /home/ada/orchard',
        'decision undefined',
        'experience /home/ada/orchard',
        'memory /home/ada/orchard',
        'memory undefined',
      ]);
    }
  });

  it('also finds by meaning when a model is configured, and never sends highly sensitive texts to it', async () => {
    const { models } = testConfig({ OPENAI_EMBED_MODEL: 'double', OPENAI_BASE_URL: model.url });
    const embedder = await embedderOf(models, () => new Date());
    if (!embedder) throw new Error('no embedder');
    await ingest(lake, { source_id: 'hidden', content: 'oak secrets', sensitivity: 'highly_sensitive' });
    const worker = createEmbeddingWorker(lake.db.sql, embedder, createLog('silent'));
    worker.begin();
    const deps = { ...lake.deps, embedder };
    const health = await eventually(async () => {
      const now = await call(embeddingHealth, {}, deps);
      return now.pending === 0 && now.dimensions && now;
    });
    expect(health).toMatchObject({ configured: true, ok: true, model: 'double' });
    const { results, legs, message } = await search({ query: 'oak shelves' }, deps);
    expect(legs).toEqual(['lexical', 'semantic']);
    expect(message).toBeUndefined();
    expect(results[0]).toMatchObject({ kind: 'artifact', legs: ['lexical', 'semantic'] });
    expect(results.filter((result: Result) => result.kind === 'artifact')).toHaveLength(1);
    expect(JSON.stringify(model.requests)).not.toContain('oak secrets');
    await worker.stop();
  });
});
