import * as z from 'zod';
import { eventsOfRevision } from '../../db/events/events.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { revisionMeant } from './revision.ts';
import * as e from './shared.ts';

/** Most events read for one reply: more would not fit. */
const mostEvents = 500;

export default tool({
  name: 'event_list_for_revision',
  title: 'List the events of a document',
  description:
    'List the events of a document in text order, for its latest or an earlier revision. Empty until its job is DONE; see job_status.',
  effect: 'read',
  lends: ['artifacts'],
  input: z.strictObject({
    artifact_uid: e.artifactUid,
    revision_id: e.revisionId.optional(),
    include_evidence: z.boolean().default(false).describe('With the quotes'),
    offset: p.offset,
  }),
  output: z.object({
    artifact_uid: z.string().describe('The document'),
    revision_id: z.string().describe('The revision'),
    is_latest: z.boolean().describe('Whether current'),
    events: z.array(e.eventOut).describe('In text order'),
    total: z.int().describe('Total number of events'),
    next_offset: z.int().optional().describe('Next page, if any'),
  }),
  async run(input, deps) {
    const { sql } = deps.db;
    const { uid, revision } = await revisionMeant(sql, input, readerOf(deps));
    const page = await eventsOfRevision(
      sql,
      uid,
      revision.revisionId,
      mostEvents,
      input.offset,
      readerOf(deps),
    );
    const events = withinBudget(await e.toEvents(deps, page.events, input.include_evidence));
    const next = input.offset + events.length;
    return {
      artifact_uid: uid,
      revision_id: revision.revisionId,
      is_latest: revision.isLatest,
      events,
      total: page.total,
      ...(events.length > 0 && next < page.total ? { next_offset: next } : {}),
    };
  },
});
