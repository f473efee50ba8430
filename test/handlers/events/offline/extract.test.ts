import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../src/handlers/events/extraction/domain/chunk.ts';
import { categories, type SourceDocument } from '../../../../src/handlers/events/extraction/domain/event.ts';
import {
  extractOffline,
  offlineExtractor,
} from '../../../../src/handlers/events/extraction/offline/index.ts';
import { loadTokenEnds } from '../../../../src/handlers/events/extraction/tokens.ts';
import { exact, halves, labelled, pair, score, scraps, source } from '../../../support/events.ts';

const ends = await loadTokenEnds();

const text = (content: string, known: Partial<SourceDocument> = {}): SourceDocument => ({
  artifactType: 'note',
  title: 'Notes',
  author: null,
  participants: [],
  sourceTime: '2026-03-04T10:00:00Z',
  documentDate: null,
  pieces: [{ chunkId: null, text: content, start: 0 }],
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
    expect(score(matches).f1).toBeGreaterThanOrEqual(half.half.endsWith('held-back') ? 0.55 : 0.8);
  });

  it('is measured on enough: both halves have all categories, types and a long document', () => {
    for (const { documents: half } of documents.slice(0, 2)) {
      const events = half.flatMap(({ document }) => document.events.map(({ category }) => category));
      expect(new Set(events)).toEqual(new Set(categories));
      expect(new Set(half.map(({ document }) => document.artifactType)).size).toBe(5);
      expect(half.some(({ from }) => from.pieces.length > 1)).toBe(true);
    }
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
        expect(confidence).toBeGreaterThanOrEqual(0.5);
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

  it('does not report questions, wishes, denials, conditions or examples', () => {
    for (const nothing of [
      'Did we decide to use Postgres?',
      'Should Ana send the report by Friday?',
      'We have not decided anything yet.',
      'Nobody promised to be there.',
      'I might join them later.',
      'It would be nice to ship on Friday.',
      'If the tests fail, call me.',
      'If we had decided earlier, we would have saved a week.',
      'Write "We decided to use X" only in minutes.',
      'The manual says: "I will fix it by Friday" is no answer.',
      'Please sign the register.',
      'Do not park in front of the gate.',
      'A review begins when somebody asks for one.',
      'Tomatoes like warmth.',
      'Feedback loops make amplifiers oscillate.',
      'Reviews take time.',
      'Nobody in the group has built one.',
      'Blockers: none',
      'Status: accepted',
      'Not done: the cellar.',
      'To be decided: who pays.',
      'No complaints so far.',
      'How to file a complaint: write to us.',
      'Whether we move to Lyon has not been decided.',
      'You should back up your data before you upgrade.',
      'An error is raised when the file is not found.',
      'This message may contain confidential information. We decided to say so.',
    ])
      expect(what(nothing), nothing).toEqual([]);
  });

  it('finds the label of a sentence after symbols, emphasis or a dash', () => {
    for (const sentence of [
      '🚀🚀 Decision: We will hire Ana.',
      '𝔸𝔹 — Decision: We will hire Ana.',
      '**Decision**: We will hire Ana.',
      'Entscheidung: wir nehmen Ana.',
    ])
      expect(what(sentence), sentence).toEqual([['Decision', sentence]]);
  });

  it('does not take a day for a person or a subject', () => {
    expect(found('Decision: We will use the small model starting Jan 1.')[0]).toMatchObject({ actors: [] });
    expect(found('Ana will test it by Friday.')[0]).toMatchObject({
      subject: { type: 'person', ref: 'Ana' },
      actors: [{ ref: 'Ana' }],
    });
  });

  it('reads a table by its cells and column headings', () => {
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
    expect(what(table, { artifactType: 'doc' })).toEqual([
      ['Commitment', 'Label the cold shelf'],
      ['Execution', 'We opened the gate'],
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

  it('ignores boilerplate below messages, in other languages too', () => {
    const mail = [
      'Hello Marc,',
      'we have switched from 17 to 23 micron film.',
      '',
      'Med vennlig hilsen / Kind regards',
      'Ingrid Solheim',
      '',
      'We commit to deliver on time. Please consider the environment before printing this email.',
      '',
      'Le lun. 18 mai 2026 à 16:05, Marc <marc@example.org> a écrit :',
      '> We have decided to refuse pallets.',
    ].join('\n');
    expect(what(mail, { artifactType: 'email' })).toEqual([
      ['Change', 'we have switched from 17 to 23 micron film.'],
    ]);
  });

  it('splits an opinion in many sentences into several events', () => {
    const praise = 'I love this chair. '.repeat(25).trim();
    expect(found(praise).map(({ evidence }) => evidence.length)).toEqual([10, 10, 5]);
  });

  it('recognises speakers and times in a chat', () => {
    const chat = `[09:58] Ana: did you see the draft?\n[10:01] Ben: yes, I'll send my comments tomorrow\n[10:02] Ana: 👍`;
    expect(found(chat, { artifactType: 'chat', participants: ['Ana', 'Ben'] })).toMatchObject([
      {
        category: 'Commitment',
        narrative: "Ben: yes, I'll send my comments tomorrow",
        actors: [{ ref: 'Ben', role: 'owner' }],
        eventTime: '2026-03-05T00:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['Ana Lopez: We decided to wait.', 'Ana Lopez'],
    ['[10:02:11] ana.lopez: We decided to wait.', 'ana.lopez'],
    ['Ana (10:02): We decided to wait.', 'Ana'],
    ['10:02 <ana> We decided to wait.', 'ana'],
    ['**Ana:** We decided to wait.', 'Ana'],
    ['Ana Lopez  10:02 AM\nWe decided to wait.', 'Ana Lopez'],
    ['[2026-03-04 10:02] Ana: We decided to wait.', 'Ana'],
    ['00:01:07 SPEAKER 2: We decided to wait.', 'SPEAKER 2'],
  ])('reads %j', (line, speaker) => {
    expect(found(line, { artifactType: 'transcript' })).toMatchObject([
      {
        category: 'Decision',
        actors: [{ ref: speaker, role: 'owner' }],
        evidence: [{ quote: 'We decided to wait.' }],
      },
    ]);
  });

  it('reads only the text of the sender of an email: no headers, quoted replies or signature', () => {
    const mail = [
      'From: Karin Holm <karin@example.org>',
      'To: Pete <pete@example.org>',
      'Subject: Re: We decided to use slate',
      '',
      'Hi Pete,',
      '',
      'I will send you the drawings',
      'by 20 March.',
      '',
      'Best regards,',
      'Karin Holm',
      'We deliver quality, we promise to be on time.',
      '',
      'On Mon, 2 Mar 2026 at 17:02, Pete wrote:',
      '> We decided to use marble.',
      '> I will call you tomorrow.',
    ].join('\n');
    expect(found(mail, { artifactType: 'email' })).toMatchObject([
      {
        category: 'Commitment',
        actors: [
          { ref: 'Karin Holm', role: 'owner' },
          { ref: 'Pete', role: 'other' },
        ],
        eventTime: '2026-03-20T00:00:00.000Z',
        evidence: [{ quote: 'I will send you the drawings\nby 20 March.' }],
      },
    ]);
  });

  it('categorises list items by the heading above', () => {
    const report =
      '# Status\n\n## Risks\n- Only one engineer knows the scheduler\n\n## Next steps\n- Thea to call the vendor\n- [x] publish the plan\n\n```\nwe decided to crash\n```\n';
    expect(what(report, { artifactType: 'doc' })).toEqual([
      ['QualityRisk', 'Only one engineer knows the scheduler'],
      ['Commitment', 'Thea to call the vendor'],
      ['Execution', 'publish the plan'],
    ]);
  });

  it('separates parts of a sentence that report different events', () => {
    expect(what('We postponed the launch to May, and Ana will tell the client tomorrow.')).toEqual([
      ['Change', 'We postponed the launch to May'],
      ['Commitment', 'Ana will tell the client tomorrow.'],
    ]);
  });

  it.each(categories)('accepts a sentence labelled %s', (category) => {
    expect(what(`${category}: We will use the large model starting 1 May.`)).toEqual([
      [category, `${category}: We will use the large model starting 1 May.`],
    ]);
  });

  it('shortens a quote to 25 words', () => {
    const [event] = found(`We decided to ${'really '.repeat(40)}stop.`);
    expect(event?.evidence[0]?.quote.split(' ')).toHaveLength(25);
  });

  it('recognises people and things', () => {
    expect(found('Dr. Sato will take over the ward from Monday.')[0]).toMatchObject({
      category: 'Stakeholder',
      subject: { type: 'person', ref: 'Dr. Sato' },
      eventTime: '2026-03-09T00:00:00.000Z',
    });
    expect(found('We finished the migration of the sales tables.')[0]).toMatchObject({
      category: 'Execution',
      subject: { type: 'project', ref: 'migration of the sales tables' },
    });
  });

  it('returns no time when the text names none, or the year of a day is unknown', () => {
    expect(found('We decided to wait.')[0]?.eventTime).toBeNull();
    expect(found('We may have decided to wait, but we decided to go.')[0]?.eventTime).toBeNull();
    const undated = { sourceTime: null };
    expect(found('We decided on Friday to wait.', undated)[0]?.eventTime).toBeNull();
    expect(found('We decided on 3 May 2025 to wait.', undated)[0]?.eventTime).toBe(
      '2025-05-03T00:00:00.000Z',
    );
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
