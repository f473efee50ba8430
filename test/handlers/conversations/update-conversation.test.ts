import { describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import updateConversation from '../../../src/handlers/conversations/update-conversation.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const begin = (input: Record<string, unknown> = {}) => call(beginConversation, input, lake.deps);
const update = (input: Record<string, unknown>) => call(updateConversation, input, lake.deps);

describe('dewey_update_conversation', () => {
  it('merges metadata: adds new keys, changes known ones, keeps the others', async () => {
    const { conversation_id } = await begin({ metadata: { branch: 'main', rating: 3 } });
    const { metadata } = await update({ conversation_id, metadata: { rating: 5, reviewed: true } });
    expect(metadata).toEqual({ branch: 'main', rating: 5, reviewed: true });
  });

  it('removes a key by null and keeps zero, false and the empty string', async () => {
    const { conversation_id } = await begin({ metadata: { gone: 1, kept: 1 } });
    const { metadata } = await update({
      conversation_id,
      metadata: { gone: null, never: null, zero: 0, no: false, empty: '' },
    });
    expect(metadata).toEqual({ kept: 1, zero: 0, no: false, empty: '' });
  });

  it('replaces a nested value as a whole', async () => {
    const { conversation_id } = await begin({ metadata: { place: { shelf: 1, row: 2 } } });
    const { metadata } = await update({ conversation_id, metadata: { place: { row: null } } });
    expect(metadata).toEqual({ place: { row: null } });
  });

  it('gives metadata to a conversation that had none', async () => {
    const { conversation_id } = await begin();
    expect((await update({ conversation_id, metadata: { a: 1 } })).metadata).toEqual({ a: 1 });
  });

  it('sets session and project and keeps omitted fields', async () => {
    const { conversation_id } = await begin({ session_id: 'old', metadata: { a: 1 } });
    expect(await update({ conversation_id, session_id: 'new' })).toMatchObject({
      session_id: 'new',
      project: null,
      metadata: { a: 1 },
    });
    expect(await update({ conversation_id, project: 'library' })).toMatchObject({
      session_id: 'new',
      project: 'library',
    });
  });

  it('returns the conversation without its messages and updates updated_at', async () => {
    const { conversation_id, created_at } = await begin();
    await call(storeMessage, { conversation_id, role: 'user', content: 'Hello' }, lake.deps);
    const before = await call(getConversation, { conversation_id }, lake.deps);
    const updated = await update({ conversation_id, metadata: { a: 1 } });
    expect(updated).toEqual({
      conversation_id,
      session_id: null,
      project: null,
      created_at,
      updated_at: expect.any(String),
      message_count: 1,
      metadata: { a: 1 },
    });
    expect(updated.updated_at > before.updated_at).toBe(true);
    const after = await call(getConversation, { conversation_id }, lake.deps);
    expect(after.messages).toEqual(before.messages);
  });

  it('loses no key under concurrent writes', async () => {
    const { conversation_id } = await begin({ metadata: { start: true } });
    await Promise.all(
      Array.from({ length: 32 }, (_, i) => update({ conversation_id, metadata: { [`writer${i}`]: i } })),
    );
    const { metadata } = await call(getConversation, { conversation_id }, lake.deps);
    expect(metadata).toEqual({
      start: true,
      ...Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`writer${i}`, i])),
    });
  });

  it('limits metadata to 256 KB, however small the steps', async () => {
    const { conversation_id } = await begin({ metadata: { first: 'x'.repeat(200_000) } });
    const error = await fail(
      updateConversation,
      { conversation_id, project: 'moved', metadata: { second: 'x'.repeat(100_000) } },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 413,
      kind: 'too_large',
      data: { field: 'metadata', limit: 256_000 },
    });
    const kept = await call(getConversation, { conversation_id }, lake.deps);
    expect(kept.project).toBeNull();
    expect(Object.keys(kept.metadata)).toEqual(['first']);
    const { metadata } = await update({ conversation_id, metadata: { first: null } });
    expect(metadata).toEqual({});
  });

  it('requires a change', async () => {
    const { conversation_id } = await begin();
    expect(await fail(updateConversation, { conversation_id }, lake.deps)).toMatchObject({
      status: 400,
      kind: 'invalid_input',
      data: { suggestion: expect.stringContaining('metadata') },
    });
  });

  it('names a missing conversation', async () => {
    const conversation_id = '00000000-0000-7000-8000-000000000000';
    expect(await fail(updateConversation, { conversation_id, project: 'x' }, lake.deps)).toMatchObject({
      status: 404,
      data: { field: 'conversation_id', received: conversation_id },
    });
  });
});
