import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';

/** Who speaks in exports of chats and calls, of many programs: nothing in the reader names any of them. */

const said = (text: string, { type = 'chat', day = '2026-03-05' as string | null } = {}) =>
  readDocument(text, { type, participants: [], author: null, day }).blocks.map(
    ({ start, end, speaker, stamp }) => [speaker, text.slice(start, end), stamp?.iso.slice(0, 10)] as const,
  );
const spoken = (text: string, more?: Parameters<typeof said>[1]) =>
  said(text, more).map(([speaker, words]) => [speaker, words]);

/** Three messages by two people, as each program writes them. */
const message = [
  ['Ana Lopez', 'I ordered the lamps.'],
  ['Ben Okri', 'Thanks, I will hang them.'],
  ['Ana Lopez', 'They come on Friday.'],
];
const nicks = message.map(([name, words]) => [name === 'Ana Lopez' ? 'ana_l' : 'ben', words]);

describe('the exports of chats with full names', () => {
  it.each([
    [
      'a page of Markdown with elements around times and words',
      '**Ana Lopez** <span style="color: grey">10:02:02 UTC</span>\n\n<span style="font-size: 90%;">I ordered the lamps.</span>\n\n**Ben Okri** <span style="color: grey">10:03:10 UTC</span>\n\n<span style="font-size: 90%;">Thanks, I will hang them.\n\n</span>\n\n**Ana Lopez** <span style="color: grey">10:04:00 UTC</span>\n\n<span style="font-size: 90%;">They come on Friday.</span>\n',
    ],
    [
      'what is copied from Slack',
      'Ana Lopez  10:02 AM\nI ordered the lamps.\nBen Okri  10:03 AM\nThanks, I will hang them.\nAna Lopez  10:04 AM\nThey come on Friday.\n',
    ],
    [
      'what is copied from Discord',
      'Ana Lopez — Today at 10:02\nI ordered the lamps.\nBen Okri — Yesterday at 9:03 PM\nThanks, I will hang them.\nAna Lopez — 05/03/2026\nThey come on Friday.\n',
    ],
    [
      'what is copied from Telegram',
      'Ana Lopez, [05.03.26 10:02]\nI ordered the lamps.\n\nBen Okri, [05.03.26 10:03]\nThanks, I will hang them.\n\nAna Lopez, [05.03.26 10:04]\nThey come on Friday.\n',
    ],
    [
      'an export of WhatsApp',
      '05/03/2026, 10:02 - Ana Lopez: I ordered the lamps.\n05/03/2026, 10:03 - Ben Okri: Thanks, I will hang them.\n05/03/2026, 10:04 - Ana Lopez: They come on Friday.\n',
    ],
    [
      'one of WhatsApp on another telephone, with hidden marks',
      '\u200E[05.03.26, 10:02:13] ~Ana Lopez: I ordered the lamps.\n\u200E[05.03.26, 10:03:13] Ben Okri: Thanks, I will hang them.\n\u200E[05.03.26, 10:04:13] ~Ana Lopez: They come on Friday.\n',
    ],
    [
      'Teams: names in brackets of time',
      '[Yesterday 10:02] Ana Lopez (She/Her)\nI ordered the lamps.\n[Yesterday 10:03] Ben Okri (Guest)\nThanks, I will hang them.\n[Yesterday 10:04] Ana Lopez (She/Her)\nThey come on Friday.\n',
    ],
    [
      'Zulip: the time below the name',
      'Ana Lopez\n10:02 AM\nI ordered the lamps.\n\nBen Okri\n10:03 AM\nThanks, I will hang them.\n\nAna Lopez\n10:04 AM\nThey come on Friday.\n',
    ],
    [
      'Google Chat',
      'Ana Lopez, Mon 10:02 AM\nI ordered the lamps.\nBen Okri, Mon 10:03 AM\nThanks, I will hang them.\nAna Lopez, Mon 10:04 AM\nThey come on Friday.\n',
    ],
    [
      'Signal',
      'Ana Lopez (2026-03-05 10:02:11): I ordered the lamps.\nBen Okri (2026-03-05 10:03:11): Thanks, I will hang them.\nAna Lopez (2026-03-05 10:04:11): They come on Friday.\n',
    ],
    [
      'linked names and times',
      '[Ana Lopez](https://chat.example/u/1) · [5 March 2026 at 10:02](https://chat.example/m/1)\n\nI ordered the lamps.\n\n[Ben Okri](https://chat.example/u/2) · [5 March 2026 at 10:03](https://chat.example/m/2)\n\nThanks, I will hang them.\n\n[Ana Lopez](https://chat.example/u/1) · [5 March 2026 at 10:04](https://chat.example/m/3)\n\nThey come on Friday.\n',
    ],
    [
      'the chat beside a call',
      '10:02:13 From Ana Lopez to Everyone:\n\tI ordered the lamps.\n10:03:13 From Ben Okri to Everyone:\n\tThanks, I will hang them.\n10:04:13 From Ana Lopez to Everyone:\n\tThey come on Friday.\n',
    ],
    [
      'points of a list',
      '- **Ana Lopez** [10:02]: I ordered the lamps.\n- **Ben Okri** [10:03]: Thanks, I will hang them.\n- **Ana Lopez** [10:04]: They come on Friday.\n',
    ],
  ])('%s', (_, text) => {
    expect(spoken(text)).toEqual(message);
  });
});

describe('logs with nicks', () => {
  it.each([
    [
      '[10:02:13] [ana_l] I ordered the lamps.\n[10:03:13] [ben] Thanks, I will hang them.\n[10:04:13] [ana_l] They come on Friday.\n',
    ],
    [
      '10:02 < ana_l> I ordered the lamps.\n10:03 <@ben> Thanks, I will hang them.\n10:04 < ana_l> They come on Friday.\n',
    ],
    [
      'Mar 05 10:02:11 <ana_l>\tI ordered the lamps.\nMar 05 10:03:11 <ben>\tThanks, I will hang them.\nMar 05 10:04:11 <ana_l>\tThey come on Friday.\n',
    ],
    [
      '2026-03-05T10:02:11.000Z [ana_l] I ordered the lamps.\n2026-03-05T10:03:11.000Z [ben] Thanks, I will hang them.\n2026-03-05T10:04:11.000Z [ana_l] They come on Friday.\n',
    ],
    [
      '2026-03-05 10:02:11\tana_l\tI ordered the lamps.\n2026-03-05 10:03:11\tben\tThanks, I will hang them.\n2026-03-05 10:04:11\tana_l\tThey come on Friday.\n',
    ],
    [
      '10:02 ana_l | I ordered the lamps.\n10:03 ben | Thanks, I will hang them.\n10:04 ana_l | They come on Friday.\n',
    ],
    [
      '[10:02] ana_l\nI ordered the lamps.\n[10:03] ben\nThanks, I will hang them.\n[10:04] ana_l\nThey come on Friday.\n',
    ],
    [
      '<@ana_l:chat.example> I ordered the lamps.\n<@ben:chat.example> Thanks, I will hang them.\n<@ana_l:chat.example> They come on Friday.\n',
    ],
    [
      '<span class="ts">10:02</span> <b>&lt;ana_l&gt;</b> I ordered the lamps.<br />\n<span class="ts">10:03</span> <b>&lt;ben&gt;</b> Thanks, I will hang them.<br />\n<span class="ts">10:04</span> <b>&lt;ana_l&gt;</b> They come on Friday.<br />\n',
    ],
    [
      '\\[10:02\\] **ana_l**: I ordered the lamps.\n\\[10:03\\] **ben**: Thanks, I will hang them.\n\\[10:04\\] **ana_l**: They come on Friday.\n',
    ],
    [
      '[05-Mar-26 10:02 AM] ana_l#1234\nI ordered the lamps.\n\n[05-Mar-26 10:03 AM] ben#0042\nThanks, I will hang them.\n\n[05-Mar-26 10:04 AM] ana_l#1234\nThey come on Friday.\n',
    ],
  ])('%j', (text) => {
    expect(spoken(text)).toEqual(nicks);
  });

  it('say who does something in the third person, and pass over who comes and goes', () => {
    expect(
      spoken(
        '[10:02] <ana_l> I ordered the lamps.\n[10:03] * ana_l hangs them up\n[10:03] *** Quits: cem (~cem@host.example)\n[10:04] <ben> Thanks.\n[10:05] <ana_l> Gladly.\n',
      ),
    ).toEqual([
      ['ana_l', 'I ordered the lamps.'],
      ['ana_l', 'hangs them up'],
      ['ben', 'Thanks.'],
      ['ana_l', 'Gladly.'],
    ]);
  });

  it('tell what a scribe passes on below a line of the scribe', () => {
    const minutes = [
      'Dora: The lamps are late.',
      '... I will call the shop.',
      'Ed: They never answer.',
      '... So we wait.',
      'Fay: Or we go there.',
      '... I can drive.',
      'Dora: Good.',
      '... We go on Friday.',
    ];
    const text = minutes.map((words, at) => `10:0${at}:22 [ana_l]\n${words}\n`).join('');
    expect(spoken(`${text}10:09:00 [ben]\nNote: I am back.\n`)).toEqual([
      ['Dora', 'The lamps are late.'],
      ['Dora', '... I will call the shop.'],
      ['Ed', 'They never answer.'],
      ['Ed', '... So we wait.'],
      ['Fay', 'Or we go there.'],
      ['Fay', '... I can drive.'],
      ['Dora', 'Good.'],
      ['Dora', '... We go on Friday.'],
      ['ben', 'Note: I am back.'],
    ]);
  });
});

describe('transcripts', () => {
  it.each([
    'WEBVTT\n\n1\n00:00:01.000 --> 00:00:05.000\n<v Ana Lopez>I ordered the lamps.</v>\n\n2\n00:00:05.000 --> 00:00:09.000\n<v Ben Okri>Thanks, I will hang them.</v>\n\n3\n00:00:09.000 --> 00:00:12.000\n<v Ana Lopez>They come on Friday.</v>\n',
    '1\n00:00:01,000 --> 00:00:05,000\nAna Lopez: I ordered the lamps.\n\n2\n00:00:05,000 --> 00:00:09,000\nBen Okri: Thanks, I will hang them.\n\n3\n00:00:09,000 --> 00:00:12,000\nAna Lopez: They come on Friday.\n',
    'Ana Lopez (00:01):\nI ordered the lamps.\n\nBen Okri (00:05):\nThanks, I will hang them.\n\nAna Lopez (00:09):\nThey come on Friday.\n',
    '00:01\nAna Lopez\nI ordered the lamps.\n\n00:05\nBen Okri\nThanks, I will hang them.\n\n00:09\nAna Lopez\nThey come on Friday.\n',
  ])('%j', (text) => {
    expect(spoken(text, { type: 'transcript' })).toEqual(message);
  });
});

describe('a head of messages', () => {
  it('gives the day that it names, also of two figures, and none that it does not', () => {
    const text = 'Ana Lopez, [04.03.26 10:02]\nI ordered lamps.\nBen Okri, [03.03.26 10:03]\nThanks.\n';
    expect(said(text).map(([, , day]) => day)).toEqual(['2026-03-04', '2026-03-03']);
    expect(said('[10:02] ana\nHello.\n[10:03] ben\nHi.\n').map(([, , day]) => day)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is none in the programme of a day, or where a time ends a sentence', () => {
    const programme =
      '10:00 Welcome\nCoffee for all.\n\n10:30 Ana Lopez\nOn lamps.\n\n11:00 Ben Okri\nOn doors.\n\n12:00 Lunch\nSoup.\n';
    expect(new Set(spoken(programme, { type: 'doc' }).map(([speaker]) => speaker))).toEqual(
      new Set([undefined]),
    );
    expect(
      spoken('[10:02] ana: hello\n[10:03] ben: hi\nWe all meet at 11:00\n[10:04] ana: yes\n').map(
        ([name]) => name,
      ),
    ).toEqual(['ana', 'ben', 'ben', 'ana']);
  });

  it('is read in a text of any type where the same people speak again', () => {
    const text =
      'Notes of the call\n\nAna Lopez (10:02)\nI ordered the lamps.\n\nBen Okri (10:03)\nThanks.\n\nAna Lopez (10:04)\nThey come on Friday.\n\nBen Okri (10:05)\nGood.\n';
    expect(spoken(text, { type: 'doc' }).slice(-4)).toEqual([
      ['Ana Lopez', 'I ordered the lamps.'],
      ['Ben Okri', 'Thanks.'],
      ['Ana Lopez', 'They come on Friday.'],
      ['Ben Okri', 'Good.'],
    ]);
  });
});
