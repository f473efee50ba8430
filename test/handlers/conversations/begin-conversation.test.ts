import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import listConversations from '../../../src/handlers/conversations/list-conversations.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const begin = (input: Record<string, unknown> = {}) => call(beginConversation, input, lake.deps);

describe('dewey_begin_conversation', () => {
  it('works without arguments', async () => {
    const begun = await begin();
    expect(begun).toEqual({
      conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      updated_at: begun.created_at,
    });
  });

  it('keeps session, project and metadata as given', async () => {
    const metadata = { branch: 'main', tags: ['a', '😀'], nested: { zero: 0, no: false, none: null } };
    const { conversation_id } = await begin({ session_id: 'morning', project: 'library', metadata });
    expect(await call(getConversation, { conversation_id }, lake.deps)).toMatchObject({
      session_id: 'morning',
      project: 'library',
      metadata,
      total_messages: 0,
      messages: [],
    });
  });

  it('drops no key, whatever it is called', async () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"":3,"a.b":{"__proto__":4}}';
    const { conversation_id } = await begin({ metadata: JSON.parse(text) });
    const { metadata } = await call(getConversation, { conversation_id }, lake.deps);
    expect(Object.entries(metadata).sort()).toEqual(Object.entries(JSON.parse(text)).sort());
    expect(Object.keys(metadata)).toContain('__proto__');
  });

  it('creates one conversation per external id under concurrent calls', async () => {
    const begun = await Promise.all(
      Array.from({ length: 32 }, () => begin({ session_id: 'race', external_id: 'transcript-7' })),
    );
    expect(new Set(begun.map((each) => each.conversation_id)).size).toBe(1);
    expect(begun.filter((each) => each.duplicate)).toHaveLength(31);
    const { total } = await call(listConversations, { session_id: 'race' }, lake.deps);
    expect(total).toBe(1);
  });

  it('accepts the same external id in another session', async () => {
    const one = await begin({ session_id: 'monday', external_id: 'first' });
    const other = await begin({ session_id: 'tuesday', external_id: 'first' });
    const none = await begin({ external_id: 'first' });
    expect(new Set([one, other, none].map((each) => each.conversation_id)).size).toBe(3);
  });

  it('rejects an external id of a conversation in another project, and names that conversation', async () => {
    const { conversation_id } = await begin({ external_id: 'moved', project: 'library' });
    const error = await fail(beginConversation, { external_id: 'moved', project: 'archive' }, lake.deps);
    expect(error).toMatchObject({
      status: 409,
      kind: 'conflict',
      data: { field: 'project', received: 'archive', conversation_id },
    });
  });

  it('creates a new conversation under the external id of a deleted one', async () => {
    const first = await begin({ external_id: 'again' });
    await call(deleteConversation, { conversation_id: first.conversation_id }, lake.deps);
    const second = await begin({ external_id: 'again' });
    expect(second.conversation_id).not.toBe(first.conversation_id);
    expect(second).not.toHaveProperty('duplicate');
  });

  it('replaces characters PostgreSQL cannot store and reports it', async () => {
    const begun = await begin({ session_id: 'a\0b', metadata: { 'k\ud800': 'v\0' } });
    expect(begun).toMatchObject({ session_id: 'a\ufffdb', sanitized: true });
    const { metadata } = await call(getConversation, { conversation_id: begun.conversation_id }, lake.deps);
    expect(metadata).toEqual({ 'k\ufffd': 'v\ufffd' });
  });

  it('rejects metadata over 256 KB and creates nothing', async () => {
    const error = await fail(
      beginConversation,
      { session_id: 'large', metadata: { text: 'x'.repeat(256_000) } },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 413,
      kind: 'too_large',
      data: { field: 'metadata', limit: 256_000 },
    });
    expect((await call(listConversations, { session_id: 'large' }, lake.deps)).total).toBe(0);
  });
});
