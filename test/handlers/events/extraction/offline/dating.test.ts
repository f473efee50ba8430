import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../../../../../src/handlers/events/extraction/domain/event.ts';
import {
  candidatesIn,
  readSource,
} from '../../../../../src/handlers/events/extraction/offline/candidates.ts';
import { fullDate } from '../../../../../src/handlers/events/extraction/offline/document/dates.ts';
import { genreOf } from '../../../../../src/handlers/events/extraction/offline/document/genre.ts';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import { timesOf } from '../../../../../src/handlers/events/extraction/offline/time/choose.ts';
import { datingOf } from '../../../../../src/handlers/events/extraction/offline/time/dating.ts';
import { daysIn } from '../../../../../src/handlers/events/extraction/offline/time/find.ts';
import { incidentDay } from '../../../../../src/handlers/events/extraction/offline/time/incident.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const modelOf = (text: string, day: string | null = null) =>
  readDocument(text, { type: 'doc', participants: [], author: null, day });
/** What each block says, with the day that its layout gives it. */
const stamps = (text: string, day: string | null = null) =>
  modelOf(text, day).blocks.map(({ start, end, stamp }) => [text.slice(start, end), stamp?.iso.slice(0, 10)]);

/** What each sentence says, with the day on which it may have happened, and that on which it was promised. */
function daysOf(document: SourceDocument): (string | undefined)[][] {
  const { context, model, whole } = readSource(document);
  if (context === undefined) return [];
  const dated = datingOf(
    { day: document.documentDate, title: document.title },
    model,
    whole.text,
    context.language,
  );
  const reading = candidatesIn({ context, model, whole, language: context.language });
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value.map((candidate) => [
    candidate.unit.text,
    ...(['QualityRisk', 'Commitment'] as const).map((category) =>
      timesOf(candidate, category, context, dated).when.options.at(-1)?.iso.slice(0, 10),
    ),
  ]);
}

describe('what stands before a text between lines of plus signs', () => {
  it('is no heading', () => {
    const text = [
      '+++',
      'title = "Harbour news"',
      'date = "2026-01-31"',
      '+++',
      '',
      'The pier was mended.',
    ].join('\n');
    expect(modelOf(text).blocks.map(({ path }) => path)).toEqual(modelOf(text).blocks.map(() => []));
  });
});

describe('a line below a heading that is no more than a day', () => {
  it('dates its section', () => {
    const text = [
      '***************',
      'Walnut (v6.2.2)',
      '***************',
      '',
      'Release date: 2026-04-10',
      '',
      '- Upgrade the compiler.',
      '',
      'Walnut (v6.2.1)',
      '###############',
      '',
      '*Released on 25 March 2026*',
      '',
      '- Fix the cache.',
      '',
    ].join('\n');
    expect(stamps(text, '2026-04-10')).toEqual([
      ['Upgrade the compiler.', '2026-04-10'],
      ['Fix the cache.', '2026-03-25'],
    ]);
  });

  it.each([
    [
      'of the document, below its title',
      '# Use a queue\n\nDate: 2026-03-04\n\n## Context\n\nWe lose mails.\n',
    ],
    [
      'of a record that names a version',
      '# Move our services to Python 3.11\n\nDate: 2026-03-04\n\nWe lose mails.\n',
    ],
    [
      'of what is due',
      '# Plan\n\nWe met.\n\n## Tasks\n\nTo be done until 2026-03-04:\n\n- Ana calls the bank.\n',
    ],
    ['in a list', '# Plan\n\nWe met.\n\n## Details\n\n- Date: 2026-03-04\n- Ana calls the bank.\n'],
  ])('is not the day %s', (_, text) => {
    expect(stamps(text).filter(([, day]) => day !== undefined)).toEqual([]);
  });
});

describe('the only dated heading', () => {
  it('dates what was added below it on another day than that of the document', () => {
    const text =
      'The export had a bug.\n\n# Update (2026-03-09)\n\nThe figure was too low.\n\n# Cause\n\nNobody knows.\n';
    expect(stamps(text, '2026-03-04')).toEqual([
      ['The export had a bug.', undefined],
      ['The figure was too low.', '2026-03-09'],
      ['Nobody knows.', undefined],
    ]);
  });

  it('does not date what is said of the next meeting', () => {
    const text = 'The board met.\n\n# Next meeting on 2026-03-09\n\nAna brings the budget.\n';
    expect(stamps(text, '2026-03-04').map(([, day]) => day)).toEqual([undefined, undefined]);
  });

  it.each(['# Call of 2026-03-04 13:00', '# Sitzung am 04.03.2026 um 18:30'])(
    'is the title of the document with a time of day, too: %j',
    (title) => {
      const model = modelOf(`${title}\n\nAna opened it.\n\nBo left.\n`, '2026-03-04');
      expect(model.blocks.filter(({ stamp }) => stamp !== undefined)).toEqual([]);
      expect(model.date?.slice(0, 10)).toBe('2026-03-04');
    },
  );
});

describe('a day', () => {
  it.each([
    ['On November 5th ’24 it broke.', '2024-11-05'],
    ["Released 5 Nov '24", '2024-11-05'],
  ])('has a year of two digits after an apostrophe in %j', (text, day) => {
    expect(fullDate(text)?.iso).toBe(day);
  });

  it.each([
    ['The fix came at 8 PM on the 17th.', ['2026-03-17']],
    ['An update was made on the 28th that fixed this', ['2026-02-28']],
    ['It failed for the 3rd time in the 21st century.', []],
  ])('without a month is the nearest one in %j', (text, found) => {
    const days = daysIn(text, 'en', '2026-03-12T10:00:00Z', 'backward').map(({ iso }) => iso.slice(0, 10));
    expect(days).toEqual(found);
  });

  it('stands before its month in French', () => {
    const [day] = daysIn('08/02/2026 : assemblée', 'fr', '2026-01-04T10:00:00Z', 'forward');
    expect(day?.iso.slice(0, 10)).toBe('2026-02-08');
  });
});

describe('the day of an incident', () => {
  it.each([
    ['its title', 'Post-mortem: deletion broken on May 6, 2026', 'It was bad.', '2026-05-06'],
    ['its title, without a year', 'May 3rd Infrastructure Incident', 'It was bad.', '2026-05-03'],
    ['its first sentences', 'Outage', 'We run relays.\n\nOn May 3rd ’26 we had an outage.', '2026-05-03'],
    ['no sentence of another matter', 'Outage', 'We met on May 3rd 2026.', undefined],
    ['no day of long ago', 'Outage', 'An outage like that of May 3rd 2024.', undefined],
    ['no text of another kind', 'Minutes', 'The server failed on May 6, 2026.', undefined],
  ])('is told by %s', (_, title, text, day) => {
    expect(incidentDay(title, text, 'en', '2026-05-07')).toBe(day);
  });

  it('is that of its times of day and facts, while lessons and plans are of the report', () => {
    const document = sourceDocument(
      [
        'There was an outage.',
        '## Impact\n\nThe archive was not reachable.',
        '## Timeline\n\n- 10:42 We noticed errors.',
        '## Lessons Learned\n\nWe tested too little.',
        '## Action Items\n\n- Ana adds an alert.',
      ].join('\n\n'),
      {
        artifactType: 'doc',
        title: 'Post-mortem: archive broken on May 6, 2026',
        documentDate: '2026-05-07',
      },
    );
    expect(daysOf(document)).toEqual([
      ['There was an outage.', '2026-05-06', '2026-05-07'],
      ['The archive was not reachable.', '2026-05-06', '2026-05-07'],
      ['10:42 We noticed errors.', '2026-05-06', '2026-05-06'],
      ['We tested too little.', '2026-05-07', '2026-05-07'],
      ['Ana adds an alert.', '2026-05-07', '2026-05-07'],
    ]);
  });
});

describe('a thread', () => {
  it('is one where comments are lists', () => {
    const text = [
      '# Upgrade the hosts',
      '',
      'ana · description · 2026-03-04',
      'The hosts are old.',
      '',
      'ana · comment · 2026-03-05',
      '1. Upgraded the first host.',
      '1. Restarted the first host.',
      '1. Upgraded the second host.',
      '',
    ].join('\n');
    const model = modelOf(text);
    expect(model.blocks.map(({ stamp }) => stamp?.iso.slice(0, 10))).toEqual([
      '2026-03-04',
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
    ]);
    expect(genreOf(model, 'doc', 'Upgrade the hosts')).toBe('thread');
  });
});

describe('a day in figures', () => {
  const dated = (text: string, known: Partial<SourceDocument> = {}) => {
    const { model, language } = readSource(sourceDocument(text, known));
    return [language, model.date?.slice(0, 10)];
  };

  it('begins with the day in every language but English', () => {
    expect(
      dated('# Compte rendu\n\nDate : 12/01/2024\n\nNous avons décidé de repeindre la salle.\n'),
    ).toEqual(['fr', '2024-01-12']);
    expect(
      dated('Réunion du 03/04/2025\n\nNous avons décidé de repeindre la salle avec les membres.\n'),
    ).toEqual(['fr', '2025-04-03']);
    expect(
      dated('# Protokoll\n\nDatum: 5/2/2024\n\nWir haben beschlossen, die Werkstatt zu öffnen.\n'),
    ).toEqual(['de', '2024-02-05']);
    expect(dated('# Acta\n\nFecha: 6/7/2024\n\nLos miembros de la junta aprueban el presupuesto.\n')).toEqual(
      ['es', '2024-07-06'],
    );
    expect(dated('# Minutes\n\nDate: 12/01/2024\n\nWe have decided to paint the hall.\n')).toEqual([
      'en',
      '2024-12-01',
    ]);
  });

  it('begins with the day in the head of an English text that writes another one so', () => {
    expect(dated('# Minutes\n\nDate: 12/01/2024\n\nWe meet again on 26/01/2024 in the hall.\n')[1]).toBe(
      '2024-01-12',
    );
  });

  it('begins with the day in the head of a message and in a column of days, too', () => {
    const mail =
      'De : Ana Lopez\nÀ : Ben Wu\nDate : 05/02/2024\nObjet : budget\n\nNous avons reçu les clés de la salle.\n';
    expect(dated(mail, { artifactType: 'email' })).toEqual(['fr', '2024-02-05']);
    const table =
      '# Journal\n\nLes membres de la salle ont noté ce qui a été fait.\n\n| Date | Action |\n|---|---|\n| 05/02/2024 | La salle a été repeinte |\n';
    expect(readSource(sourceDocument(table)).model.blocks.at(-1)?.stamp?.iso).toBe('2024-02-05');
  });
});
