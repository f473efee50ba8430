import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const head = 'Date: Tuesday 3 November 2026\nPresent: Ana Lopez, Ben Okafor\n\n';
const eventsOf = (text: string) =>
  extractOffline(sourceDocument(text)).events.map(({ category, actors, due, evidence }) => ({
    category,
    who: actors.map(({ ref }) => ref).join(', '),
    due: due?.slice(0, 10) ?? null,
    quote: evidence[0]?.quote,
  }));
const table = (heads: string, ...rows: string[]) =>
  `${head}# Action items\n\n${heads}\n${heads.replace(/[^|]+/g, '---')}\n${rows.join('\n')}\n`;

describe('a table of tasks', () => {
  const heads = '| Task | Owner | Due | Status |';
  it.each([
    'Completed',
    'Done',
    '✅ Done',
    '✅',
    'closed',
    'Done (3 Nov)',
    'Completed on 2 November',
    'erledigt',
    'fait',
    'Terminé',
    'hecho',
  ])('has what was done where its state is "%s"', (state) => {
    expect(eventsOf(table(heads, `| Renew the lease | Ana Lopez | 20 October 2026 | ${state} |`))).toEqual([
      { category: 'Execution', who: 'Ana Lopez', due: null, quote: 'Renew the lease' },
    ]);
  });

  it.each(['Open', 'In progress', 'Not done', 'to be done', '50 % done', 'Done by Friday?', '❌', ''])(
    'has what is open where its state is "%s"',
    (state) => {
      expect(eventsOf(table(heads, `| Renew the lease | Ana Lopez | 20 October 2026 | ${state} |`))).toEqual([
        { category: 'Commitment', who: 'Ana Lopez', due: '2026-10-20', quote: 'Renew the lease' },
      ]);
    },
  );

  it.each(['Cancelled', '❌ Canceled', 'Dropped - too dear', 'entfällt', 'annulé', 'Cancelada'])(
    'has nothing that anybody is to do where its state is "%s"',
    (state) => {
      expect(eventsOf(table(heads, `| Renew the lease | Ana Lopez | 20 October 2026 | ${state} |`))).toEqual(
        [],
      );
    },
  );

  it('has a column that is ticked', () => {
    expect(
      eventsOf(
        table('| Done | Task | Owner |', '| x | Renew the lease | Ana |', '|  | Call the insurer | Ben |'),
      ).map(({ category, quote }) => [category, quote]),
    ).toEqual([
      ['Execution', 'Renew the lease'],
      ['Commitment', 'Call the insurer'],
    ]);
  });

  it('of two columns has who does a task apart from it', () => {
    expect(
      eventsOf(
        table(
          '| Task | Owner |',
          '| Extend the lease | Ana |',
          '| Renew the lease | Ana |',
          '| Call the insurer | Ben |',
        ),
      ),
    ).toEqual([
      { category: 'Commitment', who: 'Ana Lopez', due: null, quote: 'Extend the lease' },
      { category: 'Commitment', who: 'Ana Lopez', due: null, quote: 'Renew the lease' },
      { category: 'Commitment', who: 'Ben Okafor', due: null, quote: 'Call the insurer' },
    ]);
  });
});

describe('an item that is ticked off', () => {
  it('was done, although its list is one of tasks', () => {
    expect(
      eventsOf(`${head}# Action items\n\n- [x] Send the invitation for the meeting (Ben Okafor)\n`),
    ).toMatchObject([{ category: 'Execution', who: 'Ben Okafor' }]);
  });
});
