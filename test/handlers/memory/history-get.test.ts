import { describe, expect, it } from 'vitest';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import historyAppend from '../../../src/handlers/memory/history-append.ts';
import historyGet from '../../../src/handlers/memory/history-get.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const get = (input: Record<string, unknown>) => call(historyGet, input, lake.deps);

describe('history_get', () => {
  it('returns the last turns in order, with the total', async () => {
    for (let i = 0; i < 20; i += 1)
      await call(historyAppend, { conversation_id: 'long', role: 'user', content: `turn ${i}` }, lake.deps);
    const { turns, total } = await get({ conversation_id: 'long' });
    expect(total).toBe(20);
    expect(turns.map((turn: { content: string }) => turn.content)).toEqual(
      Array.from({ length: 16 }, (_, i) => `turn ${i + 4}`),
    );
    expect(turns[0].turn_index).toBe(4);
    expect((await get({ conversation_id: 'long', limit: 2 })).turns).toHaveLength(2);
  });

  it('returns the latest conversation of a session, and one by id', async () => {
    const stored = await call(
      storeMessage,
      { session_id: 'captured', role: 'assistant', content: 'x'.repeat(30_000) },
      lake.deps,
    );
    const bySession = await get({ conversation_id: 'captured' });
    expect(bySession).toMatchObject({
      conversation_id: stored.conversation_id,
      turns: [{ role: 'assistant', content_truncated: true, content: 'x'.repeat(20_000) }],
    });
    expect(await get({ conversation_id: stored.conversation_id })).toEqual(bySession);
  });

  it('suggests how to start an unknown history', async () => {
    expect(await fail(historyGet, { conversation_id: 'nobody' }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'conversation_id', suggestion: expect.stringContaining('history_append') },
    });
  });
});
