import * as z from 'zod';
import { uidOf } from '../../db/artifacts/ids.ts';
import { listEvents } from '../../db/events/events.ts';
import type { EventFilter } from '../../db/events/filter.ts';
import { commitmentStates } from '../../db/events/ledger.ts';
import { searchEvents } from '../../db/events/search.ts';
import * as p from '../shared/params.ts';
import { projectNamed } from '../shared/project-name.ts';
import { queryVectorOf } from '../shared/query-vector.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { searchOf, withNotedSearch } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { category } from './extraction/domain/event.ts';
import * as e from './shared.ts';

const filters = {
  category: category.optional().describe('Of this category'),
  time_from: p.timestamp.optional().describe('From this time on'),
  time_to: p.timestamp.optional().describe('Before this time'),
  artifact_uid: e.artifactUid.optional().describe('Of this document'),
  actor: z.string().trim().min(1).max(200).optional().describe('Part of a name'),
  project: p.project.optional().describe('Of this project'),
  state: z.enum(commitmentStates).optional().describe('Of commitments'),
  due_before: p.timestamp.optional().describe('Due before'),
  main: z.boolean().optional().describe('Main events'),
};

export default tool({
  name: 'event_search',
  title: 'Search events',
  description:
    'Search events extracted from documents, with exact quotes: the best match first; without a query, the latest.',
  effect: 'read',
  lends: ['artifacts'],
  input: z.strictObject({
    query: z.string().trim().min(1).max(10_000).optional().describe('Keywords or a question'),
    ...filters,
    include_evidence: z.boolean().default(true).describe('Quotes'),
    all_revisions: z.boolean().default(false).describe('Earlier revisions too'),
    limit: p.limit,
    offset: p.offset,
  }),
  output: z.object({
    events: z.array(e.eventOut).describe('The events'),
    total: z.int().describe('Matches in all'),
    filters_applied: z.looseObject({}).describe('Filters used'),
    next_offset: z.int().optional().describe('Next page, if any'),
    message: z.string().optional().describe('What was not searched'),
  }),
  async run(input, deps) {
    const { category: kind, time_from, time_to, artifact_uid, all_revisions, limit, offset } = input;
    const { actor, state, due_before, main } = input;
    const now = deps.clock();
    const project = await projectNamed(input.project, deps);
    const filter: EventFilter = {
      category: kind,
      timeFrom: time_from,
      timeTo: time_to,
      artifactUid: artifact_uid === undefined ? undefined : uidOf(artifact_uid),
      actor,
      project,
      dueBefore: due_before,
      main,
      state: state && { is: state, now: now.toISOString() },
      allRevisions: all_revisions,
      reader: readerOf(deps),
    };
    const { noted, messageOf } = withNotedSearch(deps);
    const { events, total } =
      input.query === undefined
        ? await listEvents(deps.db.sql, filter, limit, offset)
        : await search(input.query, filter, { limit, offset }, noted);
    const page = withinBudget(await e.toEvents(deps, events, input.include_evidence));
    const next = offset + page.length;
    return {
      events: page,
      total,
      filters_applied: {
        category: kind,
        ...{ time_from, time_to, artifact_uid, actor, project, state, due_before, main, all_revisions },
      },
      ...(page.length > 0 && next < total ? { next_offset: next } : {}),
      message: messageOf(),
    };
  },
});

async function search(
  query: string,
  filter: EventFilter,
  page: { limit: number; offset: number },
  deps: Deps,
) {
  const { queryVector } = await queryVectorOf(query, deps);
  const { hits, total } = await searchEvents(deps.db.sql, searchOf(deps), filter, {
    query,
    ...page,
    queryVector,
  });
  return { events: hits.map((hit) => hit.event), total };
}
