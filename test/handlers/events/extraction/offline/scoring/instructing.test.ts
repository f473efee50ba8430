import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../../src/handlers/events/extraction/offline/index.ts';
import { lessIn } from '../../../../../../src/handlers/events/extraction/offline/scoring/instructing.ts';
import { sourceDocument } from '../../../../../support/source-document.ts';

const eventsOf = (text: string): string[] =>
  extractOffline(sourceDocument(text)).events.map(({ evidence }) => evidence[0]?.quote ?? '');

const manual = `# Backing up a shelf

To keep a copy of a shelf, run \`shelf backup\`. You can choose where the copy is written with \`--to\`.

## Options

- \`--to\`: the folder where the copy is written. Defaults to the folder you are in.
- \`--compress\`: files are compressed before they are written. Use it when the disk is small.
- \`--since\`: only files that were changed after this day are copied.
- \`--quiet\`: nothing is printed. Errors are still reported.

## How it works

If a file is open, its last saved version is copied. When a copy fails, the error is printed and the next file is tried.
You can stop the command at any time: what was copied is kept, and the next run continues from there.

## Restoring

1. Stop every program that uses the shelf.
2. Run \`shelf restore\` and choose the copy you want.
3. Check that the files were restored, then start your programs again.

If you have lost the key, the copy cannot be opened. See the guide on keys for how to replace it.

When a program asks for a file that was removed, the copy is used. You can turn this off with \`--no-fallback\`.
`;

const record = `# Shelf meeting, 3 March 2025

Present: Nora Feld, Tom Aker

- Nora Feld copied the old shelf to the new disk on Monday.
- We decided to compress the copies from now on.
- Tom Aker will write the guide on keys by 14 March.
- The restore of last week failed, because the key had been lost.
- Tom Aker replaced the key on Tuesday and told everybody.
- Nora Feld is in charge of the backups from April.
- We agreed to meet again on 17 March.
`;

describe('a text that instructs', () => {
  it('tells of nearly no event, whatever words it uses', () => {
    expect(eventsOf(manual).length).toBeLessThanOrEqual(2);
  });

  it('is not taken for one where it records what happened', () => {
    const quotes = eventsOf(record);
    for (const told of [
      'copied the old shelf',
      'decided to compress',
      'will write the guide',
      'replaced the key',
    ])
      expect(quotes.filter((quote) => quote.includes(told))).toHaveLength(1);
  });

  it('is not judged by a few sentences', () => {
    const few =
      'We decided to compress the copies. You can stop the command at any time. Tom Aker replaced the key.';
    expect(eventsOf(few).join(' ')).toContain('decided to compress');
  });
});

describe('odds in a text that instructs', () => {
  it('remain what they are where it does not, and are a 25th where it does', () => {
    const odds = Float64Array.from([0.2, 0.5, 0.3]);
    expect([...lessIn(0, odds)]).toEqual([0.2, 0.5, 0.3]);
    const less = lessIn(1, odds);
    expect((1 - (less[0] ?? 0)) / (less[0] ?? 1)).toBeCloseTo((0.8 / 0.2) * 0.04);
    expect((less[1] ?? 0) / (less[2] ?? 1)).toBeCloseTo(0.5 / 0.3);
  });
});
