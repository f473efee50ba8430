import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getFiedlerResults from '../../../src/handlers/fiedler/get-fiedler-results.ts';
import storeFiedlerResult from '../../../src/handlers/fiedler/store-fiedler-result.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const answer = { correlation_id: 'run-1', model: 'gpt-5', status: 'success', output: 'Forty-two.' };
const store = (input: Record<string, unknown> = {}) =>
  call(storeFiedlerResult, { ...answer, ...input }, lake.deps);
const get = (correlation_id: string) => call(getFiedlerResults, { correlation_id }, lake.deps);

describe('dewey_store_fiedler_result', () => {
  it('stores all fields of an answer', async () => {
    const { conversation_id } = await call(beginConversation, {}, lake.deps);
    const full = {
      ...answer,
      correlation_id: 'full',
      prompt: 'What is the answer?',
      tokens_prompt: 5,
      tokens_completion: 3,
      duration_seconds: 1.25,
      conversation_id,
      metadata: { temperature: 0, stop: ['\n'] },
    };
    const stored = await store(full);
    expect(stored).toEqual({
      id: expect.any(String),
      correlation_id: 'full',
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await get('full')).results).toEqual([{ ...full, ...stored, error_message: null }]);
  });

  it('keeps zero as zero and omitted fields as null', async () => {
    await store({
      correlation_id: 'zero',
      tokens_prompt: 0,
      tokens_completion: 0,
      duration_seconds: 0,
      output: '',
    });
    const [result] = (await get('zero')).results;
    expect(result).toMatchObject({
      tokens_prompt: 0,
      tokens_completion: 0,
      duration_seconds: 0,
      output: '',
      prompt: null,
      error_message: null,
      conversation_id: null,
      metadata: null,
    });
  });

  it('accepts a duration that rounds to zero', async () => {
    await store({ correlation_id: 'instant', duration_seconds: Number.MIN_VALUE });
    expect((await get('instant')).results).toMatchObject([{ duration_seconds: 0 }]);
  });

  it.each(['error', 'failed'])('takes %s for a failure, which may have no output', async (status) => {
    const correlation_id = `failure ${status}`;
    await store({ correlation_id, status, output: undefined, error_message: 'rate limited' });
    const [result] = (await get(correlation_id)).results;
    expect(result).toMatchObject({ status: 'error', output: null, error_message: 'rate limited' });
  });

  it('requires an output for a success', async () => {
    const { output: _, ...without } = answer;
    expect(await fail(storeFiedlerResult, { ...without, correlation_id: 'none' }, lake.deps)).toMatchObject({
      status: 400,
      kind: 'invalid_input',
      data: { field: 'output' },
    });
    expect((await get('none')).total).toBe(0);
  });

  it('distinguishes the answers of several models to one prompt', async () => {
    const models = ['gpt-5', 'gemini-2.5-pro', 'grok-4', 'deepseek-r1'];
    await Promise.all(models.map((model) => store({ correlation_id: 'council', model })));
    const { results, total } = await get('council');
    expect(total).toBe(4);
    expect(results.map((result: { model: string }) => result.model).sort()).toEqual([...models].sort());
  });

  it('stores an external id of a run once under concurrent calls', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => store({ correlation_id: 'retry', external_id: 'answer-1' })),
    );
    expect(new Set(sent.map((stored) => stored.id)).size).toBe(1);
    expect(sent.filter((stored) => stored.duplicate)).toHaveLength(19);
    expect((await get('retry')).total).toBe(1);
    const other = await store({ correlation_id: 'another run', external_id: 'answer-1' });
    expect(other).not.toHaveProperty('duplicate');
  });

  it.each([
    ['output', { output: 'Forty-three.' }],
    ['model', { model: 'grok-4' }],
    ['prompt', { prompt: 'Another question' }],
    ['status', { status: 'error' }],
    ['error message', { error_message: 'late' }],
  ])('refuses an external id that stands for another %s', async (what, difference) => {
    const correlation_id = `conflict of ${what}`;
    const { id } = await store({ correlation_id, external_id: 'one', prompt: 'The question' });
    const error = await fail(
      storeFiedlerResult,
      { ...answer, correlation_id, external_id: 'one', prompt: 'The question', ...difference },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 409,
      kind: 'conflict',
      data: { field: 'external_id', received: 'one', id },
    });
    expect((await get(correlation_id)).total).toBe(1);
  });

  it('reports a missing or deleted conversation', async () => {
    const { conversation_id: gone } = await call(beginConversation, {}, lake.deps);
    await call(deleteConversation, { conversation_id: gone }, lake.deps);
    for (const conversation_id of ['00000000-0000-7000-8000-000000000000', gone])
      expect(
        await fail(storeFiedlerResult, { ...answer, correlation_id: 'lost', conversation_id }, lake.deps),
      ).toMatchObject({ status: 404, data: { field: 'conversation_id', received: conversation_id } });
    expect((await get('lost')).total).toBe(0);
  });

  it('replaces characters PostgreSQL cannot store and reports it', async () => {
    expect(await store({ correlation_id: 'dirty', output: 'a\0b' })).toMatchObject({ sanitized: true });
    expect((await get('dirty')).results).toMatchObject([{ output: 'a\ufffdb' }]);
  });

  it('rejects an output over 10 MB', async () => {
    expect(
      await fail(
        storeFiedlerResult,
        { ...answer, correlation_id: 'huge', output: 'x'.repeat(10_000_001) },
        lake.deps,
      ),
    ).toMatchObject({ status: 413, kind: 'too_large', data: { field: 'output', limit: 10_000_000 } });
    expect((await get('huge')).total).toBe(0);
  });
});
