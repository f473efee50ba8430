import colors from 'picocolors';
import stringWidth from 'string-width';

export type Colors = ReturnType<typeof colors.createColors>;

/** Where a command prints, and what may be printed there. */
export type Screen = {
  /** Whether a person reads it directly. */
  terminal: boolean;
  /** Columns of the terminal; output that goes elsewhere is never cut to a width. */
  width: number;
  rows: number;
  paint: Colors;
};

/**
 * Describes a stream. `NO_COLOR` and `FORCE_COLOR` decide about colours, otherwise whether it is a terminal
 * (https://no-color.org, https://force-color.org).
 *
 * @param env as `process.env`.
 */
export function screenOf(
  env: NodeJS.ProcessEnv,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'> = process.stdout,
): Screen {
  const terminal = stream.isTTY === true;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0';
  const coloured = forced || (terminal && !env.NO_COLOR && env.FORCE_COLOR !== '0' && env.TERM !== 'dumb');
  return {
    terminal,
    width: terminal ? stream.columns || 80 : Number.POSITIVE_INFINITY,
    rows: stream.rows || 24,
    paint: colors.createColors(coloured),
  };
}

/** Columns that a text takes in a terminal. */
export const widthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);

/** Cuts a text to a number of columns, with an ellipsis where something is left out. */
export function cutTo(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  if (width < 1) return '';
  let out = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const wide = widthOf(segment);
    if (used + wide > width - 1) break;
    out += segment;
    used += wide;
  }
  return `${out.trimEnd()}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks lines at spaces to fit a width; a word longer than that stands on a line of its own. */
export function wrap(text: string, width: number): string[] {
  if (width === Number.POSITIVE_INFINITY) return text.split('\n');
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(20, width)));
}

function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  // A list item or an indented line keeps its indent.
  const [indent = ''] = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?/.exec(line) ?? [];
  const hanging = ' '.repeat(Math.min(widthOf(indent), Math.floor(width / 2)));
  const out: string[] = [];
  let current = indent;
  for (const word of line.slice(indent.length).split(/ +/)) {
    const next = current.trim() === '' || current === indent ? current + word : `${current} ${word}`;
    if (widthOf(next) > width && current.trim() !== '' && current !== indent) {
      out.push(current);
      current = hanging + word;
    } else current = next;
  }
  return [...out, current];
}
