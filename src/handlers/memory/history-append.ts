import * as z from 'zod';
import {
  type Appended,
  externalIdTaken,
  type NewMessage,
  seeingDuplicates,
} from '../../db/conversations/append.ts';
import { appendAt, nextTurn, turnTaken } from '../../db/conversations/append-at.ts';
import { openHistory, turnAt } from '../../db/memory/history.ts';
import { violatedConstraint } from '../../db/postgres/errors.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';
import { addressOf } from '../tool/resource.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

export default tool({
  name: 'history_append',
  title: 'Append to a history',
  description:
    'Append one turn to a named history or to a conversation. A history is an ordinary conversation, so dewey_search finds it too.',
  effect: 'add',
  lends: ['conversations'],
  input: z.strictObject({
    conversation_id: m.historyId,
    role: p.role,
    content: p.content.describe('Text, up to 10 MB'),
    turn_index: z
      .int()
      .min(0)
      .max(p.mostInteger)
      .optional()
      .describe('Position, from 0; default: the next one'),
    external_id: p.externalId.optional(),
  }),
  output: z.object({
    conversation_id: z.string().describe('Conversation that holds the history'),
    message_id: z.string().describe('Message id of the turn'),
    turn_number: z.int().describe('Position, from 1'),
    created_at: z.string().describe('Time it was stored'),
    duplicate: z.boolean().optional().describe('True when it was already stored'),
  }),
  touches: ({ conversation_id: id }) => [addressOf('dewey://conversations/{id}', { id })],
  async run(input, deps) {
    const any = sees(deps, 'conversations');
    const conversationId = await openHistory(deps.db.sql, input.conversation_id, deps.newId, any);
    const message = {
      id: deps.newId(),
      conversationId,
      role: input.role,
      content: input.content,
      externalId: input.external_id,
    };
    const stored =
      input.turn_index === undefined
        ? await deps.append(message)
        : await storeAt(message, input.turn_index + 1, deps);
    if (stored.status === 'no_conversation') throw noConversation(input.conversation_id); // deleted concurrently
    if (stored.status === 'duplicate' && stored.differs)
      throw new ToolError('conflict', 'This turn is already stored with a different role or content.', {
        field: input.external_id === undefined ? 'turn_index' : 'external_id',
        next_turn_index: await nextTurn(deps.db.sql, conversationId).then((turn) => turn - 1),
        suggestion: 'Omit turn_index to append.',
      });
    return {
      conversation_id: conversationId,
      message_id: stored.id,
      turn_number: stored.turn,
      created_at: stored.createdAt,
      ...(stored.status === 'duplicate' ? { duplicate: true } : {}),
    };
  },
});

/** Stores a turn at a given position; the same turn sent again is a duplicate. */
async function storeAt(message: NewMessage, turn: number, { db: { sql } }: Deps): Promise<Appended> {
  try {
    return await seeingDuplicates(() => appendAt(sql, message, turn), [externalIdTaken]);
  } catch (error) {
    if (violatedConstraint(error) !== turnTaken) throw error;
    const there = await turnAt(sql, message.conversationId, turn);
    if (!there) throw error;
    const differs = there.role !== message.role || there.content !== message.content;
    return { status: 'duplicate', id: there.id, turn, createdAt: there.createdAt, differs };
  }
}
