import * as z from 'zod';
import { catalogueOf } from '../../../db/conversations/catalogue.ts';
import {
  agentTotals,
  digests,
  latestMessages,
  messagesByDay,
  projectTotals,
} from '../../../db/conversations/overview.ts';
import { catalogueFields, catalogueFieldsOf } from '../../../handlers/shared/catalogue.ts';
import * as p from '../../../handlers/shared/params.ts';
import { scopeToProject } from '../../../handlers/tool/project-scope.ts';
import { tool } from '../../../handlers/tool/tool.ts';

/**
 * What the pages show and no tool of the catalog gives. They are tools all the same, so that rights, limits and audit are
 * those of every call.
 */
const shared = { effect: 'read', toolset: 'conversations', projectScope: scopeToProject } as const;
const project = p.project.optional().describe('Only of this project');
const count = (what: string) => z.number().describe(what);
const text = (what: string) => z.string().describe(what);
const orNull = (what: string) => z.string().nullable().describe(what);

const latest = z.object({
  conversationId: text('Conversation'),
  turn: count('Turn'),
  role: p.role,
  text: text('Start of the text'),
  createdAt: text('Time'),
  project: orNull('Project'),
  agent: orNull('Agent'),
});
export type Latest = z.output<typeof latest>;

export const latestTool = tool({
  ...shared,
  name: 'viewer_latest',
  title: 'List the latest messages',
  description: 'The messages said last, without calls of tools.',
  input: z.strictObject({ project, limit: p.limit }),
  output: z.object({ messages: z.array(latest).describe('Newest first') }),
  run: async (input, { db }) => ({
    messages: await latestMessages(db.sql, { project: input.project, limit: input.limit }),
  }),
});

const dayTotal = z.object({ day: text('Day in UTC'), messages: count('Messages') });
export type DayTotal = z.output<typeof dayTotal>;

const agentTotal = z.object({
  agent: orNull('Agent'),
  sessions: count('Conversations'),
  messages: count('Messages'),
  lastAt: text('Last message'),
});
export type AgentTotal = z.output<typeof agentTotal>;

/** Counting a million messages takes a noticeable part of a second; the counts of a year change slowly. */
const keptMs = 30_000;

/** Counts by agent and by day. The counts of a project are kept for a moment and shared by all who may read it. */
export function createActivityTool() {
  type Kept = { at: number; value: Promise<{ days: readonly DayTotal[]; agents: AgentTotal[] }> };
  const kept = new Map<string, Kept>();
  return tool({
    ...shared,
    name: 'viewer_activity',
    title: 'Count messages',
    description: 'Messages by day in the last year, and by agent.',
    input: z.strictObject({ project }),
    output: z.object({
      days: z.array(dayTotal).readonly().describe('Days with messages, oldest first'),
      agents: z.array(agentTotal).describe('Last heard first'),
    }),
    async run(input, { db, clock }) {
      const now = clock().getTime();
      const key = JSON.stringify(input.project ?? null);
      const before = kept.get(key);
      if (before && now - before.at < keptMs) return before.value;
      const since = new Date(now - 53 * 7 * 86_400_000);
      const value = Promise.all([
        messagesByDay(db.sql, { project: input.project, since }),
        agentTotals(db.sql, input.project),
      ]).then(([days, agents]) => {
        // Who waits for the first message is not told for a moment longer that there is none.
        if (agents.length === 0) kept.delete(key);
        return { days, agents };
      });
      if (kept.size > 100) kept.clear();
      kept.set(key, { at: now, value });
      value.catch(() => kept.delete(key)); // the caller is told; the next one tries again
      return value;
    },
  });
}

const projectTotal = z.object({
  project: orNull('Project'),
  sessions: count('Conversations'),
  messages: count('Messages'),
  lastAt: text('Last message'),
});
export type ProjectTotal = z.output<typeof projectTotal>;

export const projectsTool = tool({
  ...shared,
  name: 'viewer_projects',
  title: 'List projects',
  description: 'Every project with its conversations and messages.',
  input: z.strictObject({ project }),
  output: z.object({ projects: z.array(projectTotal).describe('Last changed first') }),
  run: async (input, { db }) => ({ projects: await projectTotals(db.sql, input.project) }),
});

const digest = z.object({
  conversationId: text('Conversation'),
  ...catalogueFields,
  firstAt: orNull('First message'),
  lastAt: orNull('Last message'),
  prompts: count('Messages of the user'),
  toolCalls: count('Calls of tools'),
  bytes: count('Bytes of text'),
  model: orNull('Model'),
});
export type Digest = z.output<typeof digest>;

export const digestsTool = tool({
  ...shared,
  name: 'viewer_digests',
  title: 'Describe conversations',
  description: 'What a list says about conversations: title, times, counts, tokens.',
  input: z.strictObject({ project, ids: z.array(z.guid()).max(200).describe('Conversations') }),
  output: z.object({ digests: z.array(digest).describe('In no order') }),
  async run(input, { db }) {
    const found = await digests(db.sql, { ids: input.ids, project: input.project });
    const entries = await catalogueOf(
      db.sql,
      found.map(({ conversationId }) => conversationId),
    );
    return {
      digests: found.map((one) => ({ ...one, ...catalogueFieldsOf(entries.get(one.conversationId)) })),
    };
  },
});
