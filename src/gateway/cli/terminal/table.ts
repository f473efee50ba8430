import { oneLine } from './harmless.ts';
import { cutTo, type Screen, widthOf } from './screen.ts';

export type Column = {
  head: string;
  align?: 'right';
  /** May be cut so that the table fits. */
  flexible?: boolean;
  paint?: (text: string) => string;
};

const gap = 2;
/** A flexible column is never narrower. */
const least = 8;

/**
 * Aligned columns that fit the screen: flexible ones are cut, empty ones left out.
 *
 * @param stored plain cells, each shown on one line without what could change a terminal; colours are added after measuring.
 */
export function table(
  screen: Screen,
  columns: readonly Column[],
  stored: readonly (readonly string[])[],
): string {
  const rows = stored.map((row) => row.map(oneLine));
  const used = columns.flatMap((column, i) => (rows.some((row) => row[i]) ? [{ ...column, i }] : []));
  const widths = used.map(({ head, i }) =>
    Math.max(widthOf(head), ...rows.map((row) => widthOf(row[i] ?? ''))),
  );
  const fitted = shrink(widths, used, screen.width);
  const line = (cells: readonly string[], paints: readonly (((text: string) => string) | undefined)[]) =>
    cells
      .map((cell, n) => {
        const width = fitted[n] ?? 0;
        const text = cutTo(cell, width);
        const space = ' '.repeat(Math.max(0, width - widthOf(text)));
        const painted = paints[n]?.(text) ?? text;
        if (used[n]?.align === 'right') return space + painted;
        return n === cells.length - 1 ? painted : painted + space;
      })
      .join(' '.repeat(gap));
  const { paint } = screen;
  const head = line(
    used.map((column) => column.head),
    used.map(() => paint.dim),
  );
  const paints = used.map((column) => column.paint);
  return [
    head,
    ...rows.map((row) =>
      line(
        used.map(({ i }) => row[i] ?? ''),
        paints,
      ),
    ),
  ].join('\n');
}

function shrink(widths: readonly number[], columns: readonly Column[], most: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, 0) + gap * (fitted.length - 1) - most;
  // The widest gives way until it is as narrow as the others, so that no column vanishes for another.
  while (over > 0) {
    const [widest] = columns
      .flatMap(({ flexible }, i) => (flexible && (fitted[i] ?? 0) > least ? [i] : []))
      .toSorted((a, b) => (fitted[b] ?? 0) - (fitted[a] ?? 0));
    if (widest === undefined) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    over -= 1;
  }
  return fitted;
}
