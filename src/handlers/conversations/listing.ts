import { and, count, desc, eq, exists, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { catalogueOf } from '../../db/conversations/catalogue.ts';
import { conversationCatalogue, conversationHeads, conversations } from '../../db/schema/index.ts';
import { catalogueFields, catalogueFieldsOf } from '../shared/catalogue.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import type { Deps } from '../tool/deps.ts';

/** A conversation in a listing. */
export const listed = z.object({
  id: z.string().describe('Conversation id'),
  session_id: p.nullableText.describe('Session'),
  project: p.nullableText.describe('Project'),
  created_at: z.string().describe('Creation time'),
  updated_at: z.string().describe('Time of the last change'),
  message_count: z.int().describe('Number of messages'),
  metadata: p.storedMetadata.optional().describe('Metadata of the conversation'),
  ...catalogueFields,
});

export type Listing = {
  session_id?: string | undefined;
  project?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  query?: string | undefined;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  sort_by: 'created_at' | 'updated_at';
};

/**
 * A page of conversations, newest first, as the tools return it.
 *
 * @param also further conditions on conversations.
 */
export async function listConversations(input: Listing, { db }: Deps, ...also: (SQL | undefined)[]) {
  const matches = and(isNull(conversations.deletedAt), ...filters(input), ...also);
  const joined = eq(conversationHeads.conversationId, conversations.id);
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: conversations.id,
        session_id: conversations.sessionId,
        project: conversations.project,
        created_at: conversations.createdAt,
        updated_at: conversationHeads.updatedAt,
        message_count: conversationHeads.messageCount,
        metadata: conversations.metadata,
      })
      .from(conversations)
      .innerJoin(conversationHeads, joined)
      .where(and(matches, afterCursor(input)))
      .orderBy(...order(input.sort_by))
      .limit(input.limit + 1)
      .offset(input.cursor === undefined ? input.offset : 0),
    db.select({ total: count() }).from(conversations).innerJoin(conversationHeads, joined).where(matches),
  ]);
  const wanted = rows.slice(0, input.limit);
  const entries = await catalogueOf(
    db.sql,
    wanted.map(({ id }) => id),
  );
  const page = withinBudget(wanted.map((row) => ({ ...row, ...catalogueFieldsOf(entries.get(row.id)) })));
  const last = page.at(-1);
  return {
    conversations: page,
    total: counted?.total ?? 0,
    ...(rows.length > page.length && last
      ? { next_cursor: encodeCursor([input.sort_by, last[input.sort_by], last.id]) }
      : {}),
  };
}

const sortColumn = { created_at: conversations.createdAt, updated_at: conversationHeads.updatedAt };

/** Sorts by hour first because it is indexed; the hour is derived from the same time, so the order stays correct. */
const order = (by: Listing['sort_by']): SQL[] => [
  ...(by === 'updated_at' ? [desc(conversationHeads.updatedHour)] : []),
  desc(sortColumn[by]),
  desc(conversations.id),
];

function filters(input: Listing): (SQL | undefined)[] {
  const pattern = input.query === undefined ? undefined : `%${input.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const time = sortColumn[input.sort_by];
  return [
    input.session_id === undefined ? undefined : eq(conversations.sessionId, input.session_id),
    input.project === undefined ? undefined : eq(conversations.project, input.project),
    input.start_date === undefined ? undefined : gte(time, input.start_date),
    input.end_date === undefined ? undefined : lt(time, input.end_date),
    pattern === undefined
      ? undefined
      : or(
          ilike(conversations.project, pattern),
          ilike(conversations.sessionId, pattern),
          sql`${conversations.metadata}::text ilike ${pattern}`,
          exists(
            sql`(select 1 from ${conversationCatalogue} k where k.conversation_id = ${conversations.id}
                 and coalesce(k.title, k.opening) ilike ${pattern})`,
          ),
        ),
  ];
}

function afterCursor(input: Listing): SQL | undefined {
  if (input.cursor === undefined) return undefined;
  const [, time, id] = decodeCursor(input.cursor, z.tuple([z.literal(input.sort_by), p.timestamp, z.guid()]));
  return sql`(${sortColumn[input.sort_by]}, ${conversations.id}) < (${time}::timestamptz, ${id}::uuid)`;
}
