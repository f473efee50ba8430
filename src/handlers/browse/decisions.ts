import * as z from 'zod';
import { browseDecisions as readDecisions } from '../../db/browse/decisions.ts';
import { decisionStatuses } from '../../db/schema/index.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import * as p from '../shared/params.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

const domains = ['database', 'auth', 'api', 'frontend', 'backend', 'infra', 'general'] as const;
const dayMs = 24 * 60 * 60 * 1000;

/** For people, as the tools beside it; outside the catalog. */
export const browseDecisions = tool({
  name: 'browse_decisions',
  title: 'Browse decisions',
  description: 'Decisions, newest first, or those whose outcome is due, oldest first.',
  effect: 'read',
  toolset: 'decisions',
  projectScope: scopeToProject,
  input: z.strictObject({
    id: z.string().min(4).max(200).optional().describe('Beginning or end of an id'),
    project: p.project.optional().describe('Only this project'),
    called: p.project.optional().describe('Only projects of this name, or whose path ends with it'),
    status: z.enum(decisionStatuses).optional().describe('Only decisions with this status'),
    domain: z.enum(domains).optional().describe('Only decisions of this domain'),
    option: z.string().min(1).max(200).optional().describe('In the statement or an alternative'),
    person: z.string().min(1).max(200).optional().describe('Client that captured it'),
    text: z.string().min(1).max(500).optional().describe('Words in it'),
    since: p.timestamp.optional().describe('Made at this time or later'),
    due: z.boolean().default(false).describe('Only those without an outcome whose review date has come'),
    due_days: z
      .int()
      .min(0)
      .max(36_500)
      .optional()
      .describe('Only those without an outcome that are at least so many days old'),
    limit: z.int().min(1).max(1000).default(20).describe('Most items, 1 to 1,000'),
    offset: p.offset,
  }),
  output: z.object({
    decisions: z
      .array(
        z.object({
          decision_id: z.string().describe('Decision id'),
          statement: z.string().describe('Statement of the decision'),
          confidence: z.number().describe('Stated confidence, 0 to 1'),
          module: z.string().describe('Domain'),
          status: z.string().describe('Status'),
          outcome: p.nullableText.describe('Null until recorded'),
          project: p.nullableText.describe('Project'),
          created_at: z.string().describe('Time it was captured'),
        }),
      )
      .describe('This page'),
    total: z.int().describe('Matches in all'),
  }),
  async run({ limit, offset, due_days: days, due, ...filter }, { db, clock }) {
    const waitingSince =
      days === undefined ? undefined : new Date(clock().getTime() - days * dayMs).toISOString();
    const { rows, total } = await readDecisions(
      db.sql,
      { ...filter, waitingSince, dueAt: due ? clock().toISOString() : undefined },
      { limit, offset },
    );
    return {
      decisions: rows.map(({ decisionId, createdAt, ...row }) => ({
        decision_id: decisionId,
        ...row,
        created_at: rfc3339(createdAt),
      })),
      total,
    };
  },
});
