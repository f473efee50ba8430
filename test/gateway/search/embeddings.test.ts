import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collections } from '../../../src/db/collections.ts';
import { messages } from '../../../src/db/conversations/collection.ts';
import type { Collection } from '../../../src/db/search/collection/collection.ts';
import type { Embedder } from '../../../src/db/search/embedder.ts';
import {
  claim,
  modelNumber,
  storeEmbeddings,
  sweepEmbeddings,
  textsToEmbed,
} from '../../../src/db/search/embeddings.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { readConfig } from '../../../src/gateway/config/env.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { embedderOf } from '../../../src/gateway/llm/embedder.ts';
import { createEmbeddingWorker, type EmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import { startServer } from '../../../src/gateway/server.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import search from '../../../src/handlers/conversations/search.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { embeddingHealth } from '../../../src/handlers/shared/embedding-health.ts';
import { converse, removeMessages, retext } from '../../db/search/support.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { hashingVector, type ModelDouble, startModel } from '../../support/model.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const { capture } = useDecisions(lake);
let model: ModelDouble;
const workers: EmbeddingWorker[] = [];

const embedder = async (name = 'double-1'): Promise<Embedder> => {
  const env = { OPENAI_EMBED_MODEL: name, OPENAI_BASE_URL: model.url };
  const made = await embedderOf(readConfig(env).models, () => new Date());
  if (!made) throw new Error('no embedder');
  return made;
};
const work = async (only: readonly Collection<never>[] = collections, name?: string) => {
  const pace = { collections: only, idleMs: 100, firstPauseMs: 100 };
  const worker = createEmbeddingWorker(lake.db.sql, await embedder(name), createLog('silent'), pace);
  workers.push(worker);
  worker.begin();
  return worker;
};
const allEmbedded = async (deps = lake.deps) =>
  eventually(async () => (await embeddingHealth({ ...deps, embedder: await embedder() })).pending === 0);
const count = async (table: string) => {
  const [row] = await lake.db.sql<{ n: number }[]>`select count(*)::int as n from ${lake.db.sql(table)}`;
  return row?.n;
};
const sent = () => model.requests.flatMap(({ body }) => body.input as string[]);
const hybrid = async (query: string, options: Record<string, unknown> = {}) =>
  call(search, { query, mode: 'hybrid', ...options }, { ...lake.deps, embedder: await embedder() });
const contents = (found: { results: { content: string }[] }) => found.results.map(({ content }) => content);

beforeAll(async () => {
  model = await startModel();
  model.synonyms = { automobile: 'car', feline: 'cat' };
});
beforeEach(() => {
  model.embeddings = 'valid';
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await model.close();
});

describe('semantic search', () => {
  let garage: string;
  beforeAll(async () => {
    garage = await converse(lake, ['The car is in the garage', 'Milk and eggs', 'My cat sleeps all day'], {
      project: 'home',
    });
    await capture('Keep the car insured');
  });

  it('is lexical, and says so, where no model is configured', async () => {
    const found = await call(search, { query: 'car automobile', mode: 'hybrid' }, lake.deps);
    expect(found).toMatchObject({ mode_used: 'auto', legs: ['lexical'], total: 1 });
    expect(found.message).toContain('OPENAI_EMBED_MODEL');
    expect(await embeddingHealth(lake.deps)).toMatchObject({ configured: false, ok: false, pending: 0 });
    expect(sent()).toEqual([]);
  });

  it('is lexical as long as nothing is embedded', async () => {
    expect(await hybrid('automobile')).toMatchObject({
      results: [],
      legs: ['lexical'],
      message: expect.stringContaining('nothing is embedded yet'),
    });
    const health = await embeddingHealth({ ...lake.deps, embedder: await embedder() });
    expect(health).toMatchObject({
      configured: true,
      ok: true,
      model: 'double-1',
      dimensions: 64,
      pending: 4,
    });
    expect(new URL(model.url).host).toBe(health.provider);
  });

  it('finds texts without common words once they are embedded, within the filters, and reports both legs', async () => {
    const worker = await work();
    await allEmbedded();
    expect(worker.figures).toMatchObject({ embedded: 4, ok: true });
    const found = await hybrid('automobile', { explain: true });
    expect(found).toMatchObject({ mode_used: 'hybrid', legs: ['lexical', 'semantic'] });
    expect(found).not.toHaveProperty('message');
    expect(contents(found)).toEqual(['The car is in the garage']);
    const [{ rank, explain }] = found.results;
    expect(explain).toEqual({ legs: { semantic: 1 }, meaning: rank });
    expect(found.total).toBe(1);

    const both = await hybrid('the car of a feline', { explain: true });
    expect(contents(both)).toEqual(
      expect.arrayContaining(['The car is in the garage', 'My cat sleeps all day']),
    );
    expect(both.results[0]).toMatchObject({
      content: 'The car is in the garage',
      explain: { legs: { lexical: 1, semantic: expect.any(Number) }, words: [{ word: 'car' }] },
    });
    expect(both.results[0].rank).toBeGreaterThan(both.results[1].rank);
    expect(contents(await hybrid('automobile', { project: 'elsewhere' }))).toEqual([]);
    expect(contents(await hybrid('automobile', { project: 'home' }))).toEqual(['The car is in the garage']);
    expect(contents(await hybrid('automobile -garage'))).toEqual([]);
    expect(contents(await hybrid('automobile', { role: 'assistant' }))).toEqual([]);
  });

  it('embeds what is stored later, and pages through both legs without repetition', async () => {
    await converse(
      lake,
      Array.from({ length: 60 }, (_, i) => (i % 2 ? `car number ${i}` : `automobile number ${i}`)),
    );
    await allEmbedded();
    for (const folded of [false, true]) {
      if (folded) await flush(lake.db.sql, messages, 'english', 1000);
      const seen: string[] = [];
      for (let offset = 0; offset < 80; offset += 20)
        seen.push(...contents(await hybrid('car', { offset, limit: 20 })));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((text) => /number/.test(text))).toHaveLength(60);
    }
  });

  it('works through the gateway, which exports its metrics', async () => {
    const env = { OPENAI_EMBED_MODEL: 'double-1', OPENAI_BASE_URL: model.url };
    const [embeddings] = workers;
    const server = await startServer(catalog, lake.db, testConfig(env), createLog('silent'), { embeddings });
    try {
      const headers = { 'Content-Type': 'application/json' };
      const asked = {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: 'my feline sleeps all day', mode: 'hybrid', detail: 'full', limit: 1 }),
      };
      const response = await fetch(`${server.url}/tools/dewey_search`, asked);
      expect(await response.json()).toMatchObject({
        results: [{ content: 'My cat sleeps all day', snippet: 'My cat **sleeps** all **day**' }],
        mode_used: 'hybrid',
      });
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(/^dewey_embeddings_total\{outcome="stored"\} [1-9]/m);
      expect(metrics).toMatch(/^dewey_embedder_up 1$/m);
    } finally {
      await server.stop();
    }
  });

  it('falls back to lexical search when the model fails, hangs, or is not the one that embedded', async () => {
    for (const [behaviour, why] of [
      [500, 'busy'],
      [{ dimensions: 8 }, 'not the same model'],
    ] as const) {
      model.embeddings = behaviour;
      const found = await hybrid('garage');
      expect(found).toMatchObject({ total: 1, legs: ['lexical'], message: expect.stringContaining(why) });
      const health = await embeddingHealth({ ...lake.deps, embedder: await embedder() });
      expect(health).toMatchObject({ configured: true, ok: false, message: expect.stringContaining(why) });
    }
  });

  it('forgets deleted and changed texts', async () => {
    const { sql } = lake.db;
    const before = await count('search_embeddings');
    await retext(lake, sql`m.content = 'Milk and eggs'`, 'Oat milk');
    await allEmbedded();
    expect(await count('search_embeddings')).toBe(before);
    await call(deleteConversation, { conversation_id: garage, force: true }, lake.deps);
    expect(contents(await hybrid('automobile', { project: 'home' }))).toEqual([]);
    await removeMessages(lake, sql`m.conversation_id = ${garage}`);
    expect(await count('search_embeddings')).toBe((before ?? 0) - 3);
  });
});

describe('embedding in the background', () => {
  it('sends each text once, however many processes work', async () => {
    await converse(
      lake,
      Array.from({ length: 300 }, (_, i) => `walrus ${i} on the ice`),
    );
    await Promise.all([work(), work(), work()]);
    await allEmbedded();
    const walruses = sent().filter((text) => text.startsWith('walrus'));
    expect(walruses).toHaveLength(300);
    expect(new Set(walruses).size).toBe(300);
    // Who claimed what another had just embedded lets go of it a moment later.
    await eventually(async () => (await count('search_embedding_claims')) === 0);
  });

  it('sends nothing that another process finished just after it had looked', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await converse(lake, ['a quick pelican']);
    const mine = { collection: messages, model: await modelNumber(lake.db.sql, 'double-1'), limit: 10 };
    const { docs } = await claim(lake.db.sql, mine, 0, 1e9);
    expect(await textsToEmbed(lake.db.sql, mine, docs)).toMatchObject([{ text: 'a quick pelican' }]);
    const vector = hashingVector('a quick pelican');
    await storeEmbeddings(
      lake.db.sql,
      messages,
      mine.model,
      docs.map((docNo) => ({ docNo, vector: Float32Array.from(vector) })),
    );
    expect(await textsToEmbed(lake.db.sql, mine, docs)).toEqual([]);
  });

  it('takes over the claims of a killed process', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await converse(lake, ['a lost penguin']);
    const id = await modelNumber(lake.db.sql, 'double-1');
    const search = { collection: messages, model: id, limit: 10 };
    expect((await claim(lake.db.sql, search, 0, 1e9)).docs).toHaveLength(1);
    expect((await claim(lake.db.sql, search, 0, 1e9)).docs).toEqual([]);
    await lake.db.sql`update search_embedding_claims set until = now() - interval '1 second'`;
    await work();
    await allEmbedded();
    expect(sent().filter((text) => text.includes('penguin'))).toHaveLength(1);
  });

  it('continues after a failing provider recovers, and loses nothing', async () => {
    model.embeddings = 503;
    const [worker] = workers;
    await converse(lake, ['a patient otter']);
    await eventually(async () => worker?.figures.ok === false);
    expect(worker?.figures.failures.get('busy')).toBeGreaterThan(0);
    model.embeddings = 'valid';
    await allEmbedded();
    expect(worker?.figures.ok).toBe(true);
  });

  it('sets aside the one text that is refused, and a blank one', async () => {
    model.embeddings = { refused: 'forbidden' };
    await converse(lake, ['a good lynx', 'a forbidden lynx', '   ', 'another lynx']);
    await allEmbedded();
    const aside = await lake.db.sql<{ refusal: string }[]>`select refusal from search_embedding_claims`;
    expect(aside.map(({ refusal }) => refusal).sort()).toEqual([
      expect.stringContaining('The embedder refused'),
      'it has no text',
    ]);
    const { message } = await embeddingHealth({ ...lake.deps, embedder: await embedder() });
    expect(message).toContain('2 were rejected');
  });

  it('does not set everything aside when the model itself is refused', async () => {
    const refused = await count('search_embedding_claims');
    model.embeddings = 400;
    const [worker] = workers;
    const shoal = Array.from({ length: 10 }, (_, i) => `herring ${i}`);
    await converse(lake, shoal);
    await eventually(async () => worker?.figures.failures.get('misconfigured'));
    model.embeddings = 'valid';
    await allEmbedded();
    expect(await count('search_embedding_claims')).toBe(refused);
    expect(sent()).toEqual(expect.arrayContaining(shoal));
  });

  it('never sends what must not leave the machine', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await converse(lake, ['a public heron', 'a secret heron']);
    const conversation_id = await converse(lake, ['a deleted heron']);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    const { pending } = await embeddingHealth({ ...lake.deps, embedder: await embedder() });
    expect(pending).toBe(2);
    const guarded: Collection<never> = {
      ...messages,
      secret: (sql) => sql`select doc_no from messages where content similar to '%(secret|deleted)%'`,
    };
    const worker = await work([guarded], 'double-2');
    await eventually(async () => worker.figures.pending === 0 && worker.figures.embedded > 0);
    const texts = model.requests
      .filter(({ body }) => body.model === 'double-2')
      .flatMap(({ body }) => body.input);
    expect(texts).toContain('a public heron');
    expect(texts.join()).not.toMatch(/secret|deleted/);
  });

  it('removes embeddings made while their document was deleted', async () => {
    const [row] = await lake.db.sql<
      { docNo: number }[]
    >`select min(doc_no) as doc_no from search_embeddings where shelf = 1`;
    await lake.db.sql`insert into search_embeddings select shelf, 999999, model, signature, vector
      from search_embeddings where shelf = 1 and doc_no = ${row?.docNo ?? 0} limit 1`;
    expect(await sweepEmbeddings(lake.db.sql, messages)).toBe(1);
    expect(await sweepEmbeddings(lake.db.sql, messages)).toBe(0);
  });
});
