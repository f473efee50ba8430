import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useExtraction } from '../support/extraction.ts';

vi.setConfig({ testTimeout: 120_000 });

const { model, call, work, ingest, ended, expectExact } = await useExtraction();
let jobs: Awaited<ReturnType<typeof work>>;
beforeAll(async () => {
  jobs = await work({ OPENAI_BASE_URL: model.url });
});
afterAll(() => jobs.stop());

type Shown = {
  event_id: string;
  category: string;
  narrative: string;
  event_time: string | null;
  due: string | null;
  actors: { ref: string }[];
  verdict?: string;
  confidence: number;
  evidence: { quote: string }[];
};

const day = (time: string | null | undefined) => time?.slice(0, 10) ?? null;

/** Stores a document and returns its events as a reader sees them. */
async function told(
  changes: Record<string, unknown>,
): Promise<{ uid: string; revision: string; events: Shown[] }> {
  const stored = await ingest({ source_system: 'walk', project: 'reading room', ...changes });
  expect((await ended(stored.artifact_uid, stored.revision_id)).status).toBe('DONE');
  await expectExact(stored.artifact_uid, stored.revision_id);
  const { events } = await call('event_list_for_revision', {
    artifact_uid: stored.artifact_uid,
    revision_id: stored.revision_id,
    include_evidence: true,
  });
  return { uid: stored.artifact_uid, revision: stored.revision_id, events };
}

/** The event whose quote has these words, as who, when, due. */
function shown(events: readonly Shown[], words: string) {
  const event = events.find(({ evidence }) => evidence.some(({ quote }) => quote.includes(words)));
  return (
    event && {
      category: event.category,
      who: event.actors.map(({ ref }) => ref),
      when: day(event.event_time),
      due: day(event.due),
    }
  );
}

const minutes = `# Reading room meeting, 2 March 2026

Present: Ada Byron, Carla Weiss, Tom Okafor

## Decisions

- Decision: The board approved the budget for oak shelves.

## Action items

- [ ] Carla Weiss to send the signed contract to the joiner by Friday
- [ ] Tom Okafor to measure the cellar by 12 March 2026
- [x] Ada Byron cleaned the skylight
`;

describe('a user reads the events of six documents', () => {
  it('minutes: what was decided, who does what until when', async () => {
    const { events } = await told({
      source_id: 'minutes',
      artifact_type: 'note',
      title: 'Minutes 2 March 2026',
      content: minutes,
      document_date: '2026-03-02',
    });
    expect(shown(events, 'send the signed contract')).toEqual({
      category: 'Commitment',
      who: ['Carla Weiss'],
      when: '2026-03-02',
      due: '2026-03-06',
    });
    expect(shown(events, 'measure the cellar')).toEqual({
      category: 'Commitment',
      who: ['Tom Okafor'],
      when: '2026-03-02',
      due: '2026-03-12',
    });
    expect(shown(events, 'approved the budget')).toMatchObject({
      category: 'Decision',
      when: '2026-03-02',
      due: null,
    });
  });

  it('a mail thread: who answers whom, on which day', async () => {
    const { events } = await told({
      source_id: 'mail',
      artifact_type: 'email',
      title: 'Leak in the cellar',
      author: 'Tom Okafor',
      content: `From: Tom Okafor <tom@example.org>
To: Carla Weiss <carla@example.org>
Date: Tue, 3 Mar 2026 09:12:00 +0000
Subject: Re: Leak in the cellar

Hi Carla,

I will order the pump tomorrow. The insurer rejected our claim yesterday.

> On Mon, 2 Mar 2026 Carla Weiss wrote:
> The cellar is flooded again, and the lower shelves are damaged.

Tom
`,
    });
    expect(shown(events, 'order the pump')).toEqual({
      category: 'Commitment',
      who: ['Tom Okafor'],
      when: '2026-03-03',
      due: '2026-03-04',
    });
  });

  it('a chat export: each message has its speaker and its day', async () => {
    const { events } = await told({
      source_id: 'chat',
      artifact_type: 'chat',
      title: 'shelves',
      content: JSON.stringify({
        messages: [
          {
            user: 'Ada Byron',
            ts: '2026-03-04T10:00:00Z',
            text: 'The new lamp flickers all the time, nobody can read there.',
          },
          { user: 'Tom Okafor', ts: '2026-03-04T10:02:00Z', text: "I'll replace the lamp by Friday." },
          {
            user: 'Ada Byron',
            ts: '2026-03-04T10:03:00Z',
            text: 'Thanks Tom, the new catalogue works great.',
          },
        ],
      }),
    });
    expect(shown(events, 'replace the lamp')).toEqual({
      category: 'Commitment',
      who: ['Tom Okafor'],
      when: '2026-03-04',
      due: '2026-03-06',
    });
  });

  it('a postmortem: the entries of its timeline have their days', async () => {
    const { events } = await told({
      source_id: 'postmortem',
      artifact_type: 'doc',
      title: 'Postmortem: catalogue outage',
      document_date: '2026-02-20',
      content: `# Postmortem: catalogue outage

Date: 2026-02-20
Author: Ada Byron

## Summary

The catalogue was down for two hours because the disk was full.

## Timeline

- 2026-02-20 09:40 UTC: The catalogue server ran out of disk space.
- 2026-02-20 11:35 UTC: Tom Okafor deleted old backups and restarted the catalogue.

## Action items

| Action | Owner | Due |
| --- | --- | --- |
| Add an alert on free disk space | Tom Okafor | 2026-03-15 |
| Move the backups to another disk | Carla Weiss | end of month |
`,
    });
    expect(shown(events, 'restarted the catalogue')).toEqual({
      category: 'Execution',
      who: ['Tom Okafor'],
      when: '2026-02-20',
      due: null,
    });
    expect(shown(events, 'Add an alert')).toMatchObject({
      category: 'Commitment',
      who: ['Tom Okafor'],
      due: '2026-03-15',
    });
    expect(shown(events, 'Move the backups')).toMatchObject({
      category: 'Commitment',
      who: ['Carla Weiss'],
      due: '2026-02-28',
    });
  });

  it('a record of a decision: without a day of its own it gives none', async () => {
    const content = (head: string) => `# ADR 7: Keep the catalogue in PostgreSQL

${head}
## Context

The old catalogue is a spreadsheet, and two people cannot edit it at once.

## Decision

We will keep the catalogue in PostgreSQL.

## Consequences

We need to train the volunteers.
`;
    const dated = await told({
      source_id: 'adr-7',
      artifact_type: 'doc',
      title: 'ADR 7',
      content: content('Date: 2026-01-15\n\nStatus: accepted\n'),
    });
    const undated = await told({
      source_id: 'adr-8',
      artifact_type: 'doc',
      title: 'ADR 7',
      document_date: '2026-01-15',
      content: content('Status: accepted\n'),
    });
    expect(shown(dated.events, 'keep the catalogue')).toMatchObject({
      category: 'Decision',
      when: '2026-01-15',
    });
    expect(shown(undated.events, 'keep the catalogue')).toMatchObject({ category: 'Decision', when: null });
  });

  it('a contract: duties and the day they are due', async () => {
    const { events } = await told({
      source_id: 'contract',
      artifact_type: 'doc',
      title: 'Contract with Holm Joinery, 5 March 2026',
      document_date: '2026-03-05',
      content: `# Contract

Signed on 5 March 2026 by Holm Joinery and the Reading Room Association.

1. Holm Joinery will deliver the oak shelves by 30 April 2026.
2. The Reading Room Association will pay the deposit within two weeks.
`,
    });
    expect(shown(events, 'deliver the oak shelves')).toMatchObject({
      category: 'Commitment',
      who: ['Holm Joinery'],
      due: '2026-04-30',
    });
    expect(shown(events, 'pay the deposit')).toMatchObject({ category: 'Commitment', due: '2026-03-19' });
  });

  it('what a person corrects outlives a new revision and another extraction', async () => {
    const before = await told({
      source_id: 'kept',
      artifact_type: 'note',
      title: 'Minutes 2 March 2026',
      content: minutes,
      document_date: '2026-03-02',
    });
    const promised = before.events.find(({ evidence }) => evidence[0]?.quote.includes('measure the cellar'));
    await call('event_correct', {
      event_id: promised?.event_id,
      action: 'edit',
      actors: ['Ada Byron'],
      due: '2026-03-20T00:00:00Z',
    });
    const after = await told({
      source_id: 'kept',
      artifact_type: 'note',
      title: 'Minutes 2 March 2026',
      content: `${minutes}\nThe meeting ended at noon.\n`,
      document_date: '2026-03-02',
    });
    expect(after.uid).toBe(before.uid);
    expect(after.revision).not.toBe(before.revision);
    const right = { category: 'Commitment', who: ['Ada Byron'], when: '2026-03-02', due: '2026-03-20' };
    expect(shown(after.events, 'measure the cellar')).toEqual(right);
    await call('event_reextract', { artifact_uid: after.uid });
    expect((await ended(after.uid, after.revision)).status).toBe('DONE');
    const { events } = await call('event_list_for_revision', {
      artifact_uid: after.uid,
      revision_id: after.revision,
      include_evidence: true,
    });
    expect(shown(events, 'measure the cellar')).toEqual(right);
    expect(events.find(({ verdict }: Shown) => verdict === 'corrected')).toMatchObject({ confidence: 1 });
  });
});
