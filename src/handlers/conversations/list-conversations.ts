import { and, count, desc, eq, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { conversationHeads, conversations } from '../../db/schema/index.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

const input = z.strictObject({
  session_id: p.sessionId.optional().describe('Only conversations of this session'),
  project: p.project.optional().describe('Only conversations of this project'),
  start_date: p.timestamp.optional().describe('Only conversations with a sort_by time from this time on'),
  end_date: p.timestamp.optional().describe('Only conversations with a sort_by time before this'),
  query: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Text that must occur in the metadata, project or session'),
  limit: p.limit,
  offset: p.offset,
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page; use instead of offset'),
  sort_by: z
    .enum(['created_at', 'updated_at'])
    .default('updated_at')
    .describe('Time to sort by, newest first'),
});

type Input = z.output<typeof input>;

const conversation = z.object({
  id: z.string().describe('Conversation id'),
  session_id: p.nullableText.describe('Session'),
  project: p.nullableText.describe('Project'),
  created_at: z.string().describe('Creation time'),
  updated_at: z.string().describe('Time of the last change'),
  message_count: z.int().describe('Number of messages'),
  metadata: p.storedMetadata.describe('Metadata of the conversation'),
});

export default tool({
  name: 'dewey_list_conversations',
  title: 'List conversations',
  description:
    'List conversations, newest first, with their message counts. Filter by session, project, time or text in the metadata. To search message text, use dewey_search.',
  effect: 'read',
  projectScope: scopeToProject,
  input,
  output: z.object({
    conversations: z.array(conversation).describe('This page'),
    total: z.int().describe('Total number of matches'),
    limit: z.int().describe('Limit used'),
    offset: z.int().describe('Offset used'),
    next_cursor: z.string().optional().describe('Present when more follow: cursor for the next page'),
  }),
  async run(input, { db }) {
    const matches = and(isNull(conversations.deletedAt), ...filters(input));
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
    const page = withinBudget(rows.slice(0, input.limit));
    const last = page.at(-1);
    return {
      conversations: page,
      total: counted?.total ?? 0,
      limit: input.limit,
      offset: input.offset,
      ...(rows.length > page.length && last
        ? { next_cursor: encodeCursor([input.sort_by, last[input.sort_by], last.id]) }
        : {}),
    };
  },
});

const sortColumn = { created_at: conversations.createdAt, updated_at: conversationHeads.updatedAt };

/** Sorts by hour first because it is indexed; the hour is derived from the same time, so the order stays correct. */
const order = (by: Input['sort_by']): SQL[] => [
  ...(by === 'updated_at' ? [desc(conversationHeads.updatedHour)] : []),
  desc(sortColumn[by]),
  desc(conversations.id),
];

function filters(input: Input): (SQL | undefined)[] {
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
        ),
  ];
}

function afterCursor(input: Input): SQL | undefined {
  if (input.cursor === undefined) return undefined;
  const [, time, id] = decodeCursor(input.cursor, z.tuple([z.literal(input.sort_by), p.timestamp, z.guid()]));
  return sql`(${sortColumn[input.sort_by]}, ${conversations.id}) < (${time}::timestamptz, ${id}::uuid)`;
}
