import { and, count, desc, eq, exists, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { browseProjects } from '../../db/browse/conversations.ts';
import { catalogueOf } from '../../db/conversations/catalogue.ts';
import { conversationCatalogue, conversationHeads, conversations } from '../../db/schema/index.ts';
import { catalogueFields, catalogueFieldsOf } from '../shared/catalogue.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import * as p from '../shared/params.ts';
import { projectNamed } from '../shared/project-name.ts';
import { projectOutOf } from '../shared/projects.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import type { Deps } from '../tool/deps.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

const input = z.strictObject({
  session_id: p.sessionId.optional().describe('Only of this session'),
  project: p.project.optional().describe('Only of this project'),
  start_date: p.timestamp.optional().describe('Only with a sort_by time from this time on'),
  end_date: p.timestamp.optional().describe('Only with a sort_by time before this'),
  query: z.string().min(1).max(500).optional().describe('Text in the title, metadata, project or session'),
  limit: p.limit,
  offset: p.offset,
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
  sort_by: z
    .enum(['created_at', 'updated_at'])
    .default('updated_at')
    .describe('Time to sort by, newest first'),
  projects: z.boolean().default(false).describe('List the projects instead'),
  detail: p.detail.default('full').describe('full: with metadata'),
});

type Input = z.output<typeof input>;

const conversation = z.object({
  id: z.string().describe('Conversation id'),
  session_id: p.nullableText.describe('Session'),
  project: p.nullableText.describe('Project'),
  created_at: z.string().describe('Creation time'),
  updated_at: z.string().describe('Time of the last change'),
  message_count: z.int().describe('Number of messages'),
  metadata: p.storedMetadata.optional().describe('Metadata of the conversation'),
  ...catalogueFields,
});

export default tool({
  name: 'dewey_list_conversations',
  title: 'List conversations',
  description:
    'List conversations, newest first, with titles, agents, models and sizes. Filter by session, project, time or text in the title or metadata. To search message text, use dewey_search.',
  effect: 'read',
  projectScope: scopeToProject,
  input,
  output: z.object({
    conversations: z.array(conversation).describe('This page'),
    projects: z
      .array(z.looseObject({}))
      .optional()
      .describe('Each with its agents, conversations, messages and updated_at'),
    total: z.int().describe('Matches in all'),
    limit: z.int().describe('Limit used'),
    offset: z.int().describe('Offset used'),
    next_cursor: z.string().optional().describe('Present when more follow: cursor for the next page'),
  }),
  async run(given, deps) {
    const { db } = deps;
    const input = { ...given, project: await projectNamed(given.project, deps) };
    if (input.projects) return listProjects(input, deps);
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
    const wanted = rows.slice(0, input.limit);
    const entries = await catalogueOf(
      db.sql,
      wanted.map(({ id }) => id),
    );
    const page = withinBudget(wanted.map((row) => ({ ...row, ...catalogueFieldsOf(entries.get(row.id)) })));
    const last = page.at(-1);
    return {
      conversations: input.detail === 'full' ? page : page.map(({ metadata: _, ...rest }) => rest),
      total: counted?.total ?? 0,
      limit: input.limit,
      offset: input.offset,
      ...(rows.length > page.length && last
        ? { next_cursor: encodeCursor([input.sort_by, last[input.sort_by], last.id]) }
        : {}),
    };
  },
});

/** Projects by the same filters of project and time, in pages by offset. */
async function listProjects(input: Input, { db }: Deps) {
  const { limit, offset, project, start_date: since, end_date: until, query: title } = input;
  const found = await browseProjects(db.sql, { project, since, until, title });
  const projects = withinBudget(found.slice(offset, offset + limit).map(projectOutOf));
  return { conversations: [], projects, total: found.length, limit, offset };
}

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
          exists(
            sql`(select 1 from ${conversationCatalogue} k where k.conversation_id = ${conversations.id}
                 and coalesce(k.title, k.opening) ilike ${pattern})`,
          ),
        ),
  ];
}

function afterCursor(input: Input): SQL | undefined {
  if (input.cursor === undefined) return undefined;
  const [, time, id] = decodeCursor(input.cursor, z.tuple([z.literal(input.sort_by), p.timestamp, z.guid()]));
  return sql`(${sortColumn[input.sort_by]}, ${conversations.id}) < (${time}::timestamptz, ${id}::uuid)`;
}
