import { beforeAll, describe, expect, it } from 'vitest';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import eventCorrect from '../../../src/handlers/events/event-correct.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import eventSearch from '../../../src/handlers/events/event-search.ts';
import { fullNames, underFullNames } from '../../../src/handlers/events/extraction/across/people.ts';
import { toldBefore } from '../../../src/handlers/events/extraction/across/same-fact.ts';
import { call, fail } from '../../support/call.ts';
import { ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Given = { category?: string; narrative: string; who?: string[]; eventTime?: string; due?: string };

/** Extracts a document again, or for the first time, as if these events had been found in it. */
async function extracted(given: readonly Given[]): Promise<string[]> {
  const [job] = await claim(lake.db.sql, 'worker');
  if (!job) throw new Error('no job was due');
  let start = 0;
  const events = given.map(({ category = 'Decision', narrative, who = [], eventTime = null, due = null }) => {
    const startChar = start;
    start += narrative.length + 1;
    return {
      ...{ eventId: lake.deps.newId(), category, narrative, eventTime, due, confidence: 0.6 },
      subject: { type: 'object', ref: '' },
      actors: who.map((ref) => ({ ref, role: 'owner' })),
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
  });
  const across = { people: { fullNames, underFullNames }, toldBefore };
  expect(await finishJob(lake.db.sql, job, 'test', events, undefined, across)).toBe(true);
  return events.map(({ eventId }) => eventId);
}

async function told(title: string, given: readonly Given[], changes: Record<string, unknown> = {}) {
  const content = given.map(({ narrative }) => narrative).join('\n');
  const { artifact_uid } = await ingest(lake, { source_id: crypto.randomUUID(), title, content, ...changes });
  const [event_id = '', ...others] = await extracted(given);
  return { artifact_uid: artifact_uid as string, event_id, others };
}
const get = (event_id: string) => call(eventGet, { event_id }, lake.deps);
const correct = (event_id: string, action: string, more: object = {}) =>
  call(eventCorrect, { event_id, action, ...more }, lake.deps);
const found = async (input: Record<string, unknown>): Promise<string[]> =>
  (await call(eventSearch, input, lake.deps)).events.map((event: { event_id: string }) => event.event_id);

describe('a fact told in several documents of a project', () => {
  const project = 'orangery';
  let minutes: Awaited<ReturnType<typeof told>>;
  let mail: Awaited<ReturnType<typeof told>>;
  let elsewhere: Awaited<ReturnType<typeof told>>;
  beforeAll(async () => {
    minutes = await told(
      'Minutes',
      [
        {
          narrative: 'The board decided to move the citrus collection into the western glasshouse.',
          eventTime: '2026-03-02T00:00:00Z',
        },
        { category: 'QualityRisk', narrative: 'The western glasshouse leaks above the gutter.' },
      ],
      { project, participants: ['Ines Aalto', 'Marek Novak'] },
    );
    mail = await told(
      'Mail',
      [
        {
          narrative: 'Board decision: the citrus collection moves into the western glasshouse in 2026.',
          eventTime: '2026-03-04T00:00:00Z',
        },
      ],
      { project },
    );
    elsewhere = await told(
      'Another garden',
      [{ narrative: 'The board decided to move the citrus collection into the western glasshouse.' }],
      { project: 'alpinum' },
    );
  });

  it('is one event, with what each of them says', async () => {
    expect(await found({ project, category: 'Decision' })).toEqual([minutes.event_id]);
    expect((await call(eventSearch, { project }, lake.deps)).total).toBe(2);
    expect(await found({ query: 'citrus collection', project })).toEqual([minutes.event_id]);
    expect(await get(minutes.event_id)).toMatchObject({
      evidence: [{ quote: expect.stringContaining('decided to move') }],
      also_told: [
        {
          event_id: mail.event_id,
          artifact_uid: mail.artifact_uid,
          title: 'Mail',
          quote: expect.stringContaining('moves into'),
        },
      ],
    });
    expect(await get(elsewhere.event_id)).not.toHaveProperty('also_told');
  });

  it('is shown by the document that matches, and listed in each of them', async () => {
    expect(await found({ project, time_from: '2026-03-03T00:00:00Z' })).toEqual([mail.event_id]);
    expect(await found({ artifact_uid: mail.artifact_uid })).toEqual([mail.event_id]);
    const { events } = await call(eventListForRevision, { artifact_uid: mail.artifact_uid }, lake.deps);
    expect(events).toMatchObject([{ event_id: mail.event_id, also_told: [{ title: 'Minutes' }] }]);
  });

  it('stays one when a document is extracted again', async () => {
    await call(eventReextract, { artifact_uid: minutes.artifact_uid }, lake.deps);
    const [again = ''] = await extracted([
      {
        narrative: 'The board decided to move the citrus collection into the western glasshouse.',
        eventTime: '2026-03-02T00:00:00Z',
      },
      { category: 'QualityRisk', narrative: 'The western glasshouse leaks above the gutter.' },
    ]);
    minutes.event_id = again;
    expect(await found({ project, category: 'Decision' })).toHaveLength(1);
    expect((await get(again)).also_told).toMatchObject([{ event_id: mail.event_id }]);
  });

  it('is rejected, and brought back, wherever it is told', async () => {
    await correct(minutes.event_id, 'reject');
    expect(await found({ project, category: 'Decision' })).toEqual([]);
    expect((await get(mail.event_id)).verdict).toBe('rejected');
    await correct(mail.event_id, 'undo');
    expect(await found({ project, category: 'Decision' })).toHaveLength(1);
    expect((await get(minutes.event_id)).verdict).toBeUndefined();
  });

  it('is parted by a person, and stays parted', async () => {
    await correct(mail.event_id, 'split');
    expect(await found({ project, category: 'Decision' })).toHaveLength(2);
    await correct(mail.event_id, 'confirm');
    expect(await found({ project, category: 'Decision' })).toHaveLength(2);
    await correct(mail.event_id, 'undo');
    expect(await found({ project, category: 'Decision' })).toHaveLength(1);
  });
});

describe('facts that a person merges', () => {
  const project = 'nursery';
  it('are one event from then on, also after another extraction', async () => {
    const one = await told('Log', [{ category: 'Execution', narrative: 'Potted on all of the seedlings.' }], {
      project,
    });
    const two = await told('Report', [{ category: 'Execution', narrative: 'Young plants have new soil.' }], {
      project,
    });
    expect(await found({ project })).toHaveLength(2);
    const merged = await correct(one.event_id, 'merge', { same_as: two.event_id });
    expect(merged).toMatchObject({
      also_told: [{ event_id: two.event_id }],
      message: expect.stringContaining('one event'),
    });
    expect(await found({ project })).toHaveLength(1);
    await call(eventReextract, { artifact_uid: two.artifact_uid }, lake.deps);
    const [again] = await extracted([{ category: 'Execution', narrative: 'Young plants have new soil.' }]);
    expect((await get(one.event_id)).also_told).toMatchObject([{ event_id: again }]);
    expect(await found({ project })).toHaveLength(1);
  });

  it('are two', async () => {
    const { event_id } = await told('Note', [{ narrative: 'We chose peat-free compost.' }], { project });
    for (const [action, more, field] of [
      ['merge', {}, 'same_as'],
      ['merge', { same_as: event_id }, 'same_as'],
      ['confirm', { same_as: event_id }, 'same_as'],
    ] as const)
      expect(await fail(eventCorrect, { event_id, action, ...more }, lake.deps)).toMatchObject({
        kind: 'invalid_input',
        data: { field },
      });
    expect(
      await fail(eventCorrect, { event_id, action: 'merge', same_as: lake.deps.newId() }, lake.deps),
    ).toMatchObject({ kind: 'not_found' });
  });
});

describe('a commitment told twice', () => {
  it('is done in both when a person says so', async () => {
    const project = 'herbarium';
    const promise = { category: 'Commitment', who: ['Ines'], due: '2026-04-01T00:00:00Z' };
    const one = await told('Plan', [{ ...promise, narrative: 'Ines will mount the alpine specimens.' }], {
      project,
    });
    const two = await told(
      'Mail',
      [{ ...promise, narrative: 'Ines promised to mount the alpine specimens.' }],
      {
        project,
      },
    );
    expect(await found({ project, category: 'Commitment' })).toHaveLength(1);
    await correct(one.event_id, 'edit', { done: true });
    expect([(await get(one.event_id)).state, (await get(two.event_id)).state]).toEqual(['done', 'done']);
  });
});

describe('people', () => {
  const actors = async (event_id: string) =>
    (await get(event_id)).actors.map(({ ref }: { ref: string }) => ref);

  it('are named in full where the project knows one by that name, before or afterwards', async () => {
    const project = 'seed bank';
    const before = await told(
      'Chat',
      [{ category: 'Commitment', narrative: 'Zora dries the beans.', who: ['Zora', 'Kim'] }],
      { project },
    );
    expect(await actors(before.event_id)).toEqual(['Zora', 'Kim']);
    const after = await told(
      'Minutes',
      [{ category: 'Execution', narrative: 'kim labelled the jars.', who: ['kim'] }],
      { project, participants: ['Zora Lindqvist', 'Kim Osei', 'Kim Park'] },
    );
    expect(await actors(before.event_id)).toEqual(['Zora Lindqvist', 'Kim']);
    expect(await actors(after.event_id)).toEqual(['kim']);
    expect(await found({ project, actor: 'lindqvist' })).toEqual([before.event_id]);
    expect(await found({ query: 'Lindqvist', project })).toEqual([before.event_id]);
  });

  it('do not get names that only a private document tells', async () => {
    const project = 'apiary';
    await told('Diary', [{ narrative: 'Runa Dahl bought a hive.', who: ['Runa Dahl'] }], {
      project,
      visibility_scope: 'me',
      participants: ['Runa Dahl'],
    });
    const { event_id } = await told('Note', [{ narrative: 'Runa counted the bees.', who: ['Runa'] }], {
      project,
    });
    expect(await actors(event_id)).toEqual(['Runa']);
  });

  it('stay as they are in documents of no project', async () => {
    const { event_id } = await told('Note', [{ narrative: 'Tove picked the label.', who: ['Tove'] }], {
      participants: ['Tove Hansen'],
    });
    expect(await actors(event_id)).toEqual(['Tove']);
  });
});
