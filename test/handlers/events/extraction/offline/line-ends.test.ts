import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const eventsOf = (text: string, artifactType: 'doc' | 'email') =>
  extractOffline(sourceDocument(text, { artifactType })).events.map(({ evidence, ...event }) => ({
    ...event,
    confidence: undefined,
    quotes: evidence.map(({ quote }) => quote.replaceAll('\r\n', '\n')),
  }));

const minutes = 'Date: 3 November 2026\nPresent: Ana Lopez, Ben Okafor\n\n';
const mail =
  'From: Ana Lopez <ana@example.org>\nTo: Ben Okafor <ben@example.org>\nDate: Wed, 11 Nov 2026 09:02:00 +0000\nSubject: Draft\n\n';

describe('a text with \\r\\n between its lines gives the events of one with \\n:', () => {
  it.each([
    [
      'the headings of a table',
      'doc',
      `${minutes}| Task | Owner | Due |\n|---|---|---|\n| Renew the lease | Ana | 20 November 2026 |\n| Call the insurer | Ben | 21 November 2026 |\n`,
    ],
    [
      'front matter',
      'doc',
      '---\ndate: 2026-11-03\ntitle: Ana fixed the printer\n---\n\nWe decided to buy oak shelves.\n',
    ],
    [
      'titles',
      'doc',
      `${minutes}Decisions\n\nWe use the small hall for the summer party.\n\nAction items\n- Ana to call the vendor\n\n1. Risks\n\nThe roof leaks above the reading room.\n`,
    ],
    [
      'a reply broken over two lines',
      'email',
      `${mail}I will read it on Friday.\n\nOn Mon, 2 Nov 2026 at 18:02, Ben Okafor\n<ben@example.org> wrote:\n> I will send the draft tomorrow.\n`,
    ],
    [
      'an earlier message without marks',
      'email',
      `${mail}I will read it on Friday.\n\nOn Mon, 2 Nov 2026 at 18:02, Ben Okafor wrote:\nI will send the draft tomorrow.\n`,
    ],
    [
      'a signature',
      'email',
      `${mail}I will read it on Friday.\n\nBest regards,\nAna Lopez\nWe decided to plant a tree for every order.\n`,
    ],
    [
      'a mailbox',
      'email',
      `${mail}I will read it on Friday.\n\nDate: Thu, 12 Nov 2026 08:37:59 +0000\nFrom: Ben Okafor <ben@example.org>\n\nWe decided to wait for the printer.\n`,
    ],
    [
      'an archive',
      'doc',
      'Ana Lopez ana at example.org\nTue Nov 3 09:02:00 UTC 2026\n\nI will send the draft on Friday.\n\nBen Okafor\nben at example.org\nWed Nov 4 09:02:00 UTC 2026\n\nWe decided to wait for the printer.\n',
    ],
  ] as const)('%s', (_, type, text) => {
    const events = eventsOf(text, type);
    expect(events).not.toEqual([]);
    expect(eventsOf(text.replaceAll('\n', '\r\n'), type)).toEqual(events);
  });
});
