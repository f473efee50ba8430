import type { Category } from '../domain/event.ts';
import type { Span } from './whole.ts';

/** A cell of a table, and the category announced by the heading of its column. */
export type Cell = Span & { section: Category | undefined };

/** A line of a Markdown table: `| a | b |`. */
export const isRow = (line: string): boolean => /^\|.*\|$/.test(line.trim());
/** The line between the headings and the rows: `|---|:-:|`. */
export const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line.trim()) && line.includes('-');

/** Positions of a row's cells within its line. */
export function cellsOf(line: string): Span[] {
  const cells: Span[] = [];
  const first = line.indexOf('|') + 1;
  for (let start = first; start < line.length; ) {
    const bar = line.indexOf('|', start);
    if (bar === -1) break;
    const raw = line.slice(start, bar);
    const from = start + raw.length - raw.trimStart().length;
    cells.push({ start: from, end: from + raw.trim().length });
    start = bar + 1;
  }
  return cells;
}

/**
 * The cells of a row that can report something: more than a name, a number or a date.
 *
 * @param announcedBy categories announced by the column headings; if there are none, `section` applies to the longest cell.
 */
export function sayingIn(
  line: string,
  announcedBy: readonly (Category | undefined)[],
  section: Category | undefined,
): Cell[] {
  const cells = cellsOf(line);
  const length = (cell: Span) => cell.end - cell.start;
  const longest = cells.toSorted((a, b) => length(b) - length(a))[0];
  const headed = announcedBy.some((category) => category !== undefined);
  return cells.flatMap((cell, column) =>
    line.slice(cell.start, cell.end).split(/\s+/).length < 3
      ? []
      : [{ ...cell, section: headed ? announcedBy[column] : cell === longest ? section : undefined }],
  );
}
