import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/gateway/deps.ts';
import { embedderOf } from '../../../src/gateway/llm/embedder.ts';
import { createEmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import embeddingHealth from '../../../src/handlers/artifacts/embedding-health.ts';
import search from '../../../src/handlers/conversations/search.ts';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import memorySearch from '../../../src/handlers/memory/memory-search.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { call } from '../../support/call.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { type ModelDouble, startModel } from '../../support/model.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
let model: ModelDouble;
let deps: Deps;
let stop: () => Promise<void>;

beforeAll(async () => {
  model = await startModel();
  model.synonyms = { bills: 'invoices', tax: 'vat' };
  const { models } = testConfig({ OPENAI_EMBED_MODEL: 'double', OPENAI_BASE_URL: model.url });
  const embedder = await embedderOf(models, () => new Date());
  if (!embedder) throw new Error('no embedder');
  const contents = ['Show the VAT number on invoices', 'The reading room closes at eight'];
  await call(
    storeMessagesBulk,
    { messages: contents.map((content) => ({ role: 'user', content })) },
    lake.deps,
  );
  const worker = createEmbeddingWorker(lake.db.sql, embedder, createLog('silent'));
  stop = worker.stop;
  worker.begin();
  deps = { ...lake.deps, embedder };
  await embedded();
});
afterAll(async () => {
  await stop();
  await model.close();
});

const embedded = () =>
  eventually(async () => {
    const { pending, dimensions } = await call(embeddingHealth, {}, deps);
    return pending === 0 && dimensions;
  });
const find = (query: string, more: Record<string, unknown> = {}, with_: Deps = deps) =>
  call(search, { query, ...more }, with_);
const asked = () => model.requests.length;

describe('where no text has any of the words', () => {
  it('dewey_search finds what is near in meaning, and says so', async () => {
    const found = await find('tax on bills');
    expect(found.results).toHaveLength(1);
    expect(found).toMatchObject({
      results: [{ content: 'Show the VAT number on invoices' }],
      total: 1,
      mode_used: 'hybrid',
      legs: ['lexical', 'semantic'],
      message: expect.stringContaining('by meaning'),
    });
  });

  it('dewey_search finds nothing where nothing is near', async () => {
    const found = await find('pancake recipe');
    expect(found).toMatchObject({ results: [], total: 0, mode_used: 'auto', legs: ['lexical'] });
    expect(found.message).toBeUndefined();
  });

  it('dewey_search asks no model where words are found, demanded or excluded, or another mode is asked for', async () => {
    const before = asked();
    expect((await find('invoices')).total).toBe(1);
    for (const query of ['"tax bills"', 'bills -tax']) expect((await find(query)).results).toEqual([]);
    for (const mode of ['any', 'all', 'phrase']) expect((await find('bills', { mode })).results).toEqual([]);
    expect((await find('tax on bills', {}, lake.deps)).results).toEqual([]);
    expect(asked()).toBe(before);
  });

  it('search_experiences finds what is near in meaning', async () => {
    await call(
      recordExperience,
      {
        type: 'effective',
        domain: 'Process',
        situation: 'VAT',
        approach: 'Put numbers on invoices',
        outcome: 'Accepted',
        reasoning: 'Asked for',
      },
      lake.deps,
    );
    await embedded();
    const found = await call(searchExperiences, { query: 'tax bills' }, deps);
    expect(found).toMatchObject({ count: 1, total: 1, message: expect.stringContaining('by meaning') });
    expect((await call(searchExperiences, { query: 'pancake recipe' }, deps)).total).toBe(0);
  });

  it('memory_search ranks by words and by meaning', async () => {
    for (const content of ['Ana wants VAT on invoices', 'Ana works on Mondays'])
      await call(memoryStore, { content, type: 'preference', confidence: 1 }, lake.deps);
    await embedded();
    const found = async (query: string) =>
      (await call(memorySearch, { query }, deps)).results.map(({ content }: { content: string }) => content);
    expect(await found('tax bills')).toEqual(['Ana wants VAT on invoices']);
    expect(await found('Ana tax')).toEqual(['Ana wants VAT on invoices', 'Ana works on Mondays']);
    expect(await found('pancake recipe')).toEqual([]);
  });

  it('dewey_search answers by words when the model fails', async () => {
    model.embeddings = 'error';
    expect(await find('tax on bills')).toMatchObject({ results: [], legs: ['lexical'] });
    model.embeddings = 'valid';
  });
});
