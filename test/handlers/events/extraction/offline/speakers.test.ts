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

describe('a line of a log', () => {
  const by = (text: string, type = 'chat') => said(text, type);
  const rows =
    '| 2026-03-04 10:02 | @ana | we ordered the lamps |\n| 2026-03-04 10:03 | @ben.w | when do they come? |\n| 2026-03-04 10:04 | @ana | ben.w: on Friday, I was told |\n';

  it.each(['chat', 'doc'])('is a message where it is a row of a table without headings, in a %s', (type) => {
    expect(by(rows, type)).toEqual([
      ['we ordered the lamps', 'ana', '2026-03-04'],
      ['when do they come?', 'ben.w', '2026-03-04'],
      ['on Friday, I was told', 'ana', '2026-03-04'],
    ]);
  });

  it('is a row where the table has headings, or only some lines are such rows', () => {
    expect(by(`| Time | Who | What |\n|---|---|---|\n${rows}`, 'doc').map(([, speaker]) => speaker)).toEqual(
      Array.from({ length: 3 }),
    );
    const agenda =
      '| 10:00 | Ana | Lamps |\n\nWe met in the hall.\n\nThe lamps were dark.\n\nBen repaired them.\n';
    expect(by(agenda, 'doc').map(([, speaker]) => speaker)).toEqual(Array.from({ length: 4 }));
  });

  it('is a message where it is a row of a table in HTML', () => {
    const row = (nick: string, words: string) =>
      `<tr id="t2026-03-04T10:02:11"><th class="nick" style="background: #407a40">${nick}</th><td class="text" style="color: #407a40">${words}</td><td class="time"><a href="#t2026-03-04T10:02:11" class="time">10:02</a></td></tr>\n`;
    const left =
      '<tr id="t2026-03-04T10:03:00"><td class="nickchange" colspan="2">*** ben is now known as benw</td></tr>\n';
    expect(by(row('ana', 'we ordered the lamps') + left + row('ben', 'ana: thank you'))).toEqual([
      ['we ordered the lamps', 'ana', '2026-03-04'],
      ['thank you', 'ben', '2026-03-04'],
    ]);
  });

  it.each([
    '10:02:11\t From Ana Lopez : we ordered the lamps',
    '10:02:11 From Ana Lopez to Everyone: we ordered the lamps',
    '10:02:11 From  Ana Lopez  To  Everyone:\n\twe ordered the lamps',
    '10:02:11\t Von Ana Lopez an alle : we ordered the lamps',
  ])('is by the one it is from, in the chat beside a call: %j', (line) => {
    expect(by(line).map(([words, speaker]) => [words, speaker])).toEqual([
      ['we ordered the lamps', 'Ana Lopez'],
    ]);
  });
});

it('what stands behind a bold name and a dash is by the one of that name or initial who is known', () => {
  const text =
    '**Attending**: Ana Lopez, Ben Wu.\n\n**Ana** - I ordered the lamps.\n**B** - I paid for them.\n**Lamps** - are bright.\n';
  expect(said(text).map(([words, speaker]) => [words, speaker])).toEqual([
    ['I ordered the lamps.', 'Ana Lopez'],
    ['I paid for them.', 'Ben Wu'],
    ['**Lamps** - are bright.', 'Ben Wu'],
  ]);
});

it('nobody speaks in a zone of times, and no attachment in a mailbox', () => {
  const times =
    '- 2026-03-05 10:21 UTC: The lamps went dark\n- 2026-03-05 10:49 UTC: The lamps were lit again\n- 2026-03-05 11:49 UTC: The lamps were sold\n';
  expect(said(times).map(([, speaker]) => speaker)).toEqual(Array.from({ length: 3 }));
  const mails =
    'From ana at example.org  Thu Mar  5 10:00:11 2026\nFrom: ana at example.org (Ana Lopez)\nDate: Thu, 5 Mar 2026 10:00:11 +0000\nSubject: [list] Lamps\n\nShall we order them?\n-------------- next part --------------\nURL: </attachments/1.html>\n\nFrom ben at example.org  Fri Mar  6 10:00:11 2026\nFrom: ben at example.org (Ben Okri)\nDate: Fri, 6 Mar 2026 10:00:11 +0000\nSubject: [list] Lamps\n\nI ordered them.\n';
  expect(said(mails, 'email')).toContainEqual(['I ordered them.', 'Ben Okri', '2026-03-06']);
});

it('a mail that a team signs is by the team', () => {
  const text =
    'From: Ana Lopez\nDate: 2026-03-05\n\nThe new lamps can be bought.\n\nCheers,\nThe Lamp Team\n';
  expect(said(text, 'email')).toEqual([['The new lamps can be bought.', 'The Lamp Team', '2026-03-05']]);
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
