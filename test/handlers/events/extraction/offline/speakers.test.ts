import { describe, expect, it } from 'vitest';
import { genreOf } from '../../../../../src/handlers/events/extraction/offline/document/genre.ts';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';

const said = (text: string, type = 'doc', participants: string[] = []) =>
  readDocument(text, { type, participants, author: null }).blocks.map(({ start, end, speaker, stamp }) => [
    text.slice(start, end),
    speaker,
    stamp?.iso.slice(0, 10),
  ]);

describe('messages of the archive of a mailing list', () => {
  it.each([
    'Ana Lopez ana at example.org\nThu Mar  5 10:00:11 UTC 2026',
    'Ana Lopez\nana at example.org\nThu Mar 5 10:00:11 CET 2026',
    'From: Ana Lopez (ana at example.org)\nDate: Thu Mar 5 10:00:11 EST 2026',
  ])('are by the sender and of the day that stand above them: %j', (head) => {
    const text = `[list] The lamps\n\nBen Okri ben at example.org\nWed Mar 4 09:00:00 UTC 2026\n\nShall we order them?\n\n[list] The lamps\n\n${head}\n\nWe ordered them.\n`;
    expect(said(text)).toContainEqual(['Shall we order them?', 'Ben Okri', '2026-03-04']);
    expect(said(text)).toContainEqual(['We ordered them.', 'Ana Lopez', '2026-03-05']);
  });

  it('keep their sender after a quotation whose introduction is broken in two lines', () => {
    const text =
      'From: Ana Lopez\nDate: 2026-03-05\n\nOn Wed, 4 Mar 2026 at 09:00, Ben Okri\n<ben at example.org> wrote:\n>\n> Shall we order them?\n>\n\nWe ordered them.\n';
    expect(said(text, 'email')).toEqual([
      ['Shall we order them?', 'Ben Okri', '2026-03-04'],
      ['We ordered them.', 'Ana Lopez', '2026-03-05'],
    ]);
  });
});

it.each([
  '2026-03-04 10:02:11\tana\tWe ordered the lamps.',
  '2026-03-04 10:02:11\t@ana\tWe ordered the lamps.',
  '[10:02:11] -ana- We ordered the lamps.',
])('a line of a log is by its nick: %j', (line) => {
  const text = `${line}\n2026-03-04 10:03:00\t-->\tben (ben@example.org) has joined\n`;
  expect(said(text, 'chat').map(([words, speaker]) => [words, speaker])).toEqual([
    ['We ordered the lamps.', 'ana'],
  ]);
});

describe('a name before a colon in a log', () => {
  const by = (text: string) => said(text, 'chat').map(([words, speaker]) => [words, speaker]);

  it('is whom the nick answers, where he speaks for himself', () => {
    const text =
      '10:00 <ana> Shall we order the lamps?\n10:01 <ben> ana: I ordered them today\n10:02 <ana> ben: thank you for that\n';
    expect(by(text)).toEqual([
      ['Shall we order the lamps?', 'ana'],
      ['I ordered them today', 'ben'],
      ['thank you for that', 'ana'],
    ]);
    const blocks = readDocument(text, { type: 'chat', participants: [], author: null }).blocks;
    expect(blocks.map(({ listener }) => listener)).toEqual([undefined, 'ana', 'ben']);
  });

  it('is who speaks, where the nick is an appointed scribe or passes on all that is said', () => {
    const talk = ['ana: I ordered the lamps', 'cleo: I paid for them', 'dora: I tried them'];
    const spoken = '10:00 <ana> hello all\n10:00 <cleo> good morning\n10:00 <dora> hello\n';
    const expected = talk.map((line) => [line.slice(line.indexOf(' ') + 1), line.split(':')[0]]);
    const lines = (times: number) =>
      Array.from({ length: times }, () => talk.map((line) => `10:01 <ben> ${line}\n`).join('')).join('');
    expect(by(`${spoken}10:00 <ana> scribenick: ben\n${lines(1)}`).slice(-3)).toEqual(expected);
    expect(by(`${spoken}${lines(3)}`).slice(-3)).toEqual(expected);
  });
});

it('"@name:" begins a turn where three lines do', () => {
  const text =
    '### Lamps\n\n@ana: Shall we order them?\n\n@ben: I ordered them today.\n\n@cleo: Thank you for that.\n';
  expect(said(text).map(([, speaker]) => speaker)).toEqual(['ana', 'ben', 'cleo']);
});

it('a team speaks for itself, but not before the kind of an entry; all are spoken to', () => {
  const chat = ['Ana: Hello.', 'Team: Decision: we order lamps.', 'Team: We like them.', 'Everyone: Thanks!'];
  expect(said(chat.join('\n'), 'chat').map(([text, speaker]) => [text, speaker])).toEqual([
    ['Hello.', 'Ana'],
    ['Decision: we order lamps.', undefined],
    ['We like them.', 'Team'],
    ['Thanks!', undefined],
  ]);
});

it.each([
  [
    'a link to a change',
    'PR: https://example.org/1\n\nPR: https://example.org/2\n\nPR: https://example.org/3\n',
  ],
  ['a key with its day', '**Date:** Tuesday, 3 March 2026\n\nWe ordered the lamps.\n'],
  ['an element of HTML', '<span>\n</span>\n\nWe ordered the lamps.\n'],
  ['a dated heading', '### Present State - 2026-03-04 15:19:04 UTC\n\nWe ordered the lamps.\n'],
  [
    'a key of every section',
    '## A\n\n**Interpretation:** it holds.\n\n## B\n\n**Interpretation:** it holds.\n\n## C\n\n**Interpretation:** it holds.\n',
  ],
])('nobody speaks in %s', (_, text) => {
  expect(said(text).map(([, speaker]) => speaker)).not.toContainEqual(expect.any(String));
});

it.each([
  ['Mitgliederversammlung', '# Ort\n\nWir trafen uns.\n', 'minutes'],
  ['Satzung des Vereins', '# Name\n\nDer Verein heißt Lesesaal.\n', 'rules'],
  [null, '# Article 1\n\nText.\n\n# Article 2\n\nText.\n\n# Article 3\n\nText.\n', 'rules'],
  [null, '# What went wrong\n\nThe disk was full.\n', 'postmortem'],
])('a document with the title %j is known by its headings', (title, text, genre) => {
  const model = readDocument(text, { type: 'doc', participants: [], author: null });
  expect(genreOf(model, 'doc', title)).toBe(genre);
});
