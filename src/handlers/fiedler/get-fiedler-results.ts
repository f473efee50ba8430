import { and, desc, eq, gte, isNull, lt } from 'drizzle-orm';
import * as z from 'zod';
import { fiedlerResults } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { tool } from '../tool/tool.ts';
import { fiedlerColumns, fiedlerResult, toResult } from './result.ts';

export default tool({
  name: 'dewey_get_fiedler_results',
  title: 'Get orchestration results',
  description:
    'Get stored answers of orchestration runs, newest first, filtered by run, model, status, time or conversation. Use it to compare the answers of several models to one prompt.',
  effect: 'read',
  input: z.strictObject({
    correlation_id: z.string().min(1).max(500).optional().describe('Only of this run'),
    model: z.string().min(1).max(500).optional().describe('Only of this model'),
    status: z.enum(['success', 'error', 'failed']).optional().describe('Only with this status'),
    start_date: p.timestamp.optional().describe('Only at or after this time'),
    end_date: p.timestamp.optional().describe('Only before this time'),
    conversation_id: p.id('conversation').optional().describe('Only of this conversation'),
    max_chars: p.maxCharacters.describe('Maximum characters of the reply and of each text'),
    limit: p.limit,
    offset: p.offset,
  }),
  output: z.object({
    results: z.array(fiedlerResult).describe('This page'),
    total: z.int().describe('Matches in all'),
    next_offset: z.int().optional().describe('Where to continue, if the page was shortened'),
    limit: z.int().describe('Limit used'),
    offset: z.int().describe('Offset used'),
  }),
  async run(input, { db }) {
    const given = <T>(value: T | undefined, filter: (value: T) => ReturnType<typeof eq>) =>
      value === undefined ? undefined : filter(value);
    const matches = and(
      isNull(fiedlerResults.deletedAt),
      given(input.correlation_id, (id) => eq(fiedlerResults.correlationId, id)),
      given(input.model, (model) => eq(fiedlerResults.model, model)),
      given(input.status, (status) => eq(fiedlerResults.status, status === 'success' ? 'success' : 'error')),
      given(input.start_date, (time) => gte(fiedlerResults.createdAt, time)),
      given(input.end_date, (time) => lt(fiedlerResults.createdAt, time)),
      given(input.conversation_id, (id) => eq(fiedlerResults.conversationId, id)),
    );
    // One statement for both, or the total could tell of answers that came after the page was read.
    const rows = await db
      .select({ ...fiedlerColumns(input.max_chars), total: db.$count(fiedlerResults, matches) })
      .from(fiedlerResults)
      .where(matches)
      .orderBy(desc(fiedlerResults.createdAt), desc(fiedlerResults.id))
      .limit(input.limit)
      .offset(input.offset);
    const total = rows[0]?.total ?? (input.offset > 0 ? await db.$count(fiedlerResults, matches) : 0);
    const results = withinBudget(
      rows.map(({ total: _, ...row }) => toResult(row)),
      input.max_chars,
    );
    return {
      results,
      total,
      ...(results.length < rows.length ? { next_offset: input.offset + results.length } : {}),
      limit: input.limit,
      offset: input.offset,
    };
  },
});
