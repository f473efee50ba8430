import { describe, expect, it } from 'vitest';
import { readSource } from '../../../../../src/handlers/events/extraction/offline/candidates.ts';
import { isOpening } from '../../../../../src/handlers/events/extraction/offline/document/genre.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

/** What is promised in a text: the quote, by whom, and by when. */
const tasks = (text: string) =>
  extractOffline(sourceDocument(text, { artifactType: 'note' })).events.map(
    ({ category, actors, due, evidence }) => [
      category,
      evidence[0]?.quote,
      actors[0]?.ref,
      due?.slice(0, 10) ?? null,
    ],
  );

describe('tasks of plain minutes', () => {
  it('are found in Spanish', () => {
    const text =
      'Acta del 14 de marzo de 2025\n\nAsistentes: Ana, Luis, Marta\n\nAna enviará el presupuesto antes del 19 de marzo. Luis llamará al banco el lunes. Marta preparará la lista antes del 21 de marzo. Luis comprará las sillas. Ana va a escribir el informe.\n';
    expect(tasks(text)).toEqual([
      ['Commitment', 'Ana enviará el presupuesto antes del 19 de marzo.', 'Ana', '2025-03-19'],
      ['Commitment', 'Luis llamará al banco el lunes.', 'Luis', '2025-03-17'],
      ['Commitment', 'Marta preparará la lista antes del 21 de marzo.', 'Marta', '2025-03-21'],
      ['Commitment', 'Luis comprará las sillas.', 'Luis', null],
      ['Commitment', 'Ana va a escribir el informe.', 'Ana', null],
    ]);
  });

  it('are found in German', () => {
    const text =
      'Protokoll vom 14. März 2025\n\nAnwesend: Anna, Ben, Clara\n\nAnna wird die Rechnung bis zum 25. März bezahlen. Ben schickt den Bericht bis Freitag. Clara bestellt die Stühle. Ben wird die Mitglieder informieren. Anna kümmert sich um den Raum.\n';
    expect(tasks(text)).toEqual([
      ['Commitment', 'Anna wird die Rechnung bis zum 25. März bezahlen.', 'Anna', '2025-03-25'],
      ['Commitment', 'Ben schickt den Bericht bis Freitag.', 'Ben', '2025-03-21'],
      ['Commitment', 'Clara bestellt die Stühle.', 'Clara', null],
      ['Commitment', 'Ben wird die Mitglieder informieren.', 'Ben', null],
      ['Commitment', 'Anna kümmert sich um den Raum.', 'Anna', null],
    ]);
  });

  it('are found in French, in the future of the third person', () => {
    const text =
      'Compte rendu du 14 mars 2025\n\nPrésents : Marie, Luc\n\nMarie enverra le budget avant le 19 mars. Luc appellera la banque. Luc achètera les chaises.\n';
    const { events } = extractOffline(sourceDocument(text, { artifactType: 'note' }));
    expect(events.map(({ category }) => category)).toEqual(['Commitment', 'Commitment', 'Commitment']);
    // It is surer of them than without: .42, .3 and .43.
    expect(Math.min(...events.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(0.45);
  });

  it.each([
    ['es', 'Tarea | Responsable | Fecha límite', 'Enviar el presupuesto | Ana | 19 de marzo de 2025'],
    ['es', 'Acción | Responsable | Fecha límite', 'Enviar el presupuesto | Ana | 19 de marzo de 2025'],
    ['de', 'Aufgabe | Wer | Bis wann', 'Rechnung bezahlen | Ana | 19.3.2025'],
    ['de', 'Maßnahme | Verantwortlich | Frist', 'Rechnung bezahlen | Ana | 19.3.2025'],
  ])('are found in a table (%s): %s', (language, head, row) => {
    const text = `| ${head} |\n|---|---|---|\n| ${row} |\n`;
    expect(readSource(sourceDocument(text)).language).toBe(language);
    expect(tasks(text)).toEqual([['Commitment', row.split(' | ')[0], 'Ana', '2025-03-19']]);
  });
});

it('a title of minutes is no sentence that begins like one', () => {
  for (const line of [
    'Protokoll vom 14. März 2025',
    'Minutes of the meeting of 3 May',
    'Vorstandsprotokoll',
    'Acta del 3 de mayo',
  ])
    expect([line, isOpening(line)]).toEqual([line, true]);
  for (const line of [
    'Acta aprobada por la junta.',
    'Das Protokoll von Ben wurde genehmigt.',
    'Minutes matter.',
  ])
    expect([line, isOpening(line)]).toEqual([line, false]);
});
