import { describe, expect, it } from 'vitest';
import { correctEvents } from '../../../src/db/events/corrections.ts';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import eventCorrect from '../../../src/handlers/events/event-correct.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import eventSearch from '../../../src/handlers/events/event-search.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const correct = (input: Record<string, unknown>) => call(eventCorrect, input, lake.deps);
const get = (event_id: string) => call(eventGet, { event_id }, lake.deps);
const listed = async (artifact_uid: string) =>
  (await call(eventListForRevision, { artifact_uid }, lake.deps)).events;
const found = async (query: string) =>
  (await call(eventSearch, { query, include_evidence: false }, lake.deps)).events.map(
    (event: { narrative: string }) => event.narrative,
  );
const extractAgain = async (artifact_uid: string) => {
  await call(eventReextract, { artifact_uid }, lake.deps);
  await extractAll(lake);
};
/** A document with one event about this word. */
const about = async (word: string) => {
  const { artifact_uid } = await ingest(lake, {
    source_id: word,
    content: `Decision: we plant the ${word} in the courtyard.`,
  });
  await extractAll(lake);
  const [event] = await listed(artifact_uid);
  return { artifact_uid, event };
};

describe('event_correct', () => {
  it('hides a rejected event from lists and searches, in later extractions too, until that is undone', async () => {
    const { artifact_uid, event } = await about('quince');
    expect(await found('quince')).toHaveLength(1);
    expect(await correct({ event_id: event.event_id, action: 'reject' })).toMatchObject({
      event_id: event.event_id,
      verdict: 'rejected',
      narrative: event.narrative,
    });
    expect(await listed(artifact_uid)).toEqual([]);
    expect(await found('quince')).toEqual([]);
    expect((await call(eventSearch, { artifact_uid }, lake.deps)).total).toBe(0);
    await extractAgain(artifact_uid);
    expect(await listed(artifact_uid)).toEqual([]);
    expect(await found('quince')).toEqual([]);

    const [hidden] = await lake.db.sql<{ id: string }[]>`
      select event_id as id from semantic_events where artifact_uid = ${artifact_uid}`;
    const { verdict, ...back } = await correct({ event_id: hidden?.id, action: 'undo' });
    expect(verdict).toBeUndefined();
    expect(back).toMatchObject({ narrative: event.narrative, confidence: event.confidence });
    expect(await found('quince')).toHaveLength(1);
    expect(
      await lake.db.sql`select from event_corrections where artifact_uid = ${artifact_uid}`,
    ).toHaveLength(0);
  });

  it('replaces fields, keeps the quotes, and finds the event by its new words alone', async () => {
    const { artifact_uid, event } = await about('medlar');
    const changed = { category: 'Commitment', due: '2027-03-01T00:00:00Z', actors: ['Ada Byron'] };
    expect(await correct({ event_id: event.event_id, action: 'edit', ...changed })).toMatchObject({
      category: 'Commitment',
      due: '2027-03-01T00:00:00Z',
      actors: [{ ref: 'Ada Byron', role: 'owner' }],
      narrative: event.narrative,
      event_time: event.event_time,
      verdict: 'corrected',
      confidence: 1,
    });
    // Another edit adds to the first.
    await correct({
      event_id: event.event_id,
      action: 'edit',
      narrative: 'Ada plants a loquat.',
      subject: 'loquat',
      event_time: null,
    });
    await extractAgain(artifact_uid);
    const [again] = await listed(artifact_uid);
    expect(again.event_id).not.toBe(event.event_id);
    expect(again).toMatchObject({
      ...changed,
      actors: [{ ref: 'Ada Byron' }],
      narrative: 'Ada plants a loquat.',
    });
    expect(again.event_time).toBeNull();
    expect((await get(again.event_id)).evidence[0].quote).toContain('medlar');
    expect([await found('loquat'), await found('medlar')]).toEqual([['Ada plants a loquat.'], []]);

    await correct({ event_id: again.event_id, action: 'undo' });
    const { created_at: _, event_id: __, ...as } = event;
    expect(await get(again.event_id)).toMatchObject(as);
  });

  it('confirms an event, and a later revision with the same sentence', async () => {
    const { artifact_uid, event } = await about('rowan');
    expect(await correct({ event_id: event.event_id, action: 'confirm' })).toMatchObject({
      verdict: 'confirmed',
      confidence: 1,
    });
    await ingest(lake, {
      source_id: 'rowan',
      content: '# The courtyard\n\nDecision: we plant the rowan in the courtyard.',
    });
    await extractAll(lake);
    expect(await listed(artifact_uid)).toMatchObject([{ narrative: event.narrative, verdict: 'confirmed' }]);
  });

  it('lasts when an extraction finishes at the same time', async () => {
    const { artifact_uid, event } = await about('hawthorn');
    await call(eventReextract, { artifact_uid }, lake.deps);
    const [job] = await claim(lake.db.sql, 'worker-1');
    if (!job) throw new Error('no job was due');
    const { evidence } = await get(event.event_id);
    const events = [
      {
        eventId: lake.deps.newId(),
        category: event.category,
        eventTime: null,
        narrative: event.narrative,
        subject: event.subject,
        actors: [],
        confidence: 0.5,
        evidence: evidence.map((one: Record<string, unknown>) => ({
          quote: one.quote,
          chunkId: one.chunk_id,
          startChar: one.start_char,
          endChar: one.end_char,
          artifactStartChar: one.artifact_start_char,
        })),
      },
    ];
    const [stored, finished] = await Promise.all([
      correctEvents(
        lake.db.sql,
        [{ eventId: event.event_id, artifactUid: artifact_uid }],
        { verdict: 'rejected' },
        lake.deps.newId,
      ),
      finishJob(lake.db.sql, job, 'test', events),
    ]);
    // Either the correction came first and is applied to the new events, or the event was gone, and the caller is told.
    expect(finished).toBe(true);
    expect(await listed(artifact_uid)).toHaveLength(stored ? 0 : 1);
  });

  it('refuses what makes no sense, and changes nothing', async () => {
    const { event } = await about('sorrel');
    const { event_id } = event;
    expect(await fail(eventCorrect, { event_id, action: 'edit' }, lake.deps)).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('Nothing to edit'),
    });
    expect(
      await fail(eventCorrect, { event_id, action: 'reject', narrative: 'Other words' }, lake.deps),
    ).toMatchObject({ kind: 'invalid_input', message: expect.stringContaining('narrative') });
    expect(
      await fail(eventCorrect, { event_id: lake.deps.newId(), action: 'confirm' }, lake.deps),
    ).toMatchObject({ kind: 'not_found' });
    expect((await get(event_id)).verdict).toBeUndefined();
  });

  it('refuses to close what is no commitment, unless it is made one', async () => {
    const { event } = await about('medlar');
    const { event_id } = event;
    const close = { event_id, action: 'edit', done: true };
    expect(await fail(eventCorrect, close, lake.deps)).toMatchObject({
      kind: 'invalid_input',
      data: { field: 'done', suggestion: expect.stringContaining('category') },
    });
    expect((await get(event_id)).verdict).toBeUndefined();
    expect(await call(eventCorrect, { ...close, category: 'Commitment' }, lake.deps)).toMatchObject({
      category: 'Commitment',
      state: 'done',
    });
    expect(
      await fail(eventCorrect, { event_id, action: 'edit', done: false, category: 'Decision' }, lake.deps),
    ).toMatchObject({ data: { field: 'done' } });
  });
});
