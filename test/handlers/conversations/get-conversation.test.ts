import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Message = {
  turn: number;
  content: string;
  content_truncated?: boolean;
  next_char_offset?: number;
};

const get = (input: Record<string, unknown>) => call(getConversation, input, lake.deps);
const stored = async (contents: string[]): Promise<string> => {
  const messages = contents.map((content) => ({ role: 'user', content }));
  return (await call(storeMessagesBulk, { messages }, lake.deps)).conversation_id;
};
const turns = (page: { messages: Message[] }) => page.messages.map((message) => message.turn);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** Reads a conversation as a client does that follows next_after_turn to the end. */
async function pages(conversation_id: string, options: Record<string, unknown>): Promise<Message[][]> {
  const out: Message[][] = [];
  let after_turn: number | undefined = 0;
  while (after_turn !== undefined) {
    const page: { messages: Message[]; next_after_turn?: number } = await get({
      conversation_id,
      after_turn,
      ...options,
    });
    out.push(page.messages);
    after_turn = page.next_after_turn;
  }
  return out;
}

describe('dewey_get_conversation', () => {
  it('returns the whole conversation in order by default', async () => {
    const contents = upTo(450).map((n) => `Line ${n}`);
    const conversation_id = await stored(contents);
    const whole = await get({ conversation_id });
    expect(whole.messages.map((m: Message) => m.content)).toEqual(contents);
    expect(whole.total_messages).toBe(450);
    expect(whole).not.toHaveProperty('next_after_turn');
  });

  it('returns a conversation without messages', async () => {
    const { conversation_id } = await call(beginConversation, { session_id: 's' }, lake.deps);
    expect(await get({ conversation_id })).toMatchObject({
      conversation_id,
      session_id: 's',
      project: null,
      metadata: null,
      total_messages: 0,
      messages: [],
    });
  });

  it('updates updated_at with every stored message', async () => {
    const { conversation_id, updated_at } = await call(beginConversation, {}, lake.deps);
    const message = { conversation_id, role: 'user', content: 'x' };
    await call(storeMessage, message, lake.deps);
    const once = await get({ conversation_id });
    await call(storeMessage, message, lake.deps);
    const twice = await get({ conversation_id });
    expect(once.updated_at > updated_at).toBe(true);
    expect(twice.updated_at > once.updated_at).toBe(true);
    expect(twice.created_at).toBe(once.created_at);
  });

  it('pages by limit without losing or repeating a turn', async () => {
    const conversation_id = await stored(upTo(25).map(String));
    const read = await pages(conversation_id, { limit: 10 });
    expect(read.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(read.flat().map((message) => message.turn)).toEqual(upTo(25));
  });

  it('ends exactly at the last message: no empty page follows a full one', async () => {
    const conversation_id = await stored(upTo(20).map(String));
    expect((await pages(conversation_id, { limit: 10 })).map((page) => page.length)).toEqual([10, 10]);
  });

  it('ends after a whole message when the reply would exceed max_chars', async () => {
    const conversation_id = await stored(upTo(30).map(() => 'x'.repeat(1000)));
    const read = await pages(conversation_id, { max_chars: 5000 });
    expect(read.length).toBeGreaterThan(5);
    for (const page of read) {
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(5000 + page.length + 1);
      for (const message of page) expect(message).not.toHaveProperty('content_truncated');
    }
    expect(read.flat().map((message) => message.turn)).toEqual(upTo(30));
  });

  it('stays below the limits of clients by default', async () => {
    const conversation_id = await stored(upTo(100).map(() => 'word '.repeat(1000)));
    const read = await pages(conversation_id, {});
    for (const page of read) expect(JSON.stringify(page).length).toBeLessThanOrEqual(80_000 + 200);
    expect(read.flat()).toHaveLength(100);
  });

  it('pages exactly through a message longer than max_chars, also with astral characters', async () => {
    const long = upTo(2500)
      .map((n) => `${n}😀𝒳é`)
      .join('');
    const conversation_id = await stored(['before', long, 'after']);
    let text = '';
    let char_offset: number | undefined = 0;
    while (char_offset !== undefined) {
      const page = await get({ conversation_id, after_turn: 1, limit: 1, max_chars: 999, char_offset });
      const [message]: Message[] = page.messages;
      expect(page.next_after_turn).toBe(2);
      expect(message?.content.isWellFormed()).toBe(true);
      expect(message?.content_truncated).toBe(message?.next_char_offset === undefined ? undefined : true);
      text += message?.content;
      char_offset = message?.next_char_offset;
    }
    expect(text).toBe(long);
  });

  it('never truncates a message that fits on the next page', async () => {
    const conversation_id = await stored(['short', 'x'.repeat(3400), 'short']);
    const [first, second, third] = await pages(conversation_id, { max_chars: 3500 });
    expect([first, second, third].map((page) => page?.map((m) => m.turn))).toEqual([[1], [2], [3]]);
    expect(second?.[0]?.content).toHaveLength(3400);
  });

  it('applies char_offset to the first message only', async () => {
    const conversation_id = await stored(['0123456789', 'abcdefghij', 'ABCDEFGHIJ']);
    const page = await get({ conversation_id, char_offset: 4 });
    expect(page.messages.map((m: Message) => m.content)).toEqual(['456789', 'abcdefghij', 'ABCDEFGHIJ']);
  });

  it('returns an empty text when char_offset is beyond the end', async () => {
    const conversation_id = await stored(['short']);
    const { messages } = await get({ conversation_id, char_offset: 50 });
    expect(messages).toMatchObject([{ turn: 1, content: '' }]);
    expect(messages[0]).not.toHaveProperty('content_truncated');
  });

  it('returns nothing after the last turn', async () => {
    const conversation_id = await stored(['one', 'two']);
    const page = await get({ conversation_id, after_turn: 2 });
    expect(page).toMatchObject({ messages: [], total_messages: 2 });
    expect(page).not.toHaveProperty('next_after_turn');
  });

  it('continues across a gap in turn numbers', async () => {
    const conversation_id = await stored(['one']);
    await call(storeMessage, { conversation_id, role: 'user', content: 'far', turn_number: 50 }, lake.deps);
    expect(turns(await get({ conversation_id }))).toEqual([1, 50]);
    const read = await pages(conversation_id, { limit: 1 });
    expect(read.flat().map((message) => message.turn)).toEqual([1, 50]);
  });

  it('returns any text as it was stored', async () => {
    const texts = [
      '',
      ' ',
      '\r\n\t',
      '"\\\\"',
      '𝔘𝔫𝔦😀',
      '\u200b\u202e\ufeff',
      "'; drop table messages; --",
      '\u0001\u001f',
    ];
    const conversation_id = await stored(texts);
    const { messages } = await get({ conversation_id });
    expect(messages.map((m: Message) => m.content)).toEqual(texts);
  });

  it('names a missing conversation and suggests what to do', async () => {
    const conversation_id = '00000000-0000-7000-8000-000000000000';
    expect(await fail(getConversation, { conversation_id }, lake.deps)).toMatchObject({
      status: 404,
      kind: 'not_found',
      data: {
        field: 'conversation_id',
        received: conversation_id,
        suggestion: expect.stringContaining('dewey_list_conversations'),
      },
    });
  });
});
