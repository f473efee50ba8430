import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../src/db/search/embedder.ts';
import { readConfig } from '../../../src/gateway/config/env.ts';
import { embedderOf } from '../../../src/gateway/llm/embedder.ts';
import { hashingVector, type ModelDouble, startModel } from '../../support/model.ts';

const now = () => new Date('2026-11-22T00:00:00Z');
let model: ModelDouble;
let embedder: Embedder;

const open = async (env: Record<string, string>, timeoutMs?: number): Promise<Embedder> => {
  const made = await embedderOf(readConfig(env).models, now, timeoutMs);
  if (!made) throw new Error('no embedder');
  return made;
};

beforeAll(async () => {
  model = await startModel();
  embedder = await open({
    OPENAI_EMBED_MODEL: 'double-1',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-double',
  });
});
afterAll(() => model.close());
beforeEach(() => {
  model.embeddings = 'valid';
});

describe('the embedder', () => {
  it('is the local one unless a model is named: a key alone sends nothing anywhere', async () => {
    for (const env of [{ OPENAI_API_KEY: 'sk-stray' }, { OPENAI_EVENT_MODEL: 'gpt' }]) {
      const config = { ...env, OPENAI_BASE_URL: model.url };
      expect((await embedderOf(readConfig(config).models, now))?.provider).toBe('this machine');
      expect(
        await embedderOf(readConfig({ ...config, DEWEY_LOCAL_MODEL: 'off' }).models, now),
      ).toBeUndefined();
    }
    expect(model.requests).toEqual([]);
  });

  it('requests numbers and returns unit vectors in the order of the texts', async () => {
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i} of many`);
    const before = model.requests.length;
    const vectors = await embedder.embed(texts);
    expect(vectors).toEqual(texts.map((text) => Float32Array.from(hashingVector(text))));
    const requests = model.requests.slice(before);
    expect(requests.map(({ body }) => body.input.length)).toEqual([64, 64, 22]);
    for (const { path, body, authorization } of requests) {
      expect(path).toBe('/v1/embeddings');
      expect(body).toMatchObject({ model: 'double-1', encoding_format: 'float' });
      expect(authorization).toBe('Bearer sk-double');
    }
  });

  it('normalizes vectors that are not of length 1', async () => {
    const data = [{ index: 0, embedding: [3, 4] }];
    model.embeddings = { reply: { object: 'list', data } };
    const [vector] = await embedder.embed(['one']);
    expect(Array.from(vector ?? [])).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });

  it.each([
    [401, 'misconfigured', /Check OPENAI_API_KEY\./],
    [404, 'misconfigured', /Check OPENAI_EMBED_MODEL and OPENAI_BASE_URL\./],
    [429, 'busy', /busy/],
    [503, 'busy', /busy/],
    [400, 'rejected', /refused/],
  ] as const)('reports after %i that it is %s', async (status, kind, message) => {
    model.embeddings = status;
    await expect(embedder.embed(['one'])).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
      retryAfterMs: status === 429 ? 7000 : undefined,
    });
  });

  it.each([
    ['no list', { data: 'none' }],
    ['too few', { data: [] }],
    ['words', { data: [{ index: 0, embedding: ['a'] }] }],
    ['nothing', { data: [{ index: 0, embedding: [] }] }],
    ['a wrong place', { data: [{ index: 'x', embedding: [1] }] }],
  ])('recognizes %s as not an embedding server', async (_, reply) => {
    model.embeddings = { reply };
    await expect(embedder.embed(['one'])).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('OPENAI_EMBED_MODEL'),
    });
  });

  it('fails for a server that is absent, hangs up, or hangs', async () => {
    const unreachable = { kind: 'unreachable' };
    const nobody = await open({ OPENAI_EMBED_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    await expect(nobody.embed(['one'])).rejects.toMatchObject(unreachable);
    model.embeddings = 'hang-up';
    await expect(embedder.embed(['one'])).rejects.toMatchObject(unreachable);
    model.embeddings = 'hang';
    const hasty = await open({ OPENAI_EMBED_MODEL: 'm', OPENAI_BASE_URL: model.url }, 50);
    await expect(hasty.embed(['one'])).rejects.toMatchObject(unreachable);
    const asked = embedder.embed(['one'], AbortSignal.timeout(50));
    await expect(asked).rejects.toMatchObject({
      ...unreachable,
      message: expect.stringContaining('in time'),
    });
  });
});
