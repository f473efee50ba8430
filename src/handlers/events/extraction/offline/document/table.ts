import type { Cell } from './block.ts';
import { columns } from './headings.ts';
import { plain } from './lines.ts';
import type { Span } from './whole.ts';

/** A line of a table: `| a | b |`, or one of `a | b | c` whose heading is underlined. */
export const isRow = (line: string): boolean => {
  const trimmed = line.trim();
  return trimmed.length > 2 && trimmed.startsWith('|') && trimmed.endsWith('|');
};
/** The line between the headings and the rows: `|---|:-:|`. */
export const isRule = (line: string): boolean =>
  /^\|?[\s|:+-]+\|?$/.test(line.trim()) && line.includes('--') && line.includes('|');

/** Where the next cell ends; `\\|` is a letter of a cell. */
function nextBar(line: string, start: number): number {
  let bar = line.indexOf('|', start);
  while (bar > 0 && line[bar - 1] === '\\') bar = line.indexOf('|', bar + 1);
  return bar;
}

/** Positions of a row's cells within its line. */
export function cellsOf(line: string): Span[] {
  const cells: Span[] = [];
  const bounded = line.trimStart().startsWith('|');
  for (let start = bounded ? line.indexOf('|') + 1 : 0; start < line.length; ) {
    const bar = nextBar(line, start);
    if (bar === -1 && bounded) break;
    const end = bar === -1 ? line.length : bar;
    const raw = line.slice(start, end);
    const from = start + raw.length - raw.trimStart().length;
    cells.push({ start: from, end: Math.max(from, from + raw.trim().length) });
    start = end + 1;
  }
  return cells;
}

/** A row as a record: its cells with their column's heading; offsets count from the start of the text. */
export const recordOf = (line: { text: string; start: number }, heads: readonly string[]): Cell[] =>
  cellsOf(line.text).map((cell, column) => ({
    start: line.start + cell.start,
    end: line.start + cell.end,
    head: heads[column] ?? '',
    text: plain(line.text.slice(cell.start, cell.end)),
  }));

/** The headings of columns, in lower case. Beside a column for who, "Name" is no person; with one for when, it is a task. */
export function headsOf(line: string): string[] {
  const heads = cellsOf(line).map((cell) => plain(line.slice(cell.start, cell.end)).toLowerCase());
  const isName = (head: string) => head === 'name' || head === 'names';
  const given = heads.some((head) => columns.owner.test(head) && !isName(head));
  const task = heads.some((head) => columns.due.test(head)) ? 'task' : 'item';
  return given ? heads.map((head) => (isName(head) ? task : head)) : heads;
}
