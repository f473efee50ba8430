/**
 * A passage with the rows of Markdown tables as their cells' text: `| a | b |` becomes `a · b`, and lines that only draw the
 * table are left out. Other text, such as commands joined by bars, stays as it is.
 *
 * @param passage part of `text` from `from` on, perhaps with matches between `**`; its first and last line may be cut.
 */
export function withoutBars(passage: string, text: string, from: number): string {
  if (!passage.includes('|')) return passage;
  let start = text.lastIndexOf('\n', from - 1) + 1;
  if (from === 0) start = 0;
  const out: string[] = [];
  for (const line of passage.split('\n')) {
    const end = text.indexOf('\n', start);
    const whole = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    if (!isRow(whole)) out.push(line);
    else if (!isRule(whole)) out.push(cellsOf(line) ?? line);
  }
  return out.join('\n');
}

const isRow = (line: string): boolean => line.length > 2 && line.startsWith('|') && line.endsWith('|');

/** The line between the head of a table and its body. */
const isRule = (line: string): boolean => /^[|:\s-]+$/.test(line) && line.includes('--');

/** Undefined where a match spans cells: its marks must stay in pairs. */
function cellsOf(row: string): string | undefined {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells.some((cell) => cell.split('**').length % 2 === 0)) return undefined;
  return cells.filter((cell) => cell !== '').join(' · ');
}
