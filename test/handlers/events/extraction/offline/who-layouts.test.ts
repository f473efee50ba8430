import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import { actingIn } from '../../../../../src/handlers/events/extraction/offline/who/acting.ts';
import { bodyOf } from '../../../../../src/handlers/events/extraction/offline/who/body.ts';
import { mentionsIn } from '../../../../../src/handlers/events/extraction/offline/who/mentions.ts';
import { registryOf } from '../../../../../src/handlers/events/extraction/offline/who/registry.ts';
import { leadIn } from '../../../../../src/handlers/events/extraction/offline/who/sections.ts';

/** Who acts by the layout of a text: heads of turns, signatures, mails that are passed on, sentences above lists. */

const read = (text: string, { type = 'doc', author = null as string | null } = {}) =>
  readDocument(text, { type, participants: [], author });
const said = (text: string, type = 'doc') =>
  read(text, { type }).blocks.map(({ start, end, speaker }) => [text.slice(start, end), speaker]);

describe('who speaks', () => {
  it.each([
    (name: string, time: string) => `**${name}** [${time}](https://tube.example/x?t=754)`,
    (name: string, time: string) => `${name} [1:${time}](https://tube.example/x)`,
  ])('stands above, with a link to the place in the recording', (head) => {
    const text = ['Ana Lopez', 'Ben Okri', 'Ana Lopez', 'Ben Okri']
      .map((name, at) => `${head(name, `12:3${at}`)}\n\nWe ordered ${at} lamps.\n`)
      .join('\n');
    for (const type of ['transcript', 'doc'])
      expect(said(text, type).slice(0, 2)).toEqual([
        ['We ordered 0 lamps.', 'Ana Lopez'],
        ['We ordered 1 lamps.', 'Ben Okri'],
      ]);
  });

  const answers =
    'Why lamps? – Ben Okri\n\nThey are bright.\n\nAnd they are cheap. – ana\n\n---\n\nWhich ones? – Cem\n\nThe small ones! – ana\n';

  it('stands at the end of answers, of all paragraphs since the one before', () => {
    expect(said(answers)).toEqual([
      ['Why lamps?', 'Ben Okri'],
      ['They are bright.', 'ana'],
      ['And they are cheap.', 'ana'],
      ['Which ones?', 'Cem'],
      ['The small ones!', 'ana'],
    ]);
  });

  it('is not told by one name behind a dash, nor by those whom points are for', () => {
    const speakers = (text: string) => read(text).blocks.map(({ speaker }) => speaker);
    expect(speakers('They are bright. – ana\n\nWe like them.\n')).toEqual([undefined, undefined]);
    expect(speakers('- Order lamps. – ana\n- Fix the door. – ben\n- Ask Cem. – ana\n')).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('wrote the mail that is passed on, below the way that it took', () => {
    const text =
      'From: Ana Lopez\nDate: 2026-03-05\nSubject: Fwd: Lamps\n\nSee below.\n\nReturn-Path: <ben@example.org>\nReceived: from a.example by b.example\nDate: 2026-03-04\nFrom: Ben Okri\nSender: office@example.org\nTo: Ana Lopez\n\nI ordered the lamps.\n';
    expect(said(text, 'email')).toEqual([
      ['See below.', 'Ana Lopez'],
      ['I ordered the lamps.', 'Ben Okri'],
    ]);
  });
});

it('the author of TOML front matter is read, and several authors are several', () => {
  expect(read('+++\ntitle = "News"\nauthor = "Ana Lopez and Ben"\n+++\n\nWe ordered lamps.\n')).toMatchObject(
    {
      sender: 'Ana Lopez',
      names: new Set(['Ana Lopez', 'Ben']),
    },
  );
  expect(read('Lamps.', { author: 'Ana Lopez, Ben Okri' }).names).toEqual(new Set(['Ana Lopez', 'Ben Okri']));
  expect(read('Lamps.', { author: 'Ana, Ben, and Cem' }).names).toEqual(new Set(['Ana', 'Ben', 'Cem']));
  expect(read('Lamps.', { author: 'Ana Lopez & Ben Ito - Office Ulm, Dora Ek - Garden' }).names).toEqual(
    new Set(['Ana Lopez', 'Ben Ito', 'Dora Ek']),
  );
  expect(read('Lamps.', { author: 'Lopez, Ana' }).names).toEqual(new Set(['Lopez, Ana']));
});

describe('the sentence above a list', () => {
  it('is the last one, without the addresses of links', () => {
    const text =
      'We met. Ana Lopez mended the [gate](https://gate.example/a), to do so she:\n\n- Bought paint\n- Asked Ben\n\nThen we left.\n\n- Nobody stayed\n';
    expect(read(text).blocks.map(({ lead }) => lead)).toEqual([
      undefined,
      'Ana Lopez mended the gate, to do so she:',
      'Ana Lopez mended the gate, to do so she:',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['Ana Lopez mended the gate, to do so she:', 'Ana Lopez'],
    ['Changes by Ana Lopez:', 'Ana Lopez'],
    ['Ana Lopez asked us to:', undefined],
    ['Bring the following:', undefined],
  ])('says whose the points are: %j', (lead, who) => {
    expect(leadIn(lead, registryOf(read(''), lead), false)).toBe(who);
  });
});

describe('a name', () => {
  it('is the subject of a German sentence in the perfect, unless it is a noun', () => {
    const text =
      'Zelka hat sich\nein neues Muster gestickt. Dovin und Marla haben den Zaun gestrichen. Software hat uns geholfen, die Software läuft. Lampen haben gefehlt. Leitung hat getagt.';
    expect([...actingIn(text, 'de')]).toEqual(['Zelka', 'Dovin', 'Marla']);
  });

  it('is explained by a link to a profile', () => {
    const text = 'With [Ana Lopez](https://github.com/alo42) and Ben.';
    expect(registryOf(read(text), text).resolve('alo42')).toBe('Ana Lopez');
  });

  it('is no release or quarter, and no kind of change', () => {
    const names = (text: string) =>
      mentionsIn(text, registryOf(read(text), text), undefined).map(({ name }) => name);
    expect([...actingIn('R6 will be released in May.', 'en')]).toEqual([]);
    expect(names('We plan R6 with Ben Okri.')).toEqual(['Ben Okri']);
    expect(names('fix: mend the gate')).toEqual([]);
  });

  it('has the part of the one that it is joined to', () => {
    const text = 'She opened the gate for @ana and @ben.';
    expect(
      mentionsIn(text, registryOf(read(text), text), undefined).map(({ name, place }) => [name, place]),
    ).toEqual([
      ['ana', 'to'],
      ['ben', 'to'],
    ]);
  });
});

it('the board of a Spanish association is called as its text calls it', () => {
  const title = 'Acta Junta Lámparas 2026';
  const body = (text: string) => bodyOf(title, read(text), text);
  expect(body('Se celebra la reunión de la Junta Directiva de Lámparas.')).toBe('Junta Directiva');
  expect(body('Se celebra la reunión.')).toBe('Junta Lámparas');
});

it('a known name behind a bold task is who it is given to', () => {
  const owners = (text: string) =>
    readDocument(text, { type: 'meeting', participants: ['Ana Lopez', 'marbo'], author: null }).blocks.map(
      ({ assigned }) => assigned?.owners,
    );
  expect(owners('- **Order the lamps:** marbo\n- **Write to the shop:** on Friday\n')).toEqual([
    ['marbo'],
    undefined,
  ]);
});

it('those present speak by their first names in minutes', () => {
  const text =
    'Ana: The lamps are late.\n\n... I will call the shop.\n\nBudget: 300.\n\nAna: They come on Friday.\n\nBudget: 400.\n\nAna: Done.\n\nBudget: 500.\n';
  const { blocks } = readDocument(text, {
    type: 'meeting',
    participants: ['Ana Lopez', 'Ben Okri'],
    author: null,
  });
  expect(blocks.slice(0, 2).map(({ speaker }) => speaker)).toEqual(['Ana', 'Ana']);
  expect(blocks.some(({ speaker }) => speaker === 'Budget')).toBe(false);
});

it('names behind a duration in brackets are those whom a point is given to', () => {
  expect(read('- Order the lamps (5 min - Ana, Ben)\n').blocks[0]?.assigned?.owners).toEqual(['Ana', 'Ben']);
});

it('the first line of a sentence that is told by an "I" is no title', () => {
  const text =
    'Then I mended the new\n[Gate](https://gate.example/a-rather-long-address-of-a-gate-that-is-broken) and left.\n';
  expect(read(text).blocks[0]?.path).toEqual([]);
});
