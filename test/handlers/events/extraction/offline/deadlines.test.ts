import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { deadlinesIn } from '../../../../../src/handlers/events/extraction/offline/time/deadlines.ts';
import { limitOf } from '../../../../../src/handlers/events/extraction/offline/time/due.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

/** A Wednesday. */
const said = '2026-03-04T00:00:00.000Z';
const days = (text: string, language: 'en' | 'de' | 'fr' | 'es') =>
  deadlinesIn(text, language, said).map(({ iso }) => iso.slice(0, 10));

describe('days that are counted from the day they are said', () => {
  it.each([
    ['en', 'We will ship it within two weeks.', '2026-03-18'],
    ['en', 'Please answer by the 12th.', '2026-03-12'],
    ['en', 'I will send it before the 2nd.', '2026-04-02'],
    ['en', 'I will send it by EOD.', '2026-03-04'],
    ['en', 'It has to be done by the end of the week.', '2026-03-06'],
    ['en', 'The report is due at the end of month.', '2026-03-31'],
    ['en', 'I will do that next week.', '2026-03-13'],
    ['de', 'Das erledige ich bis zum 12.', '2026-03-12'],
    ['de', 'Bis Ende des Monats liefern wir.', '2026-03-31'],
    ['de', 'Das kommt nächste Woche.', '2026-03-13'],
    ['fr', "Je l'envoie d'ici la fin du mois.", '2026-03-31'],
    ['fr', 'Réponse attendue avant le 12.', '2026-03-12'],
    ['fr', 'Je le fais la semaine prochaine.', '2026-03-13'],
    ['es', 'Lo envío antes del 12.', '2026-03-12'],
    ['es', 'Estará listo a fin de mes.', '2026-03-31'],
    ['es', 'Lo haré la próxima semana.', '2026-03-13'],
    ['en', 'I will write it by the end of next week.', '2026-03-13'],
    ['en', 'I will write it by the end of next month.', '2026-04-30'],
    ['en', 'I will write it by the end of January.', '2027-01-31'],
    ['en', 'I will write it by the end of June 2027.', '2027-06-30'],
    ['en', 'I will write it by the end of Q1.', '2026-03-31'],
    ['en', 'I will write it by mid-December.', '2026-12-15'],
    ['en', 'I will write it in early December.', '2026-12-10'],
    ['en', 'I will write it by year end.', '2026-12-31'],
    ['en', 'I will write it before Christmas.', '2026-12-24'],
    ['en', 'I will answer within 10 working days.', '2026-03-18'],
    ['en', 'I will answer within ten days.', '2026-03-14'],
    ['en', 'I will answer within 3 months.', '2026-06-04'],
    ['de', 'Bis Ende April liefern wir.', '2026-04-30'],
    ['de', 'Mitte April liefern wir.', '2026-04-15'],
    ['de', 'Binnen zwei Wochen liefern wir.', '2026-03-18'],
    ['de', 'In zwei Monaten liefern wir.', '2026-05-04'],
    ['de', 'Bis Ende nächster Woche liefern wir.', '2026-03-13'],
    ['de', 'Innerhalb von 10 Werktagen liefern wir.', '2026-03-18'],
    ['fr', 'Je le ferai fin avril.', '2026-04-30'],
    ['fr', 'Je le ferai dans un mois.', '2026-04-04'],
    ['fr', 'Je le ferai sous 10 jours ouvrés.', '2026-03-18'],
    ['es', 'Lo haré a finales de abril.', '2026-04-30'],
    ['es', 'Lo haré dentro de un mes.', '2026-04-04'],
  ] as const)('%s: %s', (language, text, day) => {
    expect(days(text, language)).toEqual([day]);
  });

  it('names no day for ages, versions and shares, nor without a day to count from', () => {
    expect(days('It took the 12 members of the board.', 'en')).toEqual([]);
    expect(days('Le 12 % des membres.', 'fr')).toEqual([]);
    // It is counted from a day that is not known.
    expect(days('The buyer pays within 14 days of signature.', 'en')).toEqual([]);
    expect(days('Zahlbar innerhalb von 14 Tagen nach Lieferung.', 'de')).toEqual([]);
    // It is over.
    expect(days('It was done in early March.', 'en')).toEqual(['2026-03-10']);
    expect(deadlinesIn('We did it in early March.', 'en', '2026-03-20T00:00:00Z')).toEqual([]);
    expect(deadlinesIn('I will send it by EOD.', 'en', undefined)).toEqual([]);
  });
});

/** What is due, by quote. */
const dueIn = (text: string, title: string, documentDate = '2026-03-04') =>
  Object.fromEntries(
    extractOffline(sourceDocument(text, { artifactType: 'note', title, documentDate })).events.map(
      ({ due, evidence }) => [evidence[0]?.quote, due?.slice(0, 10) ?? null],
    ),
  );

it('a plain promise of what will be done next week is due on its Friday, a hope is not', () => {
  const text =
    'Date: 4 March 2026\nPresent: Ana Lopez, Ben Okafor\n\n- Ana will send the draft next week.\n- Ben will call the bank this week.\n- Ana hopes that she will finish the plan next week.\n- Ben will publish the report by the end of next week.\n';
  expect(dueIn(text, 'Meeting')).toMatchObject({
    'Ana will send the draft next week.': '2026-03-13',
    'Ben will call the bank this week.': '2026-03-06',
    'Ana hopes that she will finish the plan next week.': null,
    'Ben will publish the report by the end of next week.': '2026-03-13',
  });
});

it('a list is due by the day that introduces it', () => {
  const due = dueIn(
    '# Meeting 2026-03-04\n\n## Tasks\n\nTo be done until Friday 13.3.2026:\n\n- [ ] Ana to order the lamps\n- [ ] Ben to call the insurer\n',
    'Meeting 2026-03-04',
  );
  expect(due).toMatchObject({
    'Ana to order the lamps': '2026-03-13',
    'Ben to call the insurer': '2026-03-13',
  });
});

it.each([
  [
    'Protokoll 2026-03-04',
    '# Protokoll 2026-03-04\n\n## Aufgaben\n\n- [ ] Ana schickt bis Freitag den Vertrag an die Versicherung\n',
    '2026-03-06',
  ],
  [
    'Réunion 2026-03-04',
    "# Réunion 2026-03-04\n\n## Actions\n\n- [ ] Ana doit envoyer le contrat à l'assureur d'ici vendredi\n",
    '2026-03-06',
  ],
  [
    'Reunión 2026-03-04',
    '# Reunión 2026-03-04\n\n## Tareas\n\n- [ ] Ana tiene que enviar el contrato al seguro para el viernes\n',
    '2026-03-06',
  ],
])('%s: an action item is due by its day of the week', (title, text, day) => {
  expect(Object.values(dueIn(text, title))).toEqual([day]);
});

it.each([
  ['we finish the lamps no later than Friday', true],
  ['Bis spätestens Freitag', true],
  ["Je l'envoie d'ici vendredi", true],
  ['Lo envío antes del viernes', true],
  ['Ana was away on Friday', false],
  ['Nahby on Friday', false],
])('a limit leads a day in any language: %s', (text, limits) => {
  const at = text.search(/friday|freitag|vendredi|viernes/i);
  expect(limitOf(text, at, 'Commitment')).toEqual(limits ? ['limit', 'limit:Commitment'] : []);
});

it('what a mail asks for until a day is due then', () => {
  const mail = `From: Ana <ana@garden.example>
To: Ben <ben@garden.example>
Date: Tue, 3 Mar 2026 10:00:00 +0000
Subject: Lamps

Hi Ben,

Could you check the lamps until Thursday?

Ana
`;
  const source = sourceDocument(mail, { artifactType: 'email', title: 'Lamps', documentDate: null });
  const due = extractOffline(source).events.map((event) => event.due?.slice(0, 10));
  expect(due).toEqual(['2026-03-05']);
});

it('what is promised on a Friday by Friday is due a week later', () => {
  const text = '# Meeting 2026-03-06\n\n## Actions\n\n- [ ] Ana to send the contract by Friday\n';
  expect(Object.values(dueIn(text, 'Meeting 2026-03-06', '2026-03-06'))).toEqual(['2026-03-13']);
});

it('what was decided and promised in minutes is dated by the day in their first line', () => {
  const text =
    'Minutes of the acquisitions meeting, 2026-03-02\n\nWe decided to renew the subscription for two years.\n\nBen will send the list to the bindery by 2026-03-20.\n';
  for (const documentDate of [null, '2026-03-02']) {
    const { events } = extractOffline(
      sourceDocument(text, { title: 'Acquisitions meeting', participants: ['Ben Okri'], documentDate }),
    );
    expect(events.map(({ category, eventTime }) => [category, eventTime?.slice(0, 10)])).toEqual([
      ['Decision', '2026-03-02'],
      ['Commitment', '2026-03-02'],
    ]);
  }
});
