import { beforeAll, describe, expect, it } from 'vitest';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import eventSearch from '../../../src/handlers/events/event-search.ts';
import { call, fail } from '../../support/call.ts';
import { ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
type Event = { narrative: string };
const search = (input: Record<string, unknown>) => call(eventSearch, input, lake.deps);
const told = async (input: Record<string, unknown>) =>
  (await search(input)).events.map((event: Event) => event.narrative);

/** A document with the given events, as an extraction would store them. */
async function documentWith(
  source_id: string,
  events: { category: string; narrative: string; eventTime?: string; ref?: string }[],
  changes: Record<string, unknown> = {},
) {
  const content = events.map((event) => event.narrative).join('\n');
  const stored = await ingest(lake, { source_id, content, ...changes });
  const [job] = await claim(lake.db.sql, 'worker-1');
  if (!job) throw new Error('no job was due');
  await finishJob(
    lake.db.sql,
    job,
    'offline',
    events.map(({ category, narrative, eventTime = null, ref = 'the matter' }) => {
      const startChar = content.indexOf(narrative);
      return {
        eventId: lake.deps.newId(),
        category,
        eventTime,
        narrative,
        subject: { type: 'other', ref },
        actors: [{ ref: 'Ana', role: 'owner' }],
        confidence: 0.9,
        evidence: [
          {
            quote: narrative,
            chunkId: null,
            startChar,
            endChar: startChar + narrative.length,
            artifactStartChar: startChar,
          },
        ],
      };
    }),
  );
  return stored;
}

describe('event_search', () => {
  let minutes: { artifact_uid: string; artifact_id: string };
  beforeAll(async () => {
    minutes = await documentWith('minutes', [
      { category: 'Decision', narrative: 'The board chose oak.', eventTime: '2026-02-10T09:00:00Z' },
      { category: 'Commitment', narrative: 'Ben will order the oak.', ref: 'order 17' },
      { category: 'Execution', narrative: 'The joiner delivered.', eventTime: '2026-03-01T00:00:00Z' },
    ]);
  });

  it('finds events by words, category, subject and actors', async () => {
    expect(await told({ query: 'who chose oak?' })).toEqual([
      'The board chose oak.',
      'Ben will order the oak.',
    ]);
    expect(await told({ query: 'order 17' })).toEqual(['Ben will order the oak.']);
    expect(await told({ query: 'Decision', category: 'Decision' })).toEqual(['The board chose oak.']);
    expect((await search({ query: 'Ana' })).total).toBe(3);
    expect(await search({ query: 'board' })).toMatchObject({
      events: [
        {
          category: 'Decision',
          event_time: '2026-02-10T09:00:00Z',
          actors: [{ ref: 'Ana', role: 'owner' }],
          evidence: [{ quote: 'The board chose oak.', start_char: 0, end_char: 20, chunk_id: null }],
        },
      ],
      total: 1,
    });
    expect((await search({ query: 'board', include_evidence: false })).events[0]).not.toHaveProperty(
      'evidence',
    );
  });

  it('without a query lists the latest first, and those without a time last', async () => {
    const { artifact_uid } = minutes;
    const all = ['The joiner delivered.', 'The board chose oak.', 'Ben will order the oak.'];
    expect(await told({ artifact_uid })).toEqual(all);
    const page = await search({ artifact_uid, limit: 2 });
    expect(page).toMatchObject({ total: 3, next_offset: 2, filters_applied: { artifact_uid } });
    expect(await told({ artifact_uid, limit: 2, offset: 2 })).toEqual(all.slice(2));
    expect(await told({ artifact_uid: minutes.artifact_id })).toEqual(all);
  });

  it('filters by time, excluding events without one', async () => {
    const february = { time_from: '2026-02-01T00:00:00Z', time_to: '2026-03-01T00:00:00Z' };
    expect(await told(february)).toEqual(['The board chose oak.']);
    expect(await told({ time_from: '2026-03-01T00:00:00Z' })).toEqual(['The joiner delivered.']);
    expect(await told({ query: 'oak', ...february })).toEqual(['The board chose oak.']);
  });

  it('searches only the latest revision, unless all are requested', async () => {
    const before = { category: 'Change', narrative: 'The opening moved to Tuesday.' };
    const after = { category: 'Change', narrative: 'The opening moved to Wednesday.' };
    await documentWith('opening', [before]);
    await documentWith('opening', [after]);
    expect(await told({ query: 'opening' })).toEqual([after.narrative]);
    expect((await told({ query: 'opening', all_revisions: true })).sort()).toEqual([
      before.narrative,
      after.narrative,
    ]);
    expect(await told({ category: 'Change' })).toEqual([after.narrative]);
  });

  it('hides highly sensitive events unless their document is named', async () => {
    const { artifact_uid } = await documentWith(
      'salaries',
      [{ category: 'Decision', narrative: 'Zoë earns more.' }],
      { sensitivity: 'highly_sensitive' },
    );
    expect(await told({ query: 'Zoë earns' })).toEqual([]);
    expect(await told({ query: 'Zoë earns', artifact_uid })).toEqual(['Zoë earns more.']);
    expect(await told({ category: 'Decision' })).toEqual(['The board chose oak.']);
  });

  it('rejects an unknown category', async () => {
    expect(await fail(eventSearch, { category: 'Party' }, lake.deps)).toMatchObject({
      kind: 'invalid_input',
      data: { field: 'category' },
    });
  });
});
