import * as z from 'zod';
import {
  type Appended,
  appendMessages,
  externalIdTaken,
  type NewMessage,
  seeingDuplicates,
} from '../../db/conversations/append.ts';
import { appendAt, nextTurn, turnTaken } from '../../db/conversations/append-at.ts';
import {
  beginConversation,
  findConversationOfMessage,
  lockSession,
} from '../../db/conversations/conversations.ts';
import { violatedConstraint } from '../../db/postgres/errors.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { scopeToOwnOrNewConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { placed } from './failures.ts';
import { conversationAddress } from './resource.ts';

const input = z.strictObject({
  conversation_id: p
    .id('conversation')
    .optional()
    .describe('Conversation to append to; omit to start a new one'),
  session_id: p.sessionId.optional().describe('Session of the new conversation'),
  project: p.project.optional().describe('Project of the new conversation'),
  role: p.role,
  content: p.content.describe('Message text, any Unicode, up to 10 MB'),
  turn_number: z
    .int()
    .min(1)
    .max(p.mostInteger)
    .optional()
    .describe('Position in the conversation; default: the next one'),
  metadata: p.metadata.optional().describe('Any JSON object'),
  external_id: p.externalId.optional(),
});

type Input = z.output<typeof input>;

export default tool({
  name: 'dewey_store_message',
  title: 'Store a message',
  description:
    'Append one message to a conversation. Omit turn_number: turns are numbered without gaps even with concurrent writers. Returns the message id and turn once the message is durably stored.',
  effect: 'add',
  projectScope: scopeToOwnOrNewConversation,
  input,
  output: z.object({
    conversation_id: z.string().describe('Conversation id'),
    message_id: z.string().describe('Message id'),
    turn_number: z.int().describe('Position in the conversation'),
    created_at: z.string().describe('Time it was stored'),
    duplicate: z.boolean().optional().describe('True when an earlier call with this external_id stored it'),
  }),
  touches: conversationAddress,
  async run(input, deps) {
    const { conversationId, result } = input.conversation_id
      ? { conversationId: input.conversation_id, result: await store(input, input.conversation_id, deps) }
      : await storeInNew(input, deps);
    const place = placed(result, conversationId, input.external_id);
    return {
      conversation_id: conversationId,
      message_id: place.id,
      turn_number: place.turn,
      created_at: place.createdAt,
      ...(place.status === 'duplicate' ? { duplicate: true } : {}),
    };
  },
});

const toMessage = (input: Input, conversationId: string, deps: Deps): NewMessage => ({
  id: deps.newId(),
  conversationId,
  role: input.role,
  content: input.content,
  metadata: input.metadata,
  externalId: input.external_id,
});

async function store(input: Input, conversationId: string, deps: Deps): Promise<Appended> {
  const message = toMessage(input, conversationId, deps);
  const { turn_number: turn } = input;
  if (turn === undefined) return deps.append(message);
  // With an external id, the message that holds the turn may be this very message, stored concurrently.
  const signs = input.external_id === undefined ? [] : [turnTaken, externalIdTaken];
  try {
    return await seeingDuplicates(() => appendAt(deps.db.sql, message, turn), signs);
  } catch (error) {
    if (violatedConstraint(error) !== turnTaken) throw error;
    const next = await nextTurn(deps.db.sql, conversationId);
    throw new ToolError('conflict', `Turn ${turn} is taken; the next free one is ${next}.`, {
      field: 'turn_number',
      received: turn,
      next_turn: next,
      suggestion: 'Omit turn_number to append.',
    });
  }
}

/** Creates the conversation and stores its first message in one transaction. */
function storeInNew(input: Input, deps: Deps): Promise<{ conversationId: string; result: Appended }> {
  return deps.db.sql.begin(async (tx) => {
    let conversationId: string | undefined;
    if (input.external_id !== undefined) {
      await lockSession(tx, input.session_id);
      conversationId = await findConversationOfMessage(tx, input.session_id, [input.external_id]);
    }
    conversationId ??= (
      await beginConversation(tx, { id: deps.newId(), sessionId: input.session_id, project: input.project })
    ).id;
    const message = toMessage(input, conversationId, deps);
    const [result] =
      input.turn_number === undefined
        ? await appendMessages(tx, [message])
        : [await appendAt(tx, message, input.turn_number)];
    if (!result) throw new Error('append returned no row for its message');
    return { conversationId, result };
  });
}
