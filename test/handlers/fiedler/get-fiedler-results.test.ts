import { beforeAll, describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import getFiedlerResults from '../../../src/handlers/fiedler/get-fiedler-results.ts';
import storeFiedlerResult from '../../../src/handlers/fiedler/store-fiedler-result.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Result = { id: string; model: string; created_at: string; output: string | null };

const get = (input: Record<string, unknown> = {}) => call(getFiedlerResults, input, lake.deps);
const store = (input: Record<string, unknown>) =>
  call(storeFiedlerResult, { model: 'gpt-5', status: 'success', output: 'Yes.', ...input }, lake.deps);
const models = (page: { results: Result[] }) => page.results.map((result) => result.model);

describe('dewey_get_fiedler_results', () => {
  let conversation_id = '';
  const times: string[] = [];

  beforeAll(async () => {
    conversation_id = (await call(beginConversation, {}, lake.deps)).conversation_id;
    for (const input of [
      { correlation_id: 'review', model: 'gpt-5' },
      {
        correlation_id: 'review',
        model: 'grok-4',
        status: 'error',
        output: undefined,
        error_message: 'timeout',
      },
      { correlation_id: 'review', model: 'gemini-2.5-pro', conversation_id },
      { correlation_id: 'essay', model: 'gpt-5' },
    ])
      times.push((await store(input)).created_at);
  });

  it('returns all, newest first', async () => {
    const page = await get();
    expect(page).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(models(page)).toEqual(['gpt-5', 'gemini-2.5-pro', 'grok-4', 'gpt-5']);
    expect(page).not.toHaveProperty('next_offset');
  });

  it('returns the answers of one run', async () => {
    expect(models(await get({ correlation_id: 'review' }))).toEqual(['gemini-2.5-pro', 'grok-4', 'gpt-5']);
  });

  it('narrows by model, status, conversation and several at once', async () => {
    expect((await get({ model: 'gpt-5' })).total).toBe(2);
    expect((await get({ model: 'gpt-5', correlation_id: 'essay' })).total).toBe(1);
    expect(models(await get({ status: 'error' }))).toEqual(['grok-4']);
    expect(models(await get({ status: 'failed' }))).toEqual(['grok-4']);
    expect((await get({ status: 'success' })).total).toBe(3);
    expect(models(await get({ conversation_id }))).toEqual(['gemini-2.5-pro']);
    expect(await get({ correlation_id: 'nothing' })).toMatchObject({ results: [], total: 0 });
  });

  it('narrows by time, from start_date up to but excluding end_date', async () => {
    expect(models(await get({ start_date: times[1], end_date: times[3] }))).toEqual([
      'gemini-2.5-pro',
      'grok-4',
    ]);
  });

  it('pages without losing or repeating one', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 4; offset += 3) {
      const page = await get({ limit: 3, offset });
      expect(page).toMatchObject({ total: 4, limit: 3, offset });
      seen.push(...page.results.map((result: Result) => result.id));
    }
    expect(new Set(seen).size).toBe(4);
    expect(await get({ offset: 4 })).toMatchObject({ results: [], total: 4 });
  });

  it('counts exactly the answers of its page while others are being stored', async () => {
    const correlation_id = 'growing';
    let growing = true;
    const storing = (async () => {
      for (let i = 0; i < 100; i++) await store({ correlation_id, model: `model-${i}` });
    })().finally(() => {
      growing = false;
    });
    const differing: [number, number][] = [];
    while (growing) {
      const { results, total } = await get({ correlation_id, limit: 100 });
      if (results.length !== total) differing.push([results.length, total]);
    }
    await storing;
    expect(differing).toEqual([]);
    expect((await get({ correlation_id, limit: 100 })).total).toBe(100);
  });

  it('truncates long texts to max_chars and marks each of them', async () => {
    await store({
      correlation_id: 'long',
      prompt: 'p'.repeat(300),
      output: '😀'.repeat(300),
      error_message: 'e'.repeat(300),
    });
    const [cut] = (await get({ correlation_id: 'long', max_chars: 100 })).results;
    expect(cut).toMatchObject({
      prompt: 'p'.repeat(100),
      prompt_truncated: true,
      output: '😀'.repeat(100),
      output_truncated: true,
      error_message: 'e'.repeat(100),
      error_message_truncated: true,
    });
    const [whole] = (await get({ correlation_id: 'long' })).results;
    expect(whole).toMatchObject({ prompt: 'p'.repeat(300), output: '😀'.repeat(300) });
    for (const field of ['prompt_truncated', 'output_truncated', 'error_message_truncated'])
      expect(whole).not.toHaveProperty(field);
  });

  it('keeps a reply small by ending the page early with the next offset', async () => {
    for (let i = 0; i < 6; i++) await store({ correlation_id: 'large', output: `${i}`.repeat(30_000) });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: { results: Result[]; total: number; next_offset?: number } = await get({
        correlation_id: 'large',
        offset,
      });
      expect(JSON.stringify(page).length).toBeLessThan(81_000);
      expect(page.total).toBe(6);
      seen.push(...page.results.map((result) => result.id));
      offset = page.next_offset;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });
});
