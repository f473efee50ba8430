import { describe, expect, it } from 'vitest';
import beginConversation from '../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../src/handlers/conversations/delete-conversation.ts';
import storeMessagesBulk from '../../src/handlers/conversations/store-messages-bulk.ts';
import { call, fail } from '../support/call.ts';
import { useLake } from '../support/lake.ts';
import countMessages from './count-messages.ts';

const lake = useLake();

const said = (...contents: string[]) => contents.map((content) => ({ role: 'user', content }));

describe('dewey_count_messages', () => {
  it('counts the messages of a conversation', async () => {
    const messages = said('Where is the atlas?', 'Second floor.');
    const { conversation_id } = await call(storeMessagesBulk, { messages }, lake.deps);
    expect(await call(countMessages, { conversation_id }, lake.deps)).toEqual({ count: 2 });
  });

  it('counts none in an empty conversation', async () => {
    const { conversation_id } = await call(beginConversation, {}, lake.deps);
    expect(await call(countMessages, { conversation_id }, lake.deps)).toEqual({ count: 0 });
  });

  it('answers not_found for a conversation that was deleted or never existed', async () => {
    const stored = await call(storeMessagesBulk, { messages: said('A draft.') }, lake.deps);
    const { conversation_id } = stored;
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    for (const id of [conversation_id, crypto.randomUUID()])
      expect(await fail(countMessages, { conversation_id: id }, lake.deps)).toMatchObject({
        status: 404,
        kind: 'not_found',
        data: { field: 'conversation_id' },
      });
  });
});
