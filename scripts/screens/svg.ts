import stringWidth from 'string-width';

/** Colours of the terminal by SGR code, readable on its dark background. */
const colours: Record<string, string> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
};
const size = { character: 8.43, line: 19, margin: 16, font: 14 };

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(' ', '\u00a0');

type Style = { fill?: string; bold?: boolean; dim?: boolean };

/** The style after an SGR sequence. */
function styled(style: Style, codes: string): Style {
  let next = style;
  for (const code of codes.split(';')) {
    if (code === '' || code === '0') next = {};
    else if (code === '1') next = { ...next, bold: true };
    else if (code === '2') next = { ...next, dim: true };
    else if (code === '22') next = { ...next, bold: false, dim: false };
    else if (code === '39') next = { ...next, fill: undefined };
    else if (colours[code]) next = { ...next, fill: colours[code] };
  }
  return next;
}

/** One line as text elements, each at its column, so that columns stay aligned in any font. */
function lineOf(line: string, y: number): string {
  let style: Style = {};
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
  const parts = line.split(/(\u001b\[[\d;]*m)/);
  return parts
    .flatMap((part) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
      const [, codes] = /^\u001b\[([\d;]*)m$/.exec(part) ?? [];
      if (codes !== undefined) {
        style = styled(style, codes);
        return [];
      }
      const [indent = ''] = /^ */.exec(part) ?? [];
      const text = part.trim();
      const x = size.margin + (column + indent.length) * size.character;
      column += stringWidth(part);
      if (text === '') return [];
      const looks = [
        style.fill ? ` fill="${style.fill}"` : '',
        style.bold ? ' font-weight="bold"' : '',
        style.dim ? ' opacity="0.65"' : '',
      ].join('');
      const length = (stringWidth(text) * size.character).toFixed(1);
      return [`<text x="${x.toFixed(1)}" y="${y}" textLength="${length}"${looks}>${escaped(text)}</text>`];
    })
    .join('');
}

/**
 * A terminal with a command and what it printed, as SVG.
 *
 * @param columns of the terminal.
 */
export function svgOf(command: string, printed: string, columns: number): string {
  const lines = [`\u001b[2m$\u001b[22m \u001b[1m${command}\u001b[22m`, ...printed.split('\n')];
  const width = Math.ceil(columns * size.character + 2 * size.margin);
  const height = lines.length * size.line + 2 * size.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(command)}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${size.font}" fill="#e6edf3">`,
    ...lines.map((line, i) => lineOf(line, size.margin + size.font + i * size.line)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
