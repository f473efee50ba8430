import { inArray } from 'drizzle-orm';
import * as z from 'zod';
import { type RankedExperience, rankExperiences } from '../../db/experience/search.ts';
import { experiences } from '../../db/schema/index.ts';
import { withNearSearch } from '../shared/near-search.ts';
import * as p from '../shared/params.ts';
import { projectsMeant } from '../shared/project-name.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { searchOf, withNotedSearch } from '../shared/search.ts';
import { tool } from '../tool/tool.ts';
import { salience } from './domain/salience.ts';
import * as e from './shared.ts';

const filters = {
  domain: e.domain.optional().describe('Only of this domain'),
  type: e.type.optional().describe('Only of this type'),
  min_confidence: e.confidence.optional().describe('Minimum confidence'),
  scope: e.scope.optional().describe('Only of this scope'),
  project: p.project.optional().describe('Only of this project'),
};

export default tool({
  name: 'search_experiences',
  title: 'Search experiences',
  description:
    'Search recorded experiences, best match first. Use it before a task to find what worked or failed before. Rare words, evidence and recency weigh more. Superseded versions are excluded by default.',
  effect: 'read',
  countsForGates: ({ count }) => count > 0,
  input: z.strictObject({
    query: z.string().trim().min(1).max(10_000).describe('Keywords or a question in plain language'),
    ...filters,
    include_superseded: z.boolean().default(false).describe('Include superseded versions'),
    limit: p.limit,
    offset: p.offset,
    session_id: p.gateSession,
  }),
  output: z.object({
    results: z
      .array(
        e.experienceRow.extend({
          ...e.experienceCounts,
          rank: z.number().describe('Higher is better'),
        }),
      )
      .describe('Matches, best first'),
    count: z.int().describe('Number of results in this reply'),
    total: z.int().describe('Matches in all'),
    query: z.string().describe('Query used'),
    filters: z
      .object(filters)
      .extend({ include_superseded: z.boolean().describe('Whether superseded versions were included') })
      .describe('Filters used'),
    next_offset: z.int().optional().describe('Offset of the next page, if any'),
    limit: z.int().describe('Limit used'),
    offset: z.int().describe('Offset used'),
    message: z.string().optional().describe('What was not searched'),
  }),
  async run(input, deps) {
    const { db, clock } = deps;
    const { query, domain, type, min_confidence, scope, project, include_superseded, limit, offset } = input;
    const { noted, messageOf } = withNotedSearch(deps);
    const { near, message: nearMessage } = withNearSearch(noted);
    const { ranked, total } = await rankExperiences(
      db.sql,
      searchOf(near),
      query,
      {
        ...{ domain, type, scope },
        projects: await projectsMeant(project, 'experiences', deps),
        minConfidence: min_confidence,
        includeSuperseded: include_superseded,
      },
      Math.max(weighed, offset + limit),
    );
    const page = byScore(ranked, clock()).slice(offset, offset + limit);
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
    const found = page.flatMap(({ id, uses, confirmations, contradictions, rank }) => {
      const row = byId.get(id);
      return row ? [{ ...e.withProof(row), uses, confirmations, contradictions, rank }] : [];
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
      message: messageOf(nearMessage()),
    };
  },
});

const dayMs = 86_400_000;

/** How many of the best matches are ordered by relevance and salience; a fixed number, so that pages agree. */
const weighed = 200;
/** Relevance decides between unlike matches, salience between like ones: a tenth of it is a fifth less. */
const share = 0.1;

/** Orders by rank × salience^{@link share}, then salience, then newest first: a total order. */
function byScore(ranked: readonly RankedExperience[], now: Date): RankedExperience[] {
  const scored = ranked.map((one) => {
    const ageDays = (now.getTime() - Date.parse(one.createdAt)) / dayMs;
    const own = salience({ ...one, ageDays });
    return { one, salience: own, score: one.rank * own ** share };
  });
  type Scored = (typeof scored)[number];
  const order = (x: Scored, y: Scored) => y.salience - x.salience || y.one.id - x.one.id;
  return [
    ...scored.slice(0, weighed).sort((x, y) => y.score - x.score || order(x, y)),
    ...scored.slice(weighed).sort((x, y) => y.one.rank - x.one.rank || order(x, y)),
  ].map(({ one }) => one);
}
