import * as z from 'zod';
import { artifactIdOf } from '../../db/artifacts/ids.ts';
import type { StoredEvent } from '../../db/events/events.ts';
import { evidenceOf } from '../../db/events/evidence.ts';
import { retellingsOf } from '../../db/events/facts.ts';
import { commitmentStates, stateOf } from '../../db/events/ledger.ts';
import { artifactTypes } from '../../db/schema/artifacts.ts';
import { verdicts } from '../../db/schema/events.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { addressOf } from '../tool/resource.ts';
import { readerOf } from '../tool/rights.ts';
import { category, role, subjectType } from './extraction/domain/event.ts';

/** Parameters, result fields and errors of events and their jobs. */

const id = z.string().min(1).max(100);
export const artifactUid = id.describe('Document id: uid_… or art_…');
export const revisionId = id.describe('Revision id; default: the latest');

export const eventId = p.id('event').describe('The event');

export const evidenceOut = z
  .array(
    z.object({
      quote: z.string().describe('Exact words'),
      chunk_id: p.nullableText.describe('Chunk'),
      start_char: z.int().describe('Start, in code points'),
      end_char: z.int().describe('End'),
      artifact_start_char: z.int().describe('In the whole text'),
    }),
  )
  .describe('Quotes');

export const eventOut = z.object({
  event_id: z.string().describe('Id'),
  artifact_uid: z.string().describe('Document'),
  revision_id: z.string().describe('Revision'),
  category: category.describe('Kind'),
  event_time: p.nullableText.describe('Time or null'),
  due: p.nullableText.describe('Day due or null'),
  narrative: z.string().describe('What happened'),
  subject: z
    .object({ type: subjectType.describe('Type'), ref: z.string().describe('Name') })
    .describe('Subject'),
  actors: z
    .array(z.object({ ref: z.string().describe('Name'), role: role.describe('Role') }))
    .describe('Who'),
  confidence: z.number().describe('0 to 1'),
  main: z.boolean().describe('For digests'),
  extractor: z.string().describe('Extractor'),
  state: z.enum(commitmentStates).optional().describe('Of a commitment'),
  done_by: z.string().optional().describe('Event that did it'),
  verdict: z.enum(verdicts).optional().describe('Said by a person'),
  created_at: z.string().describe('Extracted'),
  source: z
    .object({
      title: p.nullableText.describe('Title'),
      source_system: z.string().describe('Source'),
      artifact_type: z.enum(artifactTypes).describe('Kind'),
    })
    .describe('The document'),
  evidence: evidenceOut.optional(),
  also_told: z.array(z.looseObject({})).optional().describe('The fact elsewhere'),
});

export const toEvent = (event: StoredEvent, now: Date) => ({
  event_id: event.eventId,
  artifact_uid: event.artifactUid,
  revision_id: event.revisionId,
  category: category.parse(event.category),
  event_time: event.eventTime,
  due: event.due ?? null,
  narrative: event.narrative,
  subject: { type: subjectType.parse(event.subject.type), ref: event.subject.ref },
  actors: event.actors.map(({ ref, role: as }) => ({ ref, role: role.parse(as) })),
  confidence: event.confidence,
  main: event.main ?? true,
  extractor: event.extractor,
  ...(event.category === 'Commitment' ? { state: stateOf(event, now) } : {}),
  ...(event.closedBy === null ? {} : { done_by: event.closedBy }),
  ...(event.verdict === null ? {} : { verdict: event.verdict }),
  created_at: event.createdAt,
  source: { title: event.title, source_system: event.sourceSystem, artifact_type: event.artifactType },
});

/** Events as returned by tools, with where else they are told, and with their evidence if requested. */
export async function toEvents(deps: Deps, events: readonly StoredEvent[], withEvidence: boolean) {
  const { sql } = deps.db;
  const now = deps.clock();
  const ids = events.map((event) => event.eventId);
  const [proofs, elsewhere] = await Promise.all([
    withEvidence ? evidenceOf(sql, ids) : undefined,
    retellingsOf(sql, ids, readerOf(deps)),
  ]);
  return events.map((event) => {
    const also = elsewhere.get(event.eventId) ?? [];
    return {
      ...toEvent(event, now),
      ...(proofs
        ? {
            evidence: (proofs.get(event.eventId) ?? []).map((item) => ({
              quote: item.quote,
              chunk_id: item.chunkId,
              start_char: item.startChar,
              end_char: item.endChar,
              artifact_start_char: item.artifactStartChar,
            })),
          }
        : {}),
      ...(also.length > 0
        ? {
            also_told: also.map(({ eventId, artifactUid, title, quote }) => ({
              event_id: eventId,
              artifact_uid: artifactUid,
              title,
              quote,
            })),
          }
        : {}),
    };
  });
}

/** The resource URI of an artifact's events. */
export const eventAddress = (uid: string): string[] => [
  addressOf('dewey://artifacts/{id}', { id: artifactIdOf(uid) }),
];

export const noEvent = (id: string): ToolError =>
  new ToolError('not_found', `There is no event ${id}.`, {
    field: 'event_id',
    received: id,
    suggestion: 'Events get new ids when they are extracted again; find them with event_search.',
  });
