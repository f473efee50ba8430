import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const begin = async (): Promise<string> => (await call(beginConversation, {}, lake.deps)).conversation_id;
const store = (input: Record<string, unknown>) =>
  call(storeMessage, { role: 'user', content: 'Hello', ...input }, lake.deps);

describe('dewey_store_message', () => {
  it('numbers turns from 1 and returns what was stored', async () => {
    const conversation_id = await begin();
    const first = await store({
      conversation_id,
      content: 'Where is the loan period set?',
      metadata: { source: 'test' },
    });
    const second = await store({ conversation_id, role: 'assistant', content: 'In src/loans.ts.' });
    expect([first.turn_number, second.turn_number]).toEqual([1, 2]);

    const { messages } = await call(getConversation, { conversation_id }, lake.deps);
    expect(messages).toEqual([
      {
        id: first.message_id,
        turn: 1,
        role: 'user',
        content: 'Where is the loan period set?',
        metadata: { source: 'test' },
        created_at: first.created_at,
      },
      {
        id: second.message_id,
        turn: 2,
        role: 'assistant',
        content: 'In src/loans.ts.',
        metadata: null,
        created_at: second.created_at,
      },
    ]);
  });

  it('creates a conversation when none is given', async () => {
    const stored = await store({ session_id: 'evening', project: 'library' });
    const conversation = await call(getConversation, { conversation_id: stored.conversation_id }, lake.deps);
    expect(conversation).toMatchObject({ session_id: 'evening', project: 'library', total_messages: 1 });
  });

  it('stores an external id once, however often and concurrently it is sent', async () => {
    const conversation_id = await begin();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => store({ conversation_id, external_id: 'line-1', content: 'Once' })),
    );
    expect(new Set(sent.map((stored) => stored.message_id)).size).toBe(1);
    expect(sent.filter((stored) => !stored.duplicate)).toHaveLength(1);
    const next = await store({ conversation_id });
    expect(next.turn_number).toBe(2);
  });

  it('also stores it once at a turn chosen by the caller', async () => {
    for (let turn_number = 1; turn_number <= 10; turn_number++) {
      const conversation_id = await begin();
      const sent = await Promise.all(
        Array.from({ length: 10 }, () => store({ conversation_id, external_id: 'line-9', turn_number })),
      );
      expect(new Set(sent.map((stored) => stored.message_id)).size).toBe(1);
      expect(sent.map((stored) => stored.turn_number)).toEqual(sent.map(() => turn_number));
      expect(sent.filter((stored) => stored.duplicate)).toHaveLength(9);
    }
  });

  it('gives a contested turn to exactly one of many concurrent calls', async () => {
    const conversation_id = await begin();
    const message = { conversation_id, role: 'user', content: 'Mine', turn_number: 3 };
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => storeMessage.call(message, lake.deps)),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    expect(new Set(replies.flatMap((reply) => (reply.ok ? [] : [reply.error.kind])))).toEqual(
      new Set(['conflict']),
    );
    expect((await store({ conversation_id })).turn_number).toBe(4);
  });

  it('recognises an external id by conversation or by session', async () => {
    for (let round = 0; round < 10; round++) {
      const session_id = `two ways ${round}`;
      const { conversation_id } = await store({ session_id, external_id: 'line-1', content: 'Hello' });
      const ways = [
        { conversation_id },
        { session_id },
        { conversation_id, turn_number: 2 },
        { session_id, turn_number: 2 },
      ];
      const sent = await Promise.all(
        [...ways, ...ways].map((way) => store({ ...way, external_id: 'line-1' })),
      );
      for (const each of sent)
        expect(each).toMatchObject({ conversation_id, turn_number: 1, duplicate: true });
    }
  });

  it('keeps an external id unique within the session when no conversation is given', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => store({ session_id: 'retry', external_id: 'prompt-1' })),
    );
    expect(new Set(sent.map((stored) => stored.conversation_id)).size).toBe(1);
    expect(sent.filter((stored) => stored.duplicate)).toHaveLength(7);
  });

  it('rejects an external id already used for another text', async () => {
    const conversation_id = await begin();
    await store({ conversation_id, external_id: 'line-1', content: 'One thing' });
    const error = await fail(
      storeMessage,
      { conversation_id, role: 'user', content: 'Another', external_id: 'line-1' },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 409,
      kind: 'conflict',
      data: { field: 'external_id', turn_number: 1 },
    });
  });

  it('names the next free turn when the requested one is taken, and continues after a gap', async () => {
    const conversation_id = await begin();
    await store({ conversation_id, turn_number: 5 });
    const error = await fail(
      storeMessage,
      { conversation_id, role: 'user', content: 'x', turn_number: 5 },
      lake.deps,
    );
    expect(error).toMatchObject({ status: 409, data: { field: 'turn_number', next_turn: 6 } });
    expect((await store({ conversation_id })).turn_number).toBe(6);
    expect((await store({ conversation_id, turn_number: 2 })).turn_number).toBe(2);
    expect((await store({ conversation_id })).turn_number).toBe(7);
  });

  it('replaces characters PostgreSQL cannot store and reports it', async () => {
    const stored = await store({ content: 'a\0b\ud800c', metadata: { 'k\0': ['\udc00'] } });
    expect(stored.sanitized).toBe(true);
    const { messages } = await call(getConversation, { conversation_id: stored.conversation_id }, lake.deps);
    expect(messages[0]).toMatchObject({ content: 'a\ufffdb\ufffdc', metadata: { 'k\ufffd': ['\ufffd'] } });
    expect(await store({ content: 'clean 😀' })).not.toHaveProperty('sanitized');
  });

  it('rejects more than 10 MB and stores nothing', async () => {
    const conversation_id = await begin();
    const error = await fail(
      storeMessage,
      { conversation_id, role: 'user', content: 'é'.repeat(5_000_001) },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 413,
      kind: 'too_large',
      data: { field: 'content', limit: 10_000_000 },
    });
    const { total_messages } = await call(getConversation, { conversation_id }, lake.deps);
    expect(total_messages).toBe(0);
  });

  it('names a missing conversation', async () => {
    const conversation_id = '00000000-0000-7000-8000-000000000000';
    const error = await fail(storeMessage, { conversation_id, role: 'user', content: 'x' }, lake.deps);
    expect(error).toMatchObject({
      status: 404,
      kind: 'not_found',
      data: { field: 'conversation_id', received: conversation_id },
    });
  });
});
