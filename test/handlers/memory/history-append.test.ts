import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import historyAppend from '../../../src/handlers/memory/history-append.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const append = (input: Record<string, unknown>) => call(historyAppend, { role: 'user', ...input }, lake.deps);

describe('history_append', () => {
  it('keeps a named history as one conversation, in order under concurrent writes', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => append({ conversation_id: 'desk chat', content: `turn ${i}` })),
    );
    const ids = new Set(replies.map(({ conversation_id }) => conversation_id));
    expect(ids.size).toBe(1);
    const turns = replies.map(({ turn_number }) => turn_number).sort((a, b) => a - b);
    expect(turns).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const [conversation_id] = ids;
    const stored = await call(getConversation, { conversation_id }, lake.deps);
    expect(stored).toMatchObject({ session_id: 'desk chat', total_messages: 10 });
  });

  it('appends to a conversation by its id', async () => {
    const { conversation_id } = await call(beginConversation, {}, lake.deps);
    expect(await append({ conversation_id, content: 'hello' })).toMatchObject({
      conversation_id,
      turn_number: 1,
    });
  });

  it('stores a repeated turn once, and rejects another text in its place', async () => {
    const turn = { conversation_id: 'indexed', content: 'zero', turn_index: 0 };
    const first = await append(turn);
    expect(first.turn_number).toBe(1);
    expect(await append(turn)).toEqual({ ...first, duplicate: true });
    expect(await fail(historyAppend, { ...turn, role: 'user', content: 'other' }, lake.deps)).toMatchObject({
      kind: 'conflict',
      data: { field: 'turn_index', next_turn_index: 1 },
    });
    const named = { conversation_id: 'indexed', content: 'one', external_id: 'x' };
    const second = await append(named);
    expect(await append(named)).toEqual({ ...second, duplicate: true });
    expect(await fail(historyAppend, { ...named, role: 'user', content: 'other' }, lake.deps)).toMatchObject({
      kind: 'conflict',
      data: { field: 'external_id' },
    });
  });

  it('starts a new history when the old one was deleted', async () => {
    const { conversation_id } = await append({ conversation_id: 'gone', content: 'old' });
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    const again = await append({ conversation_id: 'gone', content: 'new' });
    expect(again.conversation_id).not.toBe(conversation_id);
    expect(again.turn_number).toBe(1);
  });
});
