import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NoDocument, readDocument } from '../../../src/gateway/documents/files.ts';
import { tableOf } from '../../../src/gateway/documents/table.ts';
import { markdownOf } from '../../../src/gateway/documents/word.ts';

const fixtures = 'test/fixtures/documents';
const read = (path: string) => readDocument(path, 1, new Date('2026-03-02T10:00:00Z'));
const folder = mkdtempSync(join(tmpdir(), 'dewey-office-'));
const written = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const refusal = async (path: string): Promise<string> => {
  const error = await read(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoDocument);
  return (error as Error).message;
};

describe('a file of Word', () => {
  it('is read with its headings, lists and tables', async () => {
    const { title, content, artifact_type } = await read(`${fixtures}/minutes.docx`);
    expect([artifact_type, title]).toEqual(['doc', 'Acquisitions meeting']);
    expect(content).toBe(
      [
        '# Acquisitions meeting',
        '',
        'Held on 2 March 2026 in the map room. Present: Ada Byron, Ben Okri & Chloé Tan.',
        '',
        '## Decisions',
        '',
        'We decided to renew the subscription to the maps archive for two years.',
        '',
        '## Actions',
        '',
        '| Action | Owner | Due |',
        '| --- | --- | --- |',
        '| Send the list of damaged atlases to the bindery | Ben | 2026-03-20 |',
        '| Prepare the budget \\| draft | Ada | 2026-02-10 |',
        '',
        '- Count the map room',
        '- Print larger shelf marks <b>',
        '1. First',
      ].join('\n'),
    );
  });

  it('that is damaged, or not one at all, is refused with the reason', async () => {
    const whole = readFileSync(`${fixtures}/minutes.docx`);
    expect(await refusal(written('half.docx', whole.subarray(0, 20_000)))).toMatch(/^cannot be read: /);
    expect(await refusal(written('text.docx', 'plain text'))).toMatch(/^cannot be read: /);
    expect(await refusal(written('empty.docx', ''))).toMatch(/^cannot be read: /);
  });

  it('nests lists, and keeps what looks like HTML as text', () => {
    expect(
      markdownOf('<ul><li>one<ul><li>two &lt;b&gt;</li></ul></li><li><p>three</p></li></ul><p>end</p>'),
    ).toBe('- one\n  - two <b>\n- three\n\nend');
    expect(markdownOf('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toBe('| a b |\n| --- |');
    expect(markdownOf('')).toBe('');
  });
});

describe('a PDF', () => {
  it.each(['minutes.pdf', 'browser.pdf'])('is read with its paragraphs and tables: %s', async (name) => {
    const { title, author, content } = await read(`${fixtures}/${name}`);
    const isBrowser = name === 'browser.pdf';
    expect([title, author]).toEqual(
      isBrowser ? ['Browser minutes', undefined] : ['Acquisitions meeting', 'Ada Byron'],
    );
    expect(content).toMatch(/^Acquisitions meeting\n\n/);
    expect(content).toContain('We decided to renew the subscription to the maps archive for two years');
    expect(content).toContain(
      isBrowser
        ? '\n\n| Action | Owner |\n| --- | --- |\n| Send the list | Ben |\n\n'
        : '\n\n| Action | Owner | Due |\n| --- | --- | --- |\n| Send the list of damaged atlases | Ben | 2026-03-20 |\n| Prepare the budget | Ada | 2026-02-10 |\n\n',
    );
    if (isBrowser) expect(content).toContain('Grüße\naus Köln – the efficient offices.');
  });

  it('that is damaged, or has no text, is refused with the reason', async () => {
    expect(await refusal(written('text.pdf', 'plain text'))).toMatch(/^cannot be read: /);
    // A page without anything on it, as a scan has none that can be read.
    const blank = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>endobj
trailer<</Root 1 0 R>>`;
    expect(await refusal(written('scan.pdf', blank))).toBe('no text; a scan has to be recognised first');
  });
});

it('a table has as many cells in every row as in its longest', () => {
  expect(tableOf([['a'], ['b', 'c|d']])).toBe('| a |  |\n| --- | --- |\n| b | c\\|d |');
});
