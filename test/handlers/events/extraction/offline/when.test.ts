import { describe, expect, it } from 'vitest';
import { fullDate } from '../../../../../src/handlers/events/extraction/offline/document/dates.ts';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { daysIn } from '../../../../../src/handlers/events/extraction/offline/time/find.ts';
import { loadTokenEnds } from '../../../../../src/handlers/events/extraction/tokens.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

/** A Wednesday. */
const reference = '2026-03-04T10:00:00.000Z';
const days = (
  text: string,
  direction: 'forward' | 'backward',
  language: 'en' | 'de' | 'fr' | 'es' = 'en',
  from: string | undefined = reference,
) => daysIn(text, language, from, direction).map(({ iso }) => iso.slice(0, 10));

describe('a day in a text', () => {
  it('is not guessed without a reference date', () => {
    const nowhere = (text: string) =>
      daysIn(text, 'en', undefined, 'forward').map(({ iso }) => iso.slice(0, 10));
    expect(nowhere("I'll call Zoë tomorrow.")).toEqual([]);
    expect(nowhere('We met on Monday.')).toEqual([]);
    expect(nowhere('We met on 3 May 2026.')).toEqual(['2026-05-03']);
  });

  it.each([
    ["Let's push the review to Monday.", '2026-03-09'],
    ['We will launch on Friday.', '2026-03-06'],
    ['We will ship it on 20 December.', '2026-12-20'],
    ["I'll call Zoë tomorrow.", '2026-03-05'],
  ])('lies ahead in %j', (text, day) => {
    expect(days(text, 'forward')).toEqual([day]);
  });

  it.each([
    ['Ana: we met with the bank on Friday.', '2026-02-27'],
    ['The server crashed on Sunday.', '2026-03-01'],
    ['We shipped it on 20 December.', '2025-12-20'],
  ])('lies behind in %j', (text, day) => {
    expect(days(text, 'backward')).toEqual([day]);
  });

  it.each([
    ['It takes two days.'],
    ['We answer within 24 hours.'],
    ['Every Monday we meet.'],
    ['This may break.'],
    ['Last year was hard.'],
    ['Python 3.11 and 2.7 are supported.'],
    ['We waited for two days.'],
  ])('is not a span, a repetition or a number: %j', (text) => {
    expect(days(text, 'backward')).toEqual([]);
  });

  it('is not the number of a section in German', () => {
    expect(days('Punkt 3.1. der Tagesordnung und § 4.2. entfallen.', 'backward', 'de')).toEqual([]);
  });

  it('without its year is the nearest one that may be meant', () => {
    expect(days('Wir trafen uns am 20.12. und am 2.3. im Hof.', 'backward', 'de')).toEqual([
      '2025-12-20',
      '2026-03-02',
    ]);
  });

  it.each([
    ['de', 'Ana schickt den Bericht bis 20. März 2026.', '2026-03-20'],
    ['fr', 'Le rapport sera envoyé le 20 mars 2026.', '2026-03-20'],
    ['es', 'El informe se enviará el 20 de marzo de 2026.', '2026-03-20'],
    ['de', 'Wir treffen uns morgen.', '2026-03-05'],
    ['de', 'Die Prüfung ist am 14.8. geplant.', '2026-08-14'],
    ['de', 'Abgabe bis zum 3. 9. an die Kasse.', '2026-09-03'],
    ['en', 'The call is scheduled for July 8 - with the vendor.', '2026-07-08'],
    ['fr', 'Nous en parlerons demain.', '2026-03-05'],
  ] as const)('is read in %s: %j', (language, text, day) => {
    expect(days(text, 'forward', language)).toEqual([day]);
  });
});

describe('the day of the text itself', () => {
  it.each([
    ['en', 'We learnt this afternoon that the queue was stuck.'],
    ['de', 'Am heutigen Abend wählte der Verein einen Vorstand.'],
    ['fr', 'Nous nous réunissons ce jour pour créer une association.'],
    ['fr', 'Le bureau a voté aujourd’hui.'],
    ['es', 'Esta tarde se cayó el servidor.'],
  ] as const)('is named in %s: %j', (language, text) => {
    expect(days(text, 'backward', language)).toEqual(['2026-03-04']);
    expect(daysIn(text, language, undefined, 'backward')).toEqual([]);
  });

  it('is not meant by "to date" in French', () => {
    expect(days('À ce jour, rien n’est réglé.', 'backward', 'fr')).toEqual([]);
  });
});

describe('the day of a document', () => {
  it('is no message of a meeting that a list names with its day', () => {
    const { blocks } = readDocument(
      '# Protokoll 2026-03-04\n\n- Vernetzungstreffen Fr., 29.04.2026\n- Vorstandssitzung Mitte (29.04.2026)\n\nWir haben keine Kopie.\n',
      { type: 'doc', participants: [], author: null },
    );
    expect(blocks.map(({ speaker }) => speaker)).toEqual(blocks.map(() => undefined));
    expect(blocks.some(({ stamp }) => stamp?.from === 'message')).toBe(false);
  });
});

describe('a full date in a heading', () => {
  it.each([
    ['## 2026-03-04', '2026-03-04'],
    ['Meeting of March 4, 2026', '2026-03-04'],
    ['Sitzung am 4. März 2026', '2026-03-04'],
    ['Séance du 4 mars 2026', '2026-03-04'],
    ['Reunión del 4 de marzo de 2026', '2026-03-04'],
    ['[04.03.2026, 10:15] Ana', '2026-03-04'],
    ['On Wed, 4 Mar 2026 10:15:00 +0000, Ana wrote:', '2026-03-04'],
  ])('is found in %j', (text, day) => {
    expect(fullDate(text)?.iso.slice(0, 10)).toBe(day);
  });

  it.each(['Version 2025.4.1', 'March 2026', '99/99/2026', 'ticket 20269999'])(
    'is not seen in %j',
    (text) => {
      expect(fullDate(text)).toBeUndefined();
    },
  );
});

describe('tokens', () => {
  it.each(['a', '🚀', ' ', '"'])('of millions of %j without a break are counted', async (unit) => {
    const text = unit.repeat(2_000_000);
    const ends = (await loadTokenEnds())(text);
    expect(ends.at(-1)).toBe(text.length);
  });
});

describe('what was done on a day that its sentence names', () => {
  const days = (text: string, artifactType: string) =>
    extractOffline(sourceDocument(text, { artifactType })).events.map(({ eventTime, evidence }) => [
      evidence[0]?.quote,
      eventTime?.slice(0, 10) ?? null,
    ]);

  it('has that day in a mail', () => {
    const mail =
      'From: Ben Okafor <b@example.org>\nTo: Ana\nDate: Tue, 10 Nov 2026 10:00:00 +0000\nSubject: status\n\nHi Ana,\n\nI sent the order yesterday. I fixed the scanner on Monday. I paid the invoice on 5 November.\n';
    expect(days(mail, 'email')).toEqual([
      ['I sent the order yesterday.', '2026-11-09'],
      ['I fixed the scanner on Monday.', '2026-11-09'],
      ['I paid the invoice on 5 November.', '2026-11-05'],
    ]);
  });

  it('has it in a chat, and none where it names two days, a limit or no day', () => {
    const chat = [
      '[2026-11-10 10:00] Ben: I fixed the scanner last night.',
      '[2026-11-10 10:01] Ana: I sent the order on Monday and the invoice on Friday.',
      '[2026-11-10 10:02] Ben: I paid the invoice.',
    ].join('\n');
    const found = Object.fromEntries(days(chat, 'chat'));
    expect(found['I fixed the scanner last night.']).toBe('2026-11-09');
    expect(found['I sent the order on Monday and the invoice on Friday.']).toBeNull();
  });

  it('is the night before in German, and two days before in French', () => {
    const last = (text: string, language: 'de' | 'fr') =>
      daysIn(text, language, reference, 'backward').map(({ iso }) => iso.slice(0, 10));
    expect(last('Der Server ist letzte Nacht ausgefallen.', 'de')).toEqual(['2026-03-03']);
    expect(last('Le serveur est tombé en panne avant-hier.', 'fr')).toEqual(['2026-03-02']);
  });
});
