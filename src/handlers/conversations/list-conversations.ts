import * as z from 'zod';
import { browseProjects } from '../../db/browse/conversations.ts';
import * as p from '../shared/params.ts';
import { projectNamed } from '../shared/project-name.ts';
import { projectOutOf } from '../shared/projects.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import type { Deps } from '../tool/deps.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { listConversations, listed } from './listing.ts';

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

export default tool({
  name: 'dewey_list_conversations',
  title: 'List conversations',
  description:
    'List conversations, newest first, with titles, agents, models and sizes. Filter by session, project, time or text in the title or metadata. To search message text, use dewey_search.',
  effect: 'read',
  projectScope: scopeToProject,
  input,
  output: z.object({
    conversations: z.array(listed).describe('This page'),
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
    const input = { ...given, project: await projectNamed(given.project, deps) };
    if (input.projects) return listProjects(input, deps);
    const { conversations, total, ...next } = await listConversations(input, deps);
    return {
      conversations:
        input.detail === 'full' ? conversations : conversations.map(({ metadata: _, ...rest }) => rest),
      total,
      limit: input.limit,
      offset: input.offset,
      ...next,
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
