import * as z from 'zod';
import { findHistory, lastTurns, latestOfSession } from '../../db/memory/history.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { ToolError } from '../tool/errors.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

/** Longer turns are truncated; dewey_get_conversation returns them in full. */
const mostCharacters = 20_000;

export default tool({
  name: 'history_get',
  title: 'Get a history',
  description:
    'Get the last turns of a history in order: of a history written with history_append, of a conversation, or of the most recently changed conversation of a session.',
  effect: 'read',
  lends: ['conversations'],
  input: z.strictObject({
    conversation_id: m.historyId,
    limit: z.int().min(1).max(50).default(16).describe('Maximum number of turns'),
  }),
  output: z.object({
    conversation_id: z.string().describe('Conversation that holds the history'),
    turns: z
      .array(
        z.object({
          message_id: z.string().describe('Message id of the turn'),
          turn_index: z.int().describe('Position, from 0'),
          role: p.role,
          content: z.string().describe('The text'),
          content_truncated: z.boolean().optional().describe('True when the text is truncated'),
          created_at: z.string().describe('Time it was stored'),
        }),
      )
      .describe('Last turns in order'),
    total: z.int().describe('Total number of turns'),
  }),
  async run({ conversation_id: name, limit }, deps) {
    const { sql } = deps.db;
    const any = sees(deps, 'conversations');
    const id = (await findHistory(sql, name, any)) ?? (any ? await latestOfSession(sql, name) : undefined);
    if (id === undefined)
      throw new ToolError('not_found', `There is no history ${name}.`, {
        field: 'conversation_id',
        received: name,
        suggestion: 'Start one with history_append.',
      });
    const { turns, total } = await lastTurns(sql, id, limit, mostCharacters);
    const latestFirst = turns.toReversed().map((turn) => ({
      message_id: turn.id,
      turn_index: turn.turn - 1,
      role: turn.role,
      content: turn.content,
      ...(turn.cut ? { content_truncated: true } : {}),
      created_at: turn.createdAt,
    }));
    return { conversation_id: id, turns: withinBudget(latestFirst).reverse(), total };
  },
});
