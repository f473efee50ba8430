import * as z from 'zod';
import { listDecisions } from '../../db/decisions/list.ts';
import { decisionStatuses } from '../../db/schema/index.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import * as p from '../shared/params.ts';
import { projectsMeant } from '../shared/project-name.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { namedOption } from './domain/options/read.ts';
import { domain, explain, notices, part } from './shared.ts';

const cursorShape = z.tuple([z.string(), z.string()]);

export default tool({
  name: 'membria_list_decisions',
  aliases: ['membria.list_decisions'],
  title: 'List decisions',
  description:
    'List or search decisions, newest first; due: those whose review date has come, longest due first.',
  effect: 'read',
  explain,
  projectScope: scopeToProject,
  input: z.strictObject({
    due: z.boolean().default(false).describe('Only those without an outcome and due for review'),
    status: z.enum(decisionStatuses).optional().describe('Status'),
    module: domain.optional().describe('Domain'),
    project: p.project.optional(),
    option: z.string().min(1).max(200).optional().describe('Option in statement or alternatives'),
    person: z.string().min(1).max(200).optional().describe('Client that captured it'),
    text: z.string().min(1).max(500).optional().describe('Words in it'),
    since: p.timestamp.optional().describe('Made at this time or later'),
    until: p.timestamp.optional().describe('Made before this time'),
    limit: p.limit,
    cursor: z.string().max(1000).optional().describe('next_cursor of the page before'),
  }),
  output: z.object({
    decisions: z
      .array(part)
      .describe(
        'decision_id, statement, confidence, module, status, outcome, proposed_outcome, project, created_by, created_at and review_at of each',
      ),
    next_cursor: z.string().nullable().describe('Null on the last page'),
    ...notices,
  }),
  async run({ limit, cursor, due, module, project, option, ...filter }, deps) {
    const { db, clock } = deps;
    const after = cursor === undefined ? undefined : decodeCursor(cursor, cursorShape);
    const rows = await listDecisions(
      db.sql,
      {
        ...filter,
        option: option === undefined ? undefined : { text: option, key: namedOption(option).key },
        domain: module,
        projects: await projectsMeant(project, 'decisions', deps),
        dueAt: due ? clock().toISOString() : undefined,
      },
      { after, limit: limit + 1 },
    );
    const shown = withinBudget(
      rows.slice(0, limit).map((row) => ({
        decision_id: row.id,
        statement: row.statement,
        confidence: row.confidence,
        module: row.domain,
        status: row.status,
        outcome: row.outcome,
        ...(row.proposed === null ? {} : { proposed_outcome: row.proposed }),
        project: row.project,
        created_by: row.createdBy,
        created_at: rfc3339(row.createdAt),
        review_at: rfc3339(row.reviewAt),
      })),
    );
    const last = rows[shown.length - 1];
    const more = last !== undefined && rows.length > shown.length;
    return {
      decisions: shown,
      next_cursor: more ? encodeCursor([due ? last.reviewAt : last.createdAt, last.id]) : null,
    };
  },
});
