import { and, eq, exists, gte, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { conversations, messages } from '../../../db/schema/index.ts';
import { listConversations, listed } from '../../../handlers/conversations/listing.ts';
import * as p from '../../../handlers/shared/params.ts';
import { projectNamed } from '../../../handlers/shared/project-name.ts';
import { scopeToProject } from '../../../handlers/tool/project-scope.ts';
import { tool } from '../../../handlers/tool/tool.ts';

/** As `dewey_list_conversations`, but a time is asked of what was said, as the calendar counts it. */
export const sessionsTool = tool({
  name: 'viewer_sessions',
  title: 'List sessions',
  description: 'Conversations, last changed first; of a time, those with a message in it.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToProject,
  input: z.strictObject({
    query: z.string().min(1).max(500).optional().describe('Text in the title, metadata, project or session'),
    project: p.project.optional().describe('Only of this project'),
    agent: z.string().max(100).optional().describe('Only of this agent'),
    session_id: p.sessionId.optional().describe('Only of this session'),
    since: p.timestamp.optional().describe('Only with a message from this time on'),
    until: p.timestamp.optional().describe('Only with a message before this'),
    limit: p.limit,
    cursor: z.string().max(500).optional().describe('next_cursor of the page before'),
  }),
  output: z.object({
    conversations: z.array(listed).describe('This page'),
    total: z.int().describe('Matches in all'),
    next_cursor: z.string().optional().describe('Present when more follow'),
  }),
  async run({ agent, since, until, ...given }, deps) {
    const input = { ...given, project: await projectNamed(given.project, deps), offset: 0 };
    const said = deps.db
      .select({ one: sql`1` })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, conversations.id),
          since === undefined ? undefined : gte(messages.createdAt, since),
          until === undefined ? undefined : lt(messages.createdAt, until),
        ),
      );
    return listConversations(
      { ...input, sort_by: 'updated_at' },
      deps,
      since === undefined && until === undefined ? undefined : exists(said),
      agent === undefined ? undefined : eq(sql`${conversations.metadata} ->> 'source'`, agent),
    );
  },
});
