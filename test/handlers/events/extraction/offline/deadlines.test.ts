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
  ] as const)('%s: %s', (language, text, day) => {
    expect(days(text, language)).toEqual([day]);
  });

  it('names no day for ages, versions and shares, nor without a day to count from', () => {
    expect(days('It took the 12 members of the board.', 'en')).toEqual([]);
    expect(days('Le 12 % des membres.', 'fr')).toEqual([]);
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
