import * as z from 'zod';
import {
  type ConversationRow,
  findById,
  browseConversations as readConversations,
  browseProjects as readProjects,
} from '../../db/browse/conversations.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import { catalogueFields, catalogueFieldsOf } from '../shared/catalogue.ts';
import * as p from '../shared/params.ts';
import { projectNamed } from '../shared/project-name.ts';
import { projectOutOf, projectsOut } from '../shared/projects.ts';
import { titleOf } from '../shared/title.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

/*
 * What the command line and other views for people list. These tools are outside the catalog: agents have
 * dewey_list_conversations and dewey_search. Rights, limits and audit apply as to every call.
 */

const conversation = z.object({
  ...catalogueFields,
  id: z.string().describe('Conversation id'),
  title: p.nullableText.describe('Its title, or the first words of the user'),
  agent: p.nullableText.describe('Program it was captured from'),
  project: p.nullableText.describe('Project'),
  session_id: p.nullableText.describe('Session'),
  parent_id: p.nullableText.describe('Conversation of the agent that started this one'),
  created_at: z.string().describe('Creation time'),
  updated_at: z.string().describe('Time of the last change'),
  messages: z.int().describe('Number of messages'),
});

const conversationOf = (row: ConversationRow): z.input<typeof conversation> => ({
  ...catalogueFieldsOf(row),
  id: row.id,
  title: titleOf(row),
  agent: row.agent,
  project: row.project,
  session_id: row.sessionId,
  parent_id: row.parentId,
  created_at: rfc3339(row.createdAt),
  updated_at: rfc3339(row.updatedAt),
  messages: row.messages,
});

const project = p.project.optional().describe('Only this project: its name, or the last part of its path');
const since = p.timestamp.optional().describe('Only those changed at or after this time');
const until = p.timestamp.optional().describe('Only those changed before this time');

export const browseConversations = tool({
  name: 'browse_conversations',
  title: 'Browse conversations',
  description: 'Conversations with their titles, last changed first.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToProject,
  input: z.strictObject({
    ids: z.array(p.id('conversation')).max(1000).optional().describe('Only these'),
    project,
    agent: z.string().min(1).max(100).optional().describe('Only those captured from this program'),
    title: z.string().min(1).max(500).optional().describe('Only those with this text in the title'),
    since,
    until,
    limit: z.int().min(1).max(1000).default(20).describe('Most items, 1 to 1,000'),
    offset: p.offset,
  }),
  output: z.object({
    conversations: z.array(conversation).describe('This page'),
    total: z.int().describe('Matches in all'),
  }),
  async run({ limit, offset, ...given }, deps) {
    const filter = { ...given, project: await projectNamed(given.project, deps) };
    const { rows, total } = await readConversations(deps.db.sql, filter, { limit, offset });
    return { conversations: rows.map(conversationOf), total };
  },
});

export const browseProjects = tool({
  name: 'browse_projects',
  title: 'Browse projects',
  description: 'Projects with their agents and sizes, last changed first.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToProject,
  input: z.strictObject({ project, since, until }),
  output: z.object({ projects: projectsOut }),
  async run({ project, ...filter }, deps) {
    const rows = await readProjects(deps.db.sql, { ...filter, project: await projectNamed(project, deps) });
    return { projects: rows.map(projectOutOf) };
  },
});

/** Enough to show that part of an id is ambiguous. */
const mostCandidates = 10;

export const browseIds = tool({
  name: 'browse_ids',
  title: 'Find by part of an id',
  description: 'Conversations, or else messages, whose id begins or ends with these characters.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToProject,
  input: z.strictObject({
    id: z.string().min(4).max(500).describe('Beginning or end of an id, or beginning of a session id'),
    project,
  }),
  output: z.object({
    found: z
      .array(
        conversation.extend({
          kind: z.enum(['conversation', 'message']).describe('What has this id'),
          message_id: p.nullableText.describe('Message, if it is one'),
          turn: z.int().nullable().describe('Its turn'),
        }),
      )
      .describe('At most ten'),
  }),
  async run(input, { db }) {
    const rows = await findById(db.sql, input.id.toLowerCase(), {
      project: input.project,
      limit: mostCandidates,
    });
    return {
      found: rows.map((row) => ({
        ...conversationOf(row),
        kind: row.kind,
        message_id: row.messageId,
        turn: row.turn,
      })),
    };
  },
});
