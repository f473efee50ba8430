import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runHere } from '../support/command.ts';
import { useExtraction } from '../support/extraction.ts';
import { sendForm, shownAt } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 60_000 });

const { server, call, work, ingest, ended } = await useExtraction();
let jobs: Awaited<ReturnType<typeof work>>;
beforeAll(async () => {
  jobs = await work({});
});
afterAll(() => jobs.stop());

/** The event of this category in a document with this text. */
async function eventIn(content: string, category: string) {
  const stored = await ingest({ source_system: 'minutes', source_id: content.slice(0, 20), content });
  expect((await ended(stored.artifact_uid)).status).toBe('DONE');
  const { events } = await call('event_search', {
    query: content,
    category,
    artifact_uid: stored.artifact_uid,
  });
  return { uid: stored.artifact_uid, event: events[0] };
}

const run = (...args: string[]) => runHere(['decisions', 'from-event', ...args], { DEWEY_URL: server.url });

describe('an event that tells of a decision', () => {
  it('is recorded as one by the command line, once, with its quote', async () => {
    const { event } = await eventIn('Decision: We will move the nightly import to Tuesdays.', 'Decision');
    const first = await run(
      event.event_id,
      '--confidence',
      '0.8',
      '--alternative',
      'keep it on Mondays',
      '--json',
    );
    expect([first.code, first.err]).toEqual([0, '']);
    const { decision_id } = JSON.parse(first.out);
    const decision = await call('membria_get_decision', { decision_id });
    expect(decision).toMatchObject({
      confidence: 0.8,
      alternatives: ['keep it on Mondays'],
      reasoning: expect.stringContaining(event.evidence[0].quote),
    });
    const again = await run(event.event_id, '--confidence', '0.8', '--alternative', 'keep it on Mondays');
    expect([again.code, again.out]).toEqual([0, `It is recorded already, as ${decision_id}.\n`]);
  });

  it('is recorded from the page of its document', async () => {
    const { uid, event } = await eventIn(
      'Decision: We will use oak for the new reading room shelves.',
      'Decision',
    );
    const page = `/documents/${encodeURIComponent(uid)}`;
    expect(await shownAt(server, page)).toContain('Record as a decision');
    const form = { event: event.event_id, confidence: '60', alternatives: 'pine\r\n\r\nsteel' };
    const sent = await sendForm(server, `${page}/events/decision`, form);
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/decisions\/dec_/),
    ]);
    const shown = await shownAt(server, sent.headers.get('location') ?? '');
    expect(shown).toContain('steel');
    expect(shown).toContain(event.event_id);
  });

  it('must be a decision, and needs a confidence', async () => {
    const { event } = await eventIn(
      'Commitment: I will send the order for the shelves on Friday.',
      'Commitment',
    );
    expect(await run(event.event_id, '--confidence', '0.5')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a Commitment'),
    });
    expect(await run(event.event_id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--confidence'),
    });
  });
});
