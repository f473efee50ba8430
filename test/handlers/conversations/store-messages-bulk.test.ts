import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import listConversations from '../../../src/handlers/conversations/list-conversations.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Said = { role?: string; content?: string; metadata?: object; external_id?: string; created_at?: string };

const said = (messages: Said[]) =>
  messages.map((message, i) => ({ role: 'user', content: `Line ${i + 1}`, ...message }));
const bulk = (input: Record<string, unknown>) => call(storeMessagesBulk, input, lake.deps);
const begin = async (): Promise<string> => (await call(beginConversation, {}, lake.deps)).conversation_id;
const read = (conversation_id: string) => call(getConversation, { conversation_id }, lake.deps);
const nowhere = '00000000-0000-7000-8000-000000000000';

describe('dewey_store_messages_bulk', () => {
  it('creates a conversation and stores in the order given, with session, project and metadata', async () => {
    const stored = await bulk({
      session_id: 'import',
      project: 'library',
      metadata: { source: 'transcript' },
      messages: said([
        { content: 'Who may borrow?', metadata: { line: 1 } },
        { role: 'assistant', content: 'Members.' },
        { role: 'tool', content: '{"members":12}' },
      ]),
    });
    expect(stored).toMatchObject({ stored: 3, first_turn: 1, last_turn: 3, duplicates: 0 });

    const conversation = await read(stored.conversation_id);
    expect(conversation).toMatchObject({
      session_id: 'import',
      project: 'library',
      metadata: { source: 'transcript' },
      total_messages: 3,
    });
    expect(conversation.messages.map((m: { id: string }) => m.id)).toEqual(stored.message_ids);
    expect(conversation.messages).toMatchObject([
      { turn: 1, role: 'user', content: 'Who may borrow?', metadata: { line: 1 } },
      { turn: 2, role: 'assistant', content: 'Members.', metadata: null },
      { turn: 3, role: 'tool', content: '{"members":12}' },
    ]);
  });

  it('appends after existing turns and merges metadata into the conversation', async () => {
    const { conversation_id } = await bulk({ metadata: { a: 1, b: 1 }, messages: said([{}, {}]) });
    const more = await bulk({ conversation_id, metadata: { b: 2 }, messages: said([{}]) });
    expect(more).toMatchObject({ conversation_id, first_turn: 3, last_turn: 3 });
    expect((await read(conversation_id)).metadata).toEqual({ a: 1, b: 2 });
  });

  it('keeps the time of a message to the microsecond', async () => {
    const { conversation_id } = await bulk({
      messages: said([{ created_at: '2025-03-01T09:30:00.123456+02:00' }]),
    });
    const { messages } = await read(conversation_id);
    expect(messages[0].created_at).toBe('2025-03-01T07:30:00.123456Z');
  });

  it('dates a message that states no time with the one before, or the first that states one', async () => {
    const [monday, friday] = ['2025-03-03T09:00:00.000Z', '2025-03-07T17:00:00.000Z'];
    const times = [undefined, monday, undefined, friday, undefined];
    const { conversation_id } = await bulk({ messages: said(times.map((created_at) => ({ created_at }))) });
    const { messages } = await read(conversation_id);
    const stored = messages.map(({ created_at }: { created_at: string }) =>
      new Date(created_at).toISOString(),
    );
    expect(stored).toEqual([monday, monday, monday, friday, friday]);
    const before = Date.now();
    const undated = await read((await bulk({ messages: said([{}, {}]) })).conversation_id);
    expect(Date.parse(undated.messages[0].created_at)).toBeGreaterThanOrEqual(before - 60_000);
  });

  it('dates a conversation that took place before by its messages, and one that it only goes on with by the call', async () => {
    const [monday, friday] = ['2025-03-03T09:00:00+01:00', '2025-03-07T17:00:00.5Z'];
    const dated = said([{ created_at: friday }, { created_at: monday }]);
    const { conversation_id } = await bulk({ session_id: 'dated', messages: dated });
    const listed = async () =>
      (await call(listConversations, { session_id: 'dated', end_date: '2025-03-08' }, lake.deps))
        .conversations;
    expect(await listed()).toMatchObject([
      { id: conversation_id, created_at: '2025-03-03T08:00:00Z', updated_at: '2025-03-07T17:00:00.5Z' },
    ]);
    await bulk({ conversation_id, messages: said([{ created_at: monday }]) });
    expect(await listed()).toEqual([]);

    const before = Date.now();
    const tomorrow = new Date(before + 86_400_000).toISOString();
    const early = await read((await bulk({ messages: said([{ created_at: tomorrow }]) })).conversation_id);
    expect(Date.parse(early.updated_at)).toBeLessThan(before + 3_600_000);
  });

  it('gives every batch consecutive turns while others write to the same conversation', async () => {
    const conversation_id = await begin();
    const batch = (writer: number) =>
      said(Array.from({ length: 10 }, (_, i) => ({ content: `writer ${writer}, line ${i}` })));
    const [batches, singles] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, (_, w) => bulk({ conversation_id, messages: batch(w) }))),
      Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          call(storeMessage, { conversation_id, role: 'user', content: `single ${i}` }, lake.deps),
        ),
      ),
    ]);
    for (const stored of batches) expect(stored.last_turn - stored.first_turn).toBe(9);
    const { messages } = await read(conversation_id);
    expect(messages.map((m: { turn: number }) => m.turn)).toEqual(
      Array.from({ length: 160 }, (_, i) => i + 1),
    );
    for (const { message_ids, first_turn } of batches)
      expect(messages.slice(first_turn - 1, first_turn + 9).map((m: { id: string }) => m.id)).toEqual(
        message_ids,
      );
    expect(new Set(singles.map((stored) => stored.turn_number)).size).toBe(40);
  });

  it('stores a repeated batch once by external ids and returns the same ids in order', async () => {
    const messages = said([{ external_id: 'l1' }, { external_id: 'l2' }, { external_id: 'l3' }]);
    const first = await bulk({ session_id: 'tail', messages });
    const again = await bulk({ session_id: 'tail', messages });
    expect(again).toEqual({
      conversation_id: first.conversation_id,
      stored: 0,
      message_ids: first.message_ids,
      first_turn: null,
      last_turn: null,
      duplicates: 3,
    });
  });

  it('stores only the new lines of an overlapping batch', async () => {
    const lines = said(Array.from({ length: 5 }, (_, i) => ({ external_id: `line-${i}` })));
    const { conversation_id, message_ids } = await bulk({ messages: lines.slice(0, 3) });
    const more = await bulk({ conversation_id, messages: lines });
    expect(more).toMatchObject({ stored: 2, duplicates: 3, first_turn: 4, last_turn: 5 });
    expect(more.message_ids.slice(0, 3)).toEqual(message_ids);
    expect((await read(conversation_id)).total_messages).toBe(5);
  });

  it('stores a batch once when it is sent concurrently', async () => {
    const conversation_id = await begin();
    const messages = said(Array.from({ length: 8 }, (_, i) => ({ external_id: `same-${i}` })));
    const sent = await Promise.all(Array.from({ length: 10 }, () => bulk({ conversation_id, messages })));
    expect(sent.map((each) => each.stored).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
    for (const each of sent) expect(each.message_ids).toEqual(sent[0].message_ids);
    expect((await read(conversation_id)).total_messages).toBe(8);
  });

  it('stores a line repeated within the batch once', async () => {
    const line = { external_id: 'twice', content: 'Once' };
    const stored = await bulk({ messages: said([line, { content: 'Between' }, line]) });
    expect(stored).toMatchObject({ stored: 2, duplicates: 1 });
    expect(stored.message_ids[2]).toBe(stored.message_ids[0]);
  });

  it('stores nothing when one line contradicts an earlier one, and names the line', async () => {
    const { conversation_id } = await bulk({ messages: said([{ external_id: 'x', content: 'Before' }]) });
    const error = await fail(
      storeMessagesBulk,
      {
        conversation_id,
        metadata: { touched: true },
        messages: said([{}, { external_id: 'x', content: 'After' }]),
      },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 409,
      kind: 'conflict',
      data: { field: 'messages.1.external_id', received: 'x' },
    });
    expect(await read(conversation_id)).toMatchObject({ total_messages: 1, metadata: null });
  });

  it('stores nothing when one of many messages is invalid', async () => {
    const error = await fail(
      storeMessagesBulk,
      { session_id: 'half', messages: said([{}, { role: 'narrator' }, {}]) },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 400,
      data: { field: 'messages.1.role', received: 'narrator' },
    });
    expect((await call(listConversations, { session_id: 'half' }, lake.deps)).total).toBe(0);
  });

  it('rejects an empty batch', async () => {
    const error = await fail(storeMessagesBulk, { messages: [] }, lake.deps);
    expect(error).toMatchObject({ status: 400, kind: 'invalid_input', data: { field: 'messages' } });
  });

  it('accepts 1,000 messages and no more', async () => {
    const stored = await bulk({ messages: said(Array.from({ length: 1000 }, () => ({}))) });
    expect(stored).toMatchObject({ stored: 1000, first_turn: 1, last_turn: 1000 });
    const error = await fail(
      storeMessagesBulk,
      { messages: said(Array.from({ length: 1001 }, () => ({}))) },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 413,
      kind: 'too_large',
      data: { field: 'messages', limit: 1000 },
    });
  });

  it('reports a missing conversation, with metadata or without', async () => {
    for (const more of [{}, { metadata: { a: 1 } }]) {
      const error = await fail(
        storeMessagesBulk,
        { conversation_id: nowhere, messages: said([{}]), ...more },
        lake.deps,
      );
      expect(error).toMatchObject({ status: 404, data: { field: 'conversation_id', received: nowhere } });
    }
  });

  it('replaces characters PostgreSQL cannot store and reports it', async () => {
    const stored = await bulk({ messages: said([{ content: 'a\0b' }, { content: 'clean' }]) });
    expect(stored.sanitized).toBe(true);
    const { messages } = await read(stored.conversation_id);
    expect(messages.map((m: { content: string }) => m.content)).toEqual(['a\ufffdb', 'clean']);
  });
});
