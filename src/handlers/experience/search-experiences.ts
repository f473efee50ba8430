import { inArray } from 'drizzle-orm';
import * as z from 'zod';
import { type RankedExperience, rankExperiences } from '../../db/experience/search.ts';
import { experiences } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { searchOf } from '../shared/search.ts';
import { tool } from '../tool/tool.ts';
import { salience } from './domain/salience.ts';
import * as e from './shared.ts';

const filters = {
  domain: e.domain.optional().describe('Only this domain'),
  type: e.type.optional().describe('Only effective or only ineffective ones'),
  min_confidence: e.confidence.optional().describe('Only those at least this sure'),
  scope: e.scope.optional().describe('Only this scope'),
  project: p.project.optional().describe('Only this project'),
};

export default tool({
  name: 'search_experiences',
  title: 'Search experiences',
  description:
    'Search what was learned before, best match first. Any word of the query counts, rare words more; equally good matches are ordered by evidence, recency, use and contradictions. Superseded versions are left out unless asked for.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({
    query: z.string().trim().min(1).max(10_000).describe('Words or a question, as you would say it'),
    ...filters,
    include_superseded: z.boolean().default(false).describe('Return versions that were revised, too'),
    limit: p.limit,
    offset: p.offset,
    session_id: p.gateSession,
  }),
  output: z.object({
    results: z
      .array(e.experienceRow.extend({ rank: z.number().describe('How well it matches; more is better') }))
      .describe('The best matches, best first'),
    count: z.int().describe('How many are in this reply'),
    total: z.int().describe('How many match in all'),
    query: z.string().describe('The query searched for'),
    filters: z
      .object(filters)
      .extend({ include_superseded: z.boolean().describe('As asked') })
      .describe('As asked'),
    next_offset: z.int().optional().describe('Present when there are more: the offset of the next page'),
    limit: z.int().describe('The limit used'),
    offset: z.int().describe('The offset used'),
  }),
  async run(input, deps) {
    const { db, clock } = deps;
    const { query, domain, type, min_confidence, scope, project, include_superseded, limit, offset } = input;
    const { ranked, total } = await rankExperiences(
      db.sql,
      searchOf(deps),
      query,
      { domain, type, scope, project, minConfidence: min_confidence, includeSuperseded: include_superseded },
      offset + limit,
    );
    const page = bySalience(ranked, clock()).slice(offset, offset + limit);
    const rows = await db
      .select(e.experienceColumns)
      .from(experiences)
      .where(
        inArray(
          experiences.id,
          page.map(({ id }) => id),
        ),
      );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = page.flatMap(({ id, rank }) => {
      const row = byId.get(id);
      return row ? [{ ...row, rank }] : [];
    });
    const results = withinBudget(found);
    const next = offset + results.length;
    return {
      results,
      count: results.length,
      total,
      query,
      filters: { domain, type, min_confidence, scope, project, include_superseded },
      ...(results.length > 0 && next < total ? { next_offset: next } : {}),
      limit,
      offset,
    };
  },
});

const dayMs = 86_400_000;

/** Rank first, salience among equals, the newer one last of all: a total order. */
function bySalience(ranked: readonly RankedExperience[], now: Date): RankedExperience[] {
  return ranked
    .map((one) => ({
      one,
      salience: salience({ ...one, ageDays: (now.getTime() - Date.parse(one.createdAt)) / dayMs }),
    }))
    .sort((x, y) => y.one.rank - x.one.rank || y.salience - x.salience || y.one.id - x.one.id)
    .map(({ one }) => one);
}
