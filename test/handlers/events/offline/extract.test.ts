import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../src/handlers/events/extraction/domain/chunk.ts';
import { categories, type SourceDocument } from '../../../../src/handlers/events/extraction/domain/event.ts';
import {
  extractOffline,
  offlineExtractor,
} from '../../../../src/handlers/events/extraction/offline/index.ts';
import { sentencesOf } from '../../../../src/handlers/events/extraction/offline/units/sentences.ts';
import { loadTokenEnds } from '../../../../src/handlers/events/extraction/tokens.ts';
import { exact, halves, labelled, pair, score, scraps, source } from '../../../support/events.ts';
import { sourceDocument } from '../../../support/source-document.ts';

const ends = await loadTokenEnds();

const text = (content: string, known: Partial<SourceDocument> = {}): SourceDocument =>
  sourceDocument(content, {
    artifactType: 'note',
    title: 'Notes',
    sourceTime: '2026-03-04T10:00:00Z',
    ...known,
  });
const found = (content: string, known: Partial<SourceDocument> = {}) =>
  extractOffline(text(content, known)).events;
const what = (content: string, known: Partial<SourceDocument> = {}) =>
  found(content, known).map(({ category, evidence }) => [category, evidence[0]?.quote]);

describe('the offline extractor', () => {
  const documents = halves.map((half) => ({
    half,
    documents: labelled(half).map((document) => ({ document, from: source(document, ends) })),
  }));

  it.each(documents)('finds most events in the documents of the $half half, and little else', (half) => {
    const matches = half.documents.flatMap(({ document, from }) =>
      pair(document, extractOffline(from).events),
    );
    // The weights are fitted to the first of each pair of halves, and to documents of others.
    expect(score(matches).f1).toBeGreaterThanOrEqual(half.half.endsWith('held-back') ? 0.55 : 0.7);
  });

  it('is measured on enough: both halves have all categories, types and a long document', () => {
    for (const { documents: half } of documents.slice(0, 2)) {
      const events = half.flatMap(({ document }) => document.events.map(({ category }) => category));
      expect(new Set(events)).toEqual(new Set(categories));
      expect(new Set(half.map(({ document }) => document.artifactType)).size).toBe(5);
      expect(half.some(({ from }) => from.pieces.length > 1)).toBe(true);
    }
  });

  it('reads the day of a German date as a part of its sentence', () => {
    const german = [
      'Jonas Brandt prüft das Lager bis zum 18. November.',
      'Das alte Regal wird zum 31. Januar 2027 abgebaut.',
      'Katrin Vogel informiert die Kunden bis 24. Nov. 2026 per Brief.',
      'Aylin Weber schreibt die Prüfungen für den 3. und 4. Dezember.',
    ];
    const quotes = what(german.join(' '), { title: 'Protokoll' }).map(([, quote]) => quote);
    expect(quotes).not.toHaveLength(0);
    for (const quote of quotes) expect(german).toContain(quote);
    expect(quotes).toContain(german[0]);
    // A number that ends a sentence is followed by another one.
    const two = 'Wir treffen uns in Raum 12. Jonas ist zu spät für das Lager.';
    const sentences = (whole: string) =>
      sentencesOf(whole, { start: 0, end: whole.length }).map(({ text: one }) => one);
    expect(sentences(two)).toEqual(['Wir treffen uns in Raum 12.', 'Jonas ist zu spät für das Lager.']);
    expect(sentences('Am 18. Nov. beginnt es. Am 24. Nov. endet es.')).toHaveLength(2);
    const figures =
      'Anna bestellt bis zum 20.3. neue Stühle. Am 3. 4. um 18 Uhr feiern wir. Das war am 12.5. Danach kam Ben.';
    expect(sentences(figures)).toEqual([
      'Anna bestellt bis zum 20.3. neue Stühle.',
      'Am 3. 4. um 18 Uhr feiern wir.',
      'Das war am 12.5.',
      'Danach kam Ben.',
    ]);
  });

  it('quotes exactly and finds the same events in whole and in chunked texts', () => {
    for (const { document, from } of documents.flatMap((half) => half.documents)) {
      const whole = extractOffline(from).events;
      expect(extractOffline(from).events).toEqual(whole);
      for (const target of [64]) {
        const { chunks } = chunk(document.text, ends, { singlePiece: 32, target, overlap: target / 4 });
        const pieces = chunks.map((each, i) => ({ chunkId: `c${i}`, ...each }));
        const cut = extractOffline({ ...from, pieces });
        expect(cut.events.map(({ category, narrative }) => [category, narrative])).toEqual(
          whole.map(({ category, narrative }) => [category, narrative]),
        );
        for (const { evidence } of cut.events)
          for (const each of evidence) expect(exact(each, { ...from, pieces }, document.text)).toBe(true);
      }
      for (const { evidence, confidence, narrative } of whole) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThan(1);
        expect(narrative).not.toBe('');
        for (const each of evidence) expect(exact(each, from, document.text)).toBe(true);
      }
    }
  });

  it('counts code points, with astral characters before and within a quote', () => {
    const content = '🚀🚀 𝔐inutes.\nWe decided to call it “𝔸pollo 🚀”.\n';
    const [event] = found(content);
    expect(event?.evidence).toEqual([
      {
        quote: 'We decided to call it “𝔸pollo 🚀”.',
        chunkId: null,
        startChar: 12,
        endChar: 45,
        artifactStartChar: 12,
      },
    ]);
  });

  it('reads a chat exported as JSON by message', () => {
    const chat = JSON.stringify({
      channel: 'garden',
      messages: [
        { user: 'ana', text: 'We decided to wait.\nI will call "Bo" tomorrow', reactions: [{ name: 'ok' }] },
        { text: 'I fixed the gate', author: { id: 7, name: 'Ben' } },
        { role: 'assistant', content: [{ type: 'text', text: 'We met with the vet.' }] },
      ],
    });
    const known = { artifactType: 'chat', sourceTime: null };
    expect(found(chat, known).map(({ category, actors }) => [category, actors[0]?.ref])).toEqual([
      ['Decision', 'ana'],
      ['Commitment', 'ana'],
      ['Execution', 'Ben'],
      ['Collaboration', undefined],
    ]);
    expect(what(chat.slice(0, chat.indexOf('I will')), known)).toEqual([['Decision', 'We decided to wait.']]);
    for (const odd of ['[', '{"text":"', '{"text": "\\\\', '[{}]', '}}}', '{'.repeat(5000)])
      expect(found(odd, known)).toEqual([]);
  });

  it('takes the day of a meeting from its first lines rather than the time of the file', () => {
    const text =
      'Acquisitions\n\nHeld on 2 March 2026 in the map room.\n\nWe decided to renew the subscription to the archive.';
    const events = found(text, { artifactType: 'doc', sourceTime: '2026-11-23T10:00:00Z' });
    expect(events.find(({ category }) => category === 'Decision')?.eventTime).toBe(
      '2026-03-02T00:00:00.000Z',
    );
  });

  it('reads a bar within the cell of a table as a letter', () => {
    const table =
      '| Action | Owner | Due |\n| --- | --- | --- |\n| Prepare the budget \\| draft | Ada | 2026-02-10 |';
    const [event] = found(table, { artifactType: 'doc' });
    expect(event).toMatchObject({
      category: 'Commitment',
      due: '2026-02-10T00:00:00.000Z',
      actors: [{ ref: 'Ada' }],
    });
  });

  it('reports no questions, denials, conditions or general statements as facts', () => {
    for (const nothing of [
      'Did we decide to use Postgres?',
      'Should Ana send the report by Friday?',
      'We have not decided anything yet.',
      'Nobody promised to be there.',
      'I might join them later.',
      'If we had decided earlier, we would have saved a week.',
      'Write "We decided to use X" only in minutes.',
      'The manual says: "I will fix it by Friday" is no answer.',
      'Please sign the register.',
      'Nobody in the group has built one.',
      'Blockers: none',
      'Status: accepted',
      'Not done: the cellar.',
      'To be decided: who pays.',
      'No complaints so far.',
      'How to file a complaint: write to us.',
      'Whether we move to Lyon has not been decided.',
      'If the tests fail, call me.',
      'Tomatoes like warmth.',
      'Feedback loops make amplifiers oscillate.',
      'Reviews take time.',
      'This message may contain confidential information. We decided to say so.',
      'Location: room 4',
      'Attendees: Ana Lopez, Ben Okafor',
    ])
      expect(what(nothing), nothing).toEqual([]);
  });

  it.each([
    ['Decision', 'We decided to use PostgreSQL for the queue.'],
    ['Commitment', 'Ana will send the report to the board by Friday.'],
    ['Commitment', '- [ ] Thea to call the vendor about the contract'],
    ['QualityRisk', 'The server crashed twice and the backup failed.'],
    ['Feedback', 'Thank you Kim for your great work on this release!'],
    ['Stakeholder', 'Dr. Sato joined the team as the new lead of the ward.'],
    ['Decision', 'Der Vorstand hat einstimmig beschlossen, die Halle zu mieten.'],
    ['Commitment', 'Wir werden den Bericht bis Freitag schicken.'],
    ['Decision', "Le conseil a approuvé à l'unanimité le budget de l'année."],
    ['Decision', 'El consejo aprobó por unanimidad el nuevo presupuesto.'],
  ])('finds a %s in %j', (category, sentence) => {
    expect(found(sentence, { artifactType: 'doc' }).map((event) => event.category)).toContain(category);
  });

  it('finds the label of a sentence after symbols, emphasis or a dash', () => {
    for (const sentence of [
      '🚀🚀 Decision: We will hire Ana.',
      '𝔸𝔹 — Decision: We will hire Ana.',
      '**Decision**: We will hire Ana.',
    ])
      expect(
        found(sentence).map((event) => event.category),
        sentence,
      ).toEqual(['Decision']);
  });

  it('reads a table of actions by its cells and column headings', () => {
    const table = [
      '## Actions',
      '| # | Action | Owner | Due |',
      '|---|--------|-------|-----|',
      '| 1 | Label the cold shelf | Pieter | 15 July |',
      '',
      '## Timeline',
      '| Time | What |',
      '| ---- | ---- |',
      '| 9:00 | We opened the gate |',
    ].join('\n');
    expect(found(table, { artifactType: 'doc' }).map((event) => event.category)).toEqual([
      'Commitment',
      'Execution',
    ]);
  });

  it('says plainly that it does not read a language', () => {
    const { events, dropped, language } = extractOffline(
      text(
        'Мы решили перенести запуск на май, потому что тесты ещё не закончены. Анна отправит отчёт в пятницу.',
      ),
    );
    expect({ events, language }).toEqual({ events: [], language: 'und' });
    expect(dropped).toEqual([{ reason: 'language_not_read: und' }]);
  });

  it('takes the time of what is said from the message, and the day it is due from its words', () => {
    const chat = '[2026-03-04 10:01] Ben: I will send my comments on the draft by Friday.';
    expect(found(chat, { artifactType: 'chat', sourceTime: null })).toMatchObject([
      {
        category: 'Commitment',
        actors: [{ ref: 'Ben', role: 'owner' }],
        eventTime: expect.stringMatching(/^2026-03-04/),
        due: '2026-03-06T00:00:00.000Z',
      },
    ]);
  });

  it('takes owner and due day of a row from its columns', () => {
    const table = [
      '## Action items',
      '| # | Action | Owner | Due |',
      '|---|--------|-------|-----|',
      '| 1 | Label the cold shelf in the store room | Pieter | 15 July 2026 |',
    ].join('\n');
    expect(found(table, { artifactType: 'doc' })).toMatchObject([
      {
        category: 'Commitment',
        actors: [{ ref: 'Pieter' }],
        due: '2026-07-15T00:00:00.000Z',
        evidence: [{ quote: 'Label the cold shelf in the store room' }],
      },
    ]);
  });

  it('tells one fact told twice as one event with two quotes', () => {
    const minutes =
      '# Minutes\n\nWe decided to rent the large hall in Lyon for the summer festival.\n\n## Decisions\n- We decided to rent the large hall in Lyon for the summer festival\n';
    const decisions = found(minutes, { artifactType: 'doc' }).filter(
      ({ category }) => category === 'Decision',
    );
    expect(decisions.map(({ evidence }) => evidence.length)).toEqual([2]);
  });

  it('shortens a quote to 25 words', () => {
    const [event] = found(`We decided to ${'really '.repeat(40)}stop the project.`);
    expect(event?.evidence[0]?.quote.split(' ')).toHaveLength(25);
  });

  it('stops when aborted', async () => {
    const long = text('We decided to wait.\n\n'.repeat(600));
    await expect(offlineExtractor.extract(long, AbortSignal.abort(new Error('stopping')))).rejects.toThrow(
      'stopping',
    );
    const { events } = await offlineExtractor.extract(long, new AbortController().signal);
    expect(events).toHaveLength(600);
  });

  it('handles any text, and quotes only from it', () => {
    for (const artifactType of ['email', 'doc', 'chat', 'transcript', 'note'])
      for (let seed = 1; seed <= 8; seed += 1) {
        const content = scraps(seed, 150);
        const from = text(content, { artifactType });
        for (const { evidence } of extractOffline(from).events)
          for (const each of evidence) expect(exact(each, from, content)).toBe(true);
      }
  });

  it.each([
    'a',
    '🚀',
    '.',
    ' ',
    '\n',
    '>',
    '- ',
    'From: ',
    '"',
    ': ',
    'A: ',
    'We ',
    'we decided ',
    'to from ',
    '1:00 ',
    'will not ',
    'Thanks\n',
    'x,',
    '(',
    '**',
  ])('reads %j many times over without end', (unit) => {
    for (const artifactType of ['email', 'chat', 'doc'])
      expect(() => found(unit.repeat(4000), { artifactType })).not.toThrow();
  });
});
