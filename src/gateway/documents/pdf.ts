import { getDocumentProxy, getMeta } from 'unpdf';
import type { OfficeText } from './office.ts';
import { tableOf } from './table.ts';

/** A run of letters: where it begins, how wide and high it is; in points, from the lower left corner. */
type Run = { text: string; x: number; y: number; width: number; height: number };
/** As the library gives it; marks have no text. */
type Item = { str: string; transform: readonly unknown[]; width: number; height: number } | { type: string };
type Line = { cells: string[]; y: number; height: number };

const mostPages = 2000;
/** Runs of a line whose baselines differ by less of their height. */
const sameLine = 0.5;
/** A gap within a line, in heights: between words, and between columns of a table. */
const wordGap = 0.15;
const columnGap = 1.8;
/** A gap between lines, in heights, that begins a paragraph. */
const paragraphGap = 1.9;

/** The text of a PDF, page by page; without text in pictures. */
export async function pdfText(bytes: Uint8Array): Promise<OfficeText> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const parts: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    parts.push(
      pageText(
        items.flatMap((item: Item) =>
          'str' in item && item.str !== ''
            ? [
                {
                  text: item.str,
                  x: Number(item.transform[4]),
                  y: Number(item.transform[5]),
                  width: item.width,
                  height: item.height || 10,
                },
              ]
            : [],
        ),
      ),
    );
    page.cleanup();
  }
  const { info } = await getMeta(document);
  const about = (name: string) => {
    const value: unknown = info[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 1000) : undefined;
  };
  return { text: parts.filter(Boolean).join('\n\n'), title: about('Title'), author: about('Author') };
}

/** The runs of a page, in the order of the file, as paragraphs and tables. */
export function pageText(runs: readonly Run[]): string {
  const out: string[] = [];
  let rows: Line[] = [];
  let before: Line | undefined;
  const endTable = () => {
    if (rows.length > 1) out.push('', tableOf(rows.map(({ cells }) => cells)), '');
    else for (const { cells } of rows) out.push(cells.join(' '));
    rows = [];
  };
  for (const line of linesOf(runs)) {
    const isRow = line.cells.length > 1;
    if (!isRow || (rows[0] && rows[0].cells.length !== line.cells.length)) endTable();
    const gap = before ? Math.abs(before.y - line.y) / Math.max(line.height, before.height) : 0;
    // A heading is larger than the text below it.
    const differs = before && Math.abs(before.height - line.height) > 0.2 * line.height;
    if ((gap > paragraphGap || differs) && !isRow && out.length > 0) out.push('');
    if (isRow) rows.push(line);
    else out.push(line.cells[0] ?? '');
    before = line;
  }
  endTable();
  return out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function linesOf(runs: readonly Run[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  let end = 0;
  for (const run of runs) {
    const { text, x, y, width, height } = run;
    if (
      !line ||
      Math.abs(line.y - y) > sameLine * Math.max(height, line.height) ||
      x < end - columnGap * height
    ) {
      if (text.trim() === '') continue;
      line = { cells: [text.trimStart()], y, height };
      lines.push(line);
    } else if (text.trim() === '') continue;
    else if (x - end > columnGap * height) line.cells.push(text.trimStart());
    else {
      const last = line.cells.length - 1;
      const said = line.cells[last] ?? '';
      const apart = x - end > wordGap * height && !/\s$/.test(said) && !/^\s/.test(text);
      line.cells[last] = said + (apart ? ' ' : '') + text;
    }
    end = x + width;
  }
  for (const one of lines)
    one.cells = one.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter(Boolean);
  return lines.filter(({ cells }) => cells.length > 0);
}
