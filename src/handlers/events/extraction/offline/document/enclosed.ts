import { clockOn, fullDate } from './dates.ts';
import { columns } from './headings.ts';
import { below, type Line } from './lines.ts';
import { isLoggedRow } from './logs.ts';
import { attends, explainsRow } from './names.ts';
import type { Reading } from './reading.ts';
import { headsOf, isRow, isRule, recordOf } from './table.ts';
import { isTask, stateOf } from './task.ts';

/** Parts of a text between marks: code, comments, front matter; and tables. */

export type Enclosed = { kind: 'code' | 'comment' | 'matter'; ends(line: string, start: number): boolean };

export function fenced(line: string): Enclosed | undefined {
  const fence = /^(?:```|~~~)/.exec(line)?.[0];
  if (fence !== undefined) {
    if (line.length > 3 && line.endsWith(fence)) return undefined;
    return { kind: 'code', ends: (one) => one.startsWith(fence) };
  }
  if (line.startsWith('<!--') && !line.includes('-->'))
    return { kind: 'comment', ends: (one) => one.includes('-->') };
  return undefined;
}

/** YAML between `---`, or TOML between `+++`, at the very start, if it is closed. */
export function frontMatter(text: string): Enclosed | undefined {
  const mark = /^(?:---|\+\+\+)(?=\r?\n)/.exec(text)?.[0];
  if (
    mark === undefined ||
    !text
      .slice(4, 4000)
      .split('\n')
      .some((line) => line.trimEnd() === mark)
  )
    return undefined;
  return { kind: 'matter', ends: (line, start) => start > 0 && line === mark };
}

/** A line of TOML as one of YAML: `date = "2026-05-03"`. */
export const asField = (line: string): string =>
  line.replace(/^(\s{0,20}[\p{L}_-]{1,40}) ?= ?/u, '$1: ').replace(/(?<=: )"([^"]{0,300})"\s*$/, '$1');

/** Reads a row of a table as one record: a block that is its longest cell, with all cells. */
export function row(reading: Reading, line: Line): boolean {
  const { build, text, talk } = reading;
  // Each row of such a table is a message.
  if (reading.heads.length === 0 && talk.tagged && isLoggedRow(line.text)) return false;
  if (isRule(line.text) && (reading.heads.length > 0 || isRow(line.text))) return true;
  const bordered = isRow(line.text);
  const from = below(text, line);
  const [next = ''] = text.slice(from, from + 300).split('\n', 1);
  if (line.text.includes('|') && isRule(next)) {
    build.close();
    reading.heads = headsOf(line.text);
    // A table of tasks below the list of those present is none of it.
    if (reading.heads.some((head) => columns.due.test(head)))
      build.path = build.path.filter(({ announces }) => announces !== 'attendance');
    return true;
  }
  if (!bordered && !(reading.heads.length > 0 && line.text.includes('|'))) return false;
  build.close();
  const cells = recordOf(line, reading.heads);
  explainsRow(build.model, cells);
  if (build.path.at(-1)?.announces === 'attendance')
    for (const cell of cells) attends(build.model, cell.text);
  const length = (cell: { start: number; end: number }) => cell.end - cell.start;
  const tasks = cells.some((cell) => isTask(cell, cells));
  const task = cells.find((cell) => isTask(cell, cells) && length(cell) >= 4);
  const longest = cells
    .filter(({ head }) => !columns.owner.test(head) && !columns.due.test(head) && !columns.date.test(head))
    .filter(({ head }) => !tasks || !columns.state.test(head))
    .sort((a, b) => length(b) - length(a))[0];
  // A note may be longer than the task that it is on.
  const told = task ?? longest;
  const day = cells.find(({ head }) => columns.date.test(head))?.text ?? '';
  const iso = fullDate(day, build.model.dayFirst)?.iso ?? clockOn(day, build.day);
  if (told === undefined || length(told) < 4) return true;
  const state = stateOf(told, cells);
  // As if it was struck out.
  if (state === 'dropped') return true;
  // A row of two cells is a field: its key belongs to it. Who does a task does not belong to it.
  const [first, last] = cells.length === 2 && !isTask(told, cells) ? cells : [told, told];
  const { start } = first ?? told;
  build.open(start, last?.end ?? told.end, 'row', {
    cells,
    box: state,
    ...(iso ? { stamp: { iso, from: 'entry' } } : {}),
  });
  build.close();
  return true;
}
