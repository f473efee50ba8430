import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import listConversations from '../../../src/handlers/conversations/list-conversations.ts';
import search from '../../../src/handlers/conversations/search.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import updateConversation from '../../../src/handlers/conversations/update-conversation.ts';
import type { Tool } from '../../../src/handlers/tool/tool.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const said = (...contents: string[]) => contents.map((content) => ({ role: 'user', content }));
const stored = async (input: Record<string, unknown>): Promise<string> =>
  (await call(storeMessagesBulk, input, lake.deps)).conversation_id;
const remove = (conversation_id: string, force?: boolean) =>
  call(deleteConversation, { conversation_id, force }, lake.deps);

describe('dewey_delete_conversation', () => {
  it('deletes an empty conversation without force', async () => {
    const { conversation_id } = await call(beginConversation, {}, lake.deps);
    expect(await remove(conversation_id)).toEqual({ deleted: true, messages_deleted: 0 });
  });

  it('refuses to delete messages without force, reports their number, and deletes nothing', async () => {
    const conversation_id = await stored({ messages: said('one', 'two', 'three') });
    expect(await fail(deleteConversation, { conversation_id }, lake.deps)).toMatchObject({
      status: 412,
      kind: 'refused',
      message: expect.stringContaining('3 messages'),
      data: { field: 'force', messages: 3, suggestion: expect.stringContaining('force: true') },
    });
    const conversation = await call(getConversation, { conversation_id }, lake.deps);
    expect(conversation.messages).toHaveLength(3);
    const next = await call(storeMessage, { conversation_id, role: 'user', content: 'four' }, lake.deps);
    expect(next.turn_number).toBe(4);
  });

  it('removes it from every tool at once with force', async () => {
    const conversation_id = await stored({
      session_id: 'farewell',
      messages: said('The heliotrope catalogue is closed.'),
    });
    expect(await remove(conversation_id, true)).toEqual({ deleted: true, messages_deleted: 1 });

    const message = { role: 'user', content: 'Anybody there?' };
    const calls: [Tool, Record<string, unknown>][] = [
      [getConversation, {}],
      [storeMessage, message],
      [storeMessage, { ...message, turn_number: 9 }],
      [storeMessage, { ...message, external_id: 'late' }],
      [storeMessagesBulk, { messages: [message] }],
      [updateConversation, { metadata: { a: 1 } }],
      [deleteConversation, { force: true }],
    ];
    for (const [tool, input] of calls)
      expect(await fail(tool, { conversation_id, ...input }, lake.deps)).toMatchObject({
        status: 404,
        kind: 'not_found',
        data: { field: 'conversation_id' },
      });
    expect((await call(listConversations, { session_id: 'farewell' }, lake.deps)).total).toBe(0);
    expect((await call(search, { query: 'heliotrope catalogue' }, lake.deps)).results).toEqual([]);
  });

  it('leaves a tombstone under the id of its source, or its own', async () => {
    const named = await call(
      beginConversation,
      { session_id: 'source', external_id: 'transcript-1' },
      lake.deps,
    );
    const plain = await call(beginConversation, {}, lake.deps);
    await remove(named.conversation_id);
    await remove(plain.conversation_id);
    const rows = await lake.db.sql`
      select kind, parent, source_id from tombstones
      where source_id in ('transcript-1', ${plain.conversation_id}) order by parent desc`;
    expect([...rows]).toEqual([
      { kind: 'conversation', parent: 'source', sourceId: 'transcript-1' },
      { kind: 'conversation', parent: '', sourceId: plain.conversation_id },
    ]);
  });

  it('leaves no tombstone when it is refused', async () => {
    const conversation_id = await stored({ messages: said('stay') });
    await fail(deleteConversation, { conversation_id }, lake.deps);
    const rows = await lake.db.sql`select from tombstones where source_id = ${conversation_id}`;
    expect(rows).toHaveLength(0);
  });

  it('counts every message acknowledged before it, and rejects every later one', async () => {
    const conversation_id = await stored({ messages: said('first') });
    const store = async () => {
      const message = { conversation_id, role: 'user', content: 'in the race' };
      const reply = await storeMessage.call(message, lake.deps);
      return reply.ok ? 'stored' : reply.error.kind;
    };
    const before = Array.from({ length: 30 }, store);
    await before[3];
    const deletion = remove(conversation_id, true);
    const after = Array.from({ length: 30 }, store);
    const outcomes = await Promise.all([...before, ...after]);
    const { messages_deleted } = await deletion;
    for (const outcome of outcomes) expect(['stored', 'not_found']).toContain(outcome);
    expect(await store()).toBe('not_found');
    expect(messages_deleted).toBe(1 + outcomes.filter((outcome) => outcome === 'stored').length);
    const [{ kept } = { kept: -1 }] = await lake.db.sql<{ kept: number }[]>`
      select count(*)::int as kept from messages where conversation_id = ${conversation_id}`;
    expect(kept).toBe(messages_deleted);
  });

  it('succeeds for exactly one of many concurrent calls', async () => {
    const conversation_id = await stored({ messages: said('one', 'two') });
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => deleteConversation.call({ conversation_id, force: true }, lake.deps)),
    );
    expect(replies.filter((reply) => reply.ok)).toMatchObject([
      { ok: true, value: { deleted: true, messages_deleted: 2 } },
    ]);
    expect(replies.flatMap((reply) => (reply.ok ? [] : [reply.error.kind]))).toEqual(
      Array.from({ length: 15 }, () => 'not_found'),
    );
  });

  it('without force never deletes a message that arrives concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const { conversation_id } = await call(beginConversation, {}, lake.deps);
      const [stored, deletion] = await Promise.all([
        storeMessage.call({ conversation_id, role: 'user', content: 'x' }, lake.deps),
        deleteConversation.call({ conversation_id }, lake.deps),
      ]);
      expect([stored.ok, deletion.ok].filter(Boolean)).toHaveLength(1);
    }
  });
});
