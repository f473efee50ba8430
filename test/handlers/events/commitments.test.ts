import { describe, expect, it } from 'vitest';
import { finishJob, type NewEvent } from '../../../src/db/events/finish-job.ts';
import { stateOf } from '../../../src/db/events/ledger.ts';
import eventCorrect from '../../../src/handlers/events/event-correct.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventSearch from '../../../src/handlers/events/event-search.ts';
import { call } from '../../support/call.ts';
import { ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const now = new Date('2026-03-10T09:00:00Z');
const deps = () => ({ ...lake.deps, clock: () => now });

type Given = Partial<Pick<NewEvent, 'category' | 'eventTime' | 'due' | 'main' | 'narrative'>> & {
  type?: 'object' | 'other';
  subject: string;
  who?: string;
};

/** Stores a document with these events, and returns their ids. */
async function documentWith(
  given: readonly Given[],
  changes: Record<string, unknown> = {},
): Promise<string[]> {
  const content = given.map(({ subject }) => `About ${subject}.`).join('\n');
  await ingest(lake, { source_id: crypto.randomUUID(), content, ...changes });
  const [job] = await claim(lake.db.sql, 'worker');
  if (!job) throw new Error('no job was due');
  const events = given.map(({ subject, who, type = 'object' as const, ...rest }) => {
    const quote = `About ${subject}.`;
    const start = content.indexOf(quote);
    return {
      eventId: lake.deps.newId(),
      category: 'Commitment',
      eventTime: null,
      narrative: `Something about ${subject}.`,
      subject: { type, ref: subject },
      actors: who === undefined ? [] : [{ ref: who, role: 'owner' }],
      confidence: 0.6,
      evidence: [
        { quote, chunkId: null, startChar: start, endChar: start + quote.length, artifactStartChar: start },
      ],
      ...rest,
    };
  });
  expect(await finishJob(lake.db.sql, job, 'test', events)).toBe(true);
  return events.map(({ eventId }) => eventId);
}
const get = (event_id: string) => call(eventGet, { event_id }, deps());
const found = async (input: Record<string, unknown>): Promise<string[]> =>
  (await call(eventSearch, { include_evidence: false, ...input }, deps())).events.map(
    ({ subject }: { subject: { ref: string } }) => subject.ref,
  );

describe('commitments', () => {
  it('are overdue from the day after they are due', () => {
    const stateAt = (at: string, due: string | null) =>
      stateOf({ done: null, closedBy: null, due }, new Date(at));
    expect([
      stateAt('2026-03-09T23:59:00Z', '2026-03-09T00:00:00Z'),
      stateAt('2026-03-10T00:00:01Z', '2026-03-09T00:00:00Z'),
      stateAt('2036-01-01T00:00:00Z', null),
    ]).toEqual(['open', 'overdue', 'open']);
  });

  it('are done when the same subject was carried out later, in the document or another one of its project', async () => {
    const project = 'ledger';
    const promised = { eventTime: '2026-02-01T00:00:00Z' };
    const [list, lamps, atlas, shelves] = await documentWith(
      [
        { subject: 'the list', ...promised },
        { subject: 'lamps', ...promised, due: '2026-03-01T00:00:00Z' },
        { subject: 'atlas', ...promised },
        { subject: 'shelves', ...promised },
        { subject: 'The List', category: 'Execution', eventTime: '2026-02-03T00:00:00Z' },
      ],
      { project },
    );
    await documentWith(
      [
        { subject: 'atlas', category: 'Execution' },
        // Before it was promised: another one.
        { subject: 'shelves', category: 'Execution', eventTime: '2026-01-01T00:00:00Z' },
      ],
      { project },
    );
    await documentWith([{ subject: 'lamps', category: 'Execution' }], { project: 'elsewhere' });
    const states = await Promise.all(
      [list, lamps, atlas, shelves].map(async (id) => (await get(id ?? '')).state),
    );
    expect(states).toEqual(['done', 'overdue', 'done', 'open']);
    expect((await get(list ?? '')).done_by).toMatch(/^[0-9a-f-]{36}$/);
    expect((await found({ project, state: 'done' })).toSorted()).toEqual(['atlas', 'the list']);
    expect(await found({ project, state: 'overdue' })).toEqual(['lamps']);
    expect(await found({ project, state: 'open' })).toEqual(['shelves']);
    expect(await found({ project, query: 'something about shelves lamps', state: 'overdue' })).toEqual([
      'lamps',
    ]);
  });

  it('are done or not when a person says so', async () => {
    const [fence, gate] = await documentWith([
      { subject: 'fence' },
      { subject: 'gate' },
      { subject: 'gate', category: 'Execution' },
    ]);
    expect([(await get(fence ?? '')).state, (await get(gate ?? '')).state]).toEqual(['open', 'done']);
    await call(eventCorrect, { event_id: fence, action: 'edit', done: true }, deps());
    await call(eventCorrect, { event_id: gate, action: 'edit', done: false }, deps());
    expect([(await get(fence ?? '')).state, (await get(gate ?? '')).state]).toEqual(['done', 'open']);
    await call(eventCorrect, { event_id: gate, action: 'undo' }, deps());
    expect((await get(gate ?? '')).state).toBe('done');
  });

  it('are not done because something else below the same heading is', async () => {
    const [promise] = await documentWith([
      { subject: 'Minutes of June', type: 'other', due: '2026-04-01T00:00:00Z' },
      { subject: 'Minutes of June', type: 'other', category: 'Execution' },
    ]);
    const one = await get(promise ?? '');
    expect([one.state, one.done_by]).toEqual(['open', undefined]);
  });

  it('are not done because something else without a subject is, as extractions of before name it', async () => {
    const project = 'no subject';
    const [promise] = await documentWith([{ subject: 'unnamed', narrative: 'Somebody sends it.' }], {
      project,
    });
    await documentWith([{ subject: 'unnamed', narrative: 'Mended.', category: 'Execution' }], { project });
    expect((await get(promise ?? '')).state).toBe('open');
    expect(await found({ project, query: 'unnamed' })).toEqual([]);
  });

  it('are done by one of those who promised, under a full or short name, and not by others', async () => {
    const project = 'who';
    const promises = await documentWith(
      [
        { subject: 'report', who: 'Ana Lopez' },
        { subject: 'map', who: 'Ana Lopez' },
        { subject: 'plan', who: 'Ana Lopez' },
        { subject: 'index', who: 'the team' },
        { subject: 'key' },
      ],
      { project },
    );
    await documentWith(
      [
        { subject: 'report', who: 'Ben Okafor', category: 'Execution' },
        { subject: 'map', who: 'ana', category: 'Execution' },
        { subject: 'plan', category: 'Execution' },
        { subject: 'index', who: 'Ben Okafor', category: 'Execution' },
        { subject: 'key', who: 'Ben Okafor', category: 'Execution' },
      ],
      { project },
    );
    const states = await Promise.all(promises.map(async (id) => (await get(id)).state));
    expect(states).toEqual(['open', 'done', 'done', 'done', 'done']);
  });

  it.each([
    ['a day that its source states', { document_date: '2026-01-31' }, { document_date: '2026-02-01' }],
    ['the time it was sent', { ts: '2026-01-31T23:00:00Z' }, { ts: '2026-02-01T01:00:00Z' }],
  ])(
    'are not done by a deed without a time in a document that is earlier by %s',
    async (by, before, after) => {
      const project = by;
      const [kiln, loom] = await documentWith(
        [
          { subject: 'kiln', eventTime: '2026-02-01T09:00:00Z' },
          { subject: 'loom', eventTime: '2026-02-01T09:00:00Z' },
        ],
        { project },
      );
      await documentWith([{ subject: 'kiln', category: 'Execution' }], { project, ...before });
      await documentWith([{ subject: 'loom', category: 'Execution' }], { project, ...after });
      expect([(await get(kiln ?? '')).state, (await get(loom ?? '')).state]).toEqual(['open', 'done']);
    },
  );

  it('are not done by a deed without a time in a document whose text is earlier, however late its file', async () => {
    const project = 'days in texts';
    const decided = (day: string) => ({
      subject: `of ${day}`,
      category: 'Decision' as const,
      eventTime: day,
    });
    const [kiln, loom] = await documentWith(
      [
        { subject: 'kiln', eventTime: '2026-02-01T00:00:00Z' },
        { subject: 'loom', eventTime: '2026-02-01T00:00:00Z' },
      ],
      { project },
    );
    const late = { ts: '2026-03-01T00:00:00Z' };
    await documentWith([{ subject: 'kiln', category: 'Execution' }, decided('2026-01-20T00:00:00Z')], {
      project,
      ...late,
    });
    await documentWith([{ subject: 'loom', category: 'Execution' }, decided('2026-02-20T00:00:00Z')], {
      project,
      ...late,
    });
    expect([(await get(kiln ?? '')).state, (await get(loom ?? '')).state]).toEqual(['open', 'done']);
  });

  it('are not closed by an execution that a person rejected', async () => {
    const [promise, deed] = await documentWith([
      { subject: 'door' },
      { subject: 'door', category: 'Execution' },
    ]);
    await call(eventCorrect, { event_id: deed, action: 'reject' }, deps());
    expect((await get(promise ?? '')).state).toBe('open');
  });
});

describe('event_search', () => {
  it('filters by who is involved, by project and by when something is due, with and without a query', async () => {
    const project = 'filters';
    await documentWith(
      [
        { subject: 'north wing', who: 'Ada Byron', due: '2026-04-01T00:00:00Z' },
        { subject: 'south wing', who: 'Ben Okri', due: '2026-05-01T00:00:00Z' },
        { subject: 'west wing', who: 'Ada Byron', category: 'Decision' },
      ],
      { project },
    );
    for (const query of [{}, { query: 'wing' }]) {
      expect((await found({ project, actor: 'ada', ...query })).toSorted()).toEqual([
        'north wing',
        'west wing',
      ]);
      expect(await found({ project, due_before: '2026-04-15', ...query })).toEqual(['north wing']);
      expect(await found({ project, actor: 'BYRON', state: 'open', ...query })).toEqual(['north wing']);
      expect(await found({ project: 'nothing', ...query })).toEqual([]);
    }
    // No pattern: what has a meaning there is a letter here.
    expect(await found({ project, actor: '%' })).toEqual([]);
  });

  it('lists what waits in the order in which it is due, and what is done latest first', async () => {
    const project = 'waiting';
    const at = (eventTime: string, due?: string) => ({ eventTime, ...(due === undefined ? {} : { due }) });
    await documentWith(
      [
        { subject: 'gutters', ...at('2026-02-20T00:00:00Z', '2026-02-28T00:00:00Z') },
        { subject: 'cellar', ...at('2026-02-01T00:00:00Z', '2026-02-10T00:00:00Z') },
        { subject: 'attic', ...at('2026-02-25T00:00:00Z') },
        { subject: 'porch', ...at('2026-02-24T00:00:00Z', '2026-04-20T00:00:00Z') },
        { subject: 'stairs', ...at('2026-02-23T00:00:00Z', '2026-04-10T00:00:00Z') },
      ],
      { project },
    );
    expect(await found({ project, state: 'overdue' })).toEqual(['cellar', 'gutters']);
    expect(await found({ project, state: 'open' })).toEqual(['stairs', 'porch', 'attic']);
    expect(await found({ project, due_before: '2026-05-01' })).toEqual([
      ...['cellar', 'gutters', 'stairs', 'porch'],
    ]);
    expect(await found({ project, state: 'open', limit: 1, offset: 1 })).toEqual(['porch']);
    expect(await found({ project })).toEqual(['attic', 'porch', 'stairs', 'gutters', 'cellar']);
  });

  it('finds a name with or without its accents', async () => {
    const project = 'names';
    await documentWith(
      [
        { subject: 'yard', who: 'Aylin Yıldız' },
        { subject: 'wall', who: 'Jörg Łoś' },
      ],
      {
        project,
      },
    );
    for (const actor of ['aylin yildiz', 'Yıldız', 'YILDIZ'])
      expect(await found({ project, actor })).toEqual(['yard']);
    for (const actor of ['jorg', 'Jörg', 'los']) expect(await found({ project, actor })).toEqual(['wall']);
  });

  it('are listed alone when they belong in a digest', async () => {
    const project = 'digest';
    await documentWith(
      [
        { subject: 'the annual report', main: true },
        { subject: 'the spare key', main: false },
        { subject: 'an old fact' },
      ],
      { project },
    );
    expect((await found({ project })).sort()).toEqual(['an old fact', 'the annual report', 'the spare key']);
    expect((await found({ project, main: true })).sort()).toEqual(['an old fact', 'the annual report']);
  });

  it('of four weeks are open, done and overdue as the documents of a project tell', async () => {
    const project = 'move';
    const week = (day: string) => `2026-02-${day}T00:00:00Z`;
    await documentWith(
      [
        { subject: 'the rental contract', who: 'Ada Byron', eventTime: week('02'), due: week('13') },
        { subject: 'the shelves', who: 'Ben van Dam', eventTime: week('02'), due: week('20') },
        { subject: 'the opening speech', who: 'Ada Byron', eventTime: week('02') },
      ],
      { project },
    );
    await documentWith(
      [
        { subject: 'the rental contract', who: 'Ada Byron', category: 'Execution', eventTime: week('11') },
        { subject: 'the removal van', who: 'Cem Ok', eventTime: week('09'), due: '2026-03-20T00:00:00Z' },
      ],
      { project },
    );
    // A plan is no deed, and what was done before the promise does not keep it.
    await documentWith([{ subject: 'the shelves', category: 'Change', eventTime: week('16') }], { project });
    await documentWith(
      [{ subject: 'the opening speech', category: 'Execution', eventTime: '2026-01-20T00:00:00Z' }],
      {
        project,
      },
    );
    // Another project does not keep it either.
    await documentWith([{ subject: 'the removal van', category: 'Execution', eventTime: week('23') }], {
      project: 'other',
    });
    const inState = async (state: string) => (await found({ project, state })).sort();
    expect(await inState('done')).toEqual(['the rental contract']);
    expect(await inState('overdue')).toEqual(['the shelves']);
    expect(await inState('open')).toEqual(['the opening speech', 'the removal van']);
    expect(await found({ project, state: 'overdue', actor: 'ben' })).toEqual(['the shelves']);
  });
});
