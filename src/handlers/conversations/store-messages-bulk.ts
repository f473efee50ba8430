import * as z from 'zod';
import { appendMessages, type NewMessage, seeingDuplicates } from '../../db/conversations/append.ts';
import { messages } from '../../db/conversations/collection.ts';
import {
  beginConversation,
  findConversationOfMessage,
  lockSession,
} from '../../db/conversations/conversations.ts';
import { dateBack } from '../../db/conversations/date-back.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { scopeToOwnOrNewConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { changeConversation } from './change.ts';
import { otherContent, placed } from './failures.ts';
import { conversationAddress } from './resource.ts';

const message = z.strictObject({
  role: p.role,
  content: p.content.describe('Message text, any Unicode, up to 10 MB'),
  metadata: p.metadata.optional().describe('Any JSON object'),
  external_id: p.externalId.optional(),
  created_at: p.timestamp.optional().describe('Time; default: of the one before, or now'),
});

const input = z.strictObject({
  conversation_id: p
    .id('conversation')
    .optional()
    .describe('Conversation to append to; omit to start a new one'),
  session_id: p.sessionId.optional().describe('Session of the new conversation'),
  project: p.project.optional().describe('Project of the new conversation'),
  messages: z
    .array(message)
    .min(1, 'must contain at least one message')
    .max(p.limits.bulkMessages, 'may contain at most 1,000 messages')
    .describe('Messages in order; the server numbers turns'),
  metadata: p.metadata.optional().describe('Merged into the metadata of the conversation'),
});

type Input = z.output<typeof input>;

export default tool({
  name: 'dewey_store_messages_bulk',
  title: 'Store many messages',
  description:
    'Store up to 1,000 messages of one conversation in order with consecutive turns, all or none. Use it to import a conversation that already took place. Returns the message ids in the order given.',
  effect: 'add',
  projectScope: scopeToOwnOrNewConversation,
  input,
  output: z.object({
    conversation_id: z.string().describe('Conversation id'),
    stored: z.int().describe('Number of messages stored by this call'),
    message_ids: z.array(z.string()).describe('Message ids in the order given'),
    first_turn: z.int().nullable().describe('First turn stored by this call; null for none'),
    last_turn: z.int().nullable().describe('Last turn stored by this call'),
    duplicates: z.int().describe('Messages that earlier calls stored (external_id)'),
  }),
  touches: conversationAddress,
  async run(input, deps) {
    const outcome = await seeingDuplicates(() => storeAll(input, deps));
    await deps.search?.keepUp?.(messages, outcome.stored);
    return outcome;
  },
});

function storeAll(input: Input, deps: Deps) {
  return deps.db.sql.begin(async (tx) => {
    const { id: conversationId, begun } = await conversationFor(tx, input, deps);
    const { batch, repeats } = withoutRepeats(input, conversationId, deps);
    const results = await appendMessages(tx, batch);
    const places = results.map((result, i) =>
      placed(result, conversationId, batch[i]?.externalId, `messages.${repeats.indexOf(i)}.external_id`),
    );
    if (begun) await dateBack(tx, conversationId, batch);
    const turns = places.filter((place) => place.status === 'stored').map((place) => place.turn);
    return {
      conversation_id: conversationId,
      stored: turns.length,
      message_ids: repeats.map((place) => places[place]?.id ?? ''),
      first_turn: turns[0] ?? null,
      last_turn: turns.at(-1) ?? null,
      duplicates: input.messages.length - turns.length,
    };
  });
}

async function conversationFor(tx: Sql, input: Input, deps: Deps): Promise<{ id: string; begun: boolean }> {
  const given = input.conversation_id ?? (await foundByExternalIds(tx, input));
  if (!given) {
    const { session_id: sessionId, project, metadata } = input;
    const { id } = await beginConversation(tx, { id: deps.newId(), sessionId, project, metadata });
    return { id, begun: true };
  }
  if (input.metadata) await changeConversation(tx, given, { metadata: input.metadata });
  return { id: given, begun: false };
}

async function foundByExternalIds(tx: Sql, input: Input): Promise<string | undefined> {
  const externalIds = input.messages.flatMap((m) => m.external_id ?? []);
  if (externalIds.length === 0) return undefined;
  await lockSession(tx, input.session_id);
  return findConversationOfMessage(tx, input.session_id, externalIds);
}

/**
 * When each message was written. One that states no time was written with the one before that does; those before the first
 * that does, with that one. Undefined for all where none states it: now.
 */
function timesOf(messages: Input['messages']): (string | undefined)[] {
  let time = messages.find(({ created_at }) => created_at !== undefined)?.created_at;
  return messages.map(({ created_at }) => {
    time = created_at ?? time;
    return time;
  });
}

/** Drops messages that repeat an external id within the call; `repeats[i]` is the index of message i in the batch. */
function withoutRepeats(input: Input, conversationId: string, deps: Deps) {
  const batch: NewMessage[] = [];
  const places = new Map<string, number>();
  const times = timesOf(input.messages);
  const repeats = input.messages.map((m, i) => {
    const known = m.external_id === undefined ? undefined : places.get(m.external_id);
    const first = known === undefined ? undefined : batch[known];
    if (known !== undefined && first) {
      if (first.content !== m.content || first.role !== m.role)
        throw otherContent(m.external_id ?? '', known + 1, `messages.${i}.external_id`);
      return known;
    }
    if (m.external_id !== undefined) places.set(m.external_id, batch.length);
    batch.push({
      id: deps.newId(),
      conversationId,
      role: m.role,
      content: m.content,
      metadata: m.metadata,
      externalId: m.external_id,
      createdAt: times[i],
    });
    return batch.length - 1;
  });
  return { batch, repeats };
}
