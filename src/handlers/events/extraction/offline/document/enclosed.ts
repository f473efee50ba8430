import { clockOn, fullDate } from './dates.ts';
import { columns } from './headings.ts';
import type { Line } from './lines.ts';
import { explainsRow } from './names.ts';
import type { Reading } from './reading.ts';
import { headsOf, isRow, isRule, recordOf } from './table.ts';

/** Parts of a text between marks: code, comments, front matter; and tables. */

export type Enclosed = { kind: 'code' | 'comment' | 'matter'; ends(line: string, start: number): boolean };

export function fenced(line: string): Enclosed | undefined {
  const fence = /^(?:```|~~~)/.exec(line)?.[0];
  if (fence !== undefined) {
    if (line.length > 3 && line.endsWith(fence)) return undefined;
    return { kind: 'code', ends: (below) => below.startsWith(fence) };
  }
  if (line.startsWith('<!--') && !line.includes('-->'))
    return { kind: 'comment', ends: (below) => below.includes('-->') };
  return undefined;
}

/** YAML between `---` at the very start, if it is closed. */
export function frontMatter(text: string): Enclosed | undefined {
  if (!text.startsWith('---\n') || !/\n---\s*\n/.test(text.slice(0, 4000))) return undefined;
  return { kind: 'matter', ends: (line, start) => start > 0 && line === '---' };
}

/** Reads a row of a table as one record: a block that is its longest cell, with all cells. */
export function row(reading: Reading, line: Line): boolean {
  const { build, text } = reading;
  if (isRule(line.text) && (reading.heads.length > 0 || isRow(line.text))) return true;
  const bordered = isRow(line.text);
  const below = text.slice(line.end + 1, line.end + 301).split('\n', 1)[0] ?? '';
  if (line.text.includes('|') && isRule(below)) {
    build.close();
    reading.heads = headsOf(line.text);
    return true;
  }
  if (!bordered && !(reading.heads.length > 0 && line.text.includes('|'))) return false;
  build.close();
  const cells = recordOf(line, reading.heads);
  explainsRow(build.model, cells);
  const length = (cell: { start: number; end: number }) => cell.end - cell.start;
  const told = cells
    .filter(({ head }) => !columns.owner.test(head) && !columns.due.test(head) && !columns.date.test(head))
    .sort((a, b) => length(b) - length(a))[0];
  const day = cells.find(({ head }) => columns.date.test(head))?.text ?? '';
  const iso = fullDate(day, build.model.dayFirst)?.iso ?? clockOn(day, build.day);
  if (told === undefined || length(told) < 4) return true;
  // A row of two cells is a field: its key belongs to it.
  const from = cells.length === 2 ? (cells[0]?.start ?? told.start) : told.start;
  const to = cells.length === 2 ? (cells[1]?.end ?? told.end) : told.end;
  build.open(from, to, 'row', { cells, ...(iso ? { stamp: { iso, from: 'entry' } } : {}) });
  build.close();
  return true;
}
