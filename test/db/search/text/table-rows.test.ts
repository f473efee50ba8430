import { expect, it } from 'vitest';
import { highlight } from '../../../../src/db/search/text/highlight.ts';

const snippetOf = async (query: string, text: string) =>
  (await highlight({ text: query, mode: 'auto' }, [text])).snippets[0]?.text;

it('shows the rows of a table by their cells, with the matches marked', async () => {
  const table =
    '# Prices\n\n| Shelf | Wood | Price |\n|:---|---|---:|\n| Low | oak | 120 |\n| High | pine \\| fir | 80 |\n';
  expect(await snippetOf('oak shelf', table)).toBe(
    '# Prices\n\n**Shelf** · Wood · Price\nLow · **oak** · 120\nHigh · pine | fir · 80',
  );
});

it('does so where the passage begins or ends within a row', async () => {
  const row = (i: number) => `| shelf number ${i} | stands in the reading room beside window ${i} | green |`;
  const long = Array.from({ length: 40 }, (_, i) => row(i)).join('\n');
  const snippet =
    (await snippetOf(
      'marmalade',
      long.replace('green |\n| shelf number 20', 'marmalade |\n| shelf number 20'),
    )) ?? '';
  expect(snippet).toContain('· **marmalade**\nshelf number 20 · stands');
  expect(snippet).not.toContain('|');
  expect(snippet.startsWith('…')).toBe(true);
});

it('leaves bars that are no table, and never parts the marks of a match', async () => {
  const command = 'Run cat log |\n| grep error | wc to count.';
  expect(await snippetOf('grep', command)).toBe('Run cat log |\n| **grep** error | wc to count.');
  expect(await snippetOf('oak', '| **oak | pine** |')).toBe('| ****oak** | pine** |');
});
