import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { conversationHeads, conversations } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { addressOf, resource } from '../tool/resource.ts';
import { beginsWith } from '../tool/text.ts';
import getConversation from './get-conversation.ts';

const uri = 'dewey://conversations/{id}';

/** The resource URI of a conversation. */
export const conversationAddress = ({ conversation_id: id }: { conversation_id: string }): string[] => [
  addressOf(uri, { id }),
];

/** A listing is for picking by hand; a longer one calls for a search. */
const mostListed = 50;

const newest = ({ db }: Deps, typed: string, most: number) =>
  db
    .select({
      id: conversations.id,
      project: conversations.project,
      count: conversationHeads.messageCount,
      updatedAt: conversationHeads.updatedAt,
    })
    .from(conversations)
    .innerJoin(conversationHeads, eq(conversationHeads.conversationId, conversations.id))
    .where(
      and(
        isNull(conversations.deletedAt),
        typed === ''
          ? undefined
          : sql`${conversations.id}::text like ${beginsWith(typed.toLowerCase())}::text`,
      ),
    )
    .orderBy(desc(conversationHeads.updatedAt))
    .limit(most);

export default resource({
  uri,
  name: 'conversation',
  title: 'A conversation',
  description:
    'A conversation with its messages in order, as JSON; a long one ends after a whole message and says where dewey_get_conversation continues.',
  mimeType: 'application/json',
  tool: getConversation,
  output: z.unknown(),
  input: ({ id }) => ({ conversation_id: id }),
  async list(deps) {
    const rows = await newest(deps, '', mostListed);
    return rows.map(({ id, project, count, updatedAt }) => ({
      uri: addressOf(uri, { id }),
      name: `conversation ${id}`,
      description: `${count} messages${project ? ` in ${project}` : ''}, last changed ${updatedAt}.`,
    }));
  },
  complete: {
    async id(typed, deps) {
      const rows = await newest(deps, typed, 100);
      return rows.map((row) => row.id);
    },
  },
});
