import { parse, stringify, TomlError } from 'smol-toml';
import { sameJson } from './json.ts';
import { Unusable } from './unusable.ts';

/** Edits of TOML: our own table is added, replaced or removed as lines; all others stay byte for byte. */

export function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Unusable(
      `${path} is broken TOML (line ${error.line}), so its program cannot read it either. Fix that line first.`,
    );
  }
}

/**
 * Sets a table, such as `['mcp_servers', 'dewey']`; undefined removes it with the tables in it.
 *
 * @throws Unusable when the file writes it in another form, such as an inline table.
 */
export function setToml(
  text: string,
  table: readonly string[],
  value: Record<string, unknown> | undefined,
  path: string,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/(?<=\n)/);
  const content = parseToml(text, path);
  const block = value === undefined ? '' : blockOf(table, value).replaceAll('\n', eol);
  // Within a text of several lines, a line may look like our header: whatever is left must be what it was.
  const places = valueAt(content, table) === undefined ? [undefined] : blocksOf(lines, table);
  for (const place of places) {
    const after = place ? replaced(lines, place, block, eol) : appended(text, block, eol);
    try {
      const now = parse(after.replace(/^\ufeff/, ''));
      if (sameJson(without(now, table), without(content, table)) && sameJson(valueAt(now, table), value))
        return after;
    } catch {
      // Defined in another form elsewhere: reported below.
    }
  }
  throw new Unusable(
    value === undefined
      ? `${path} has ${table.join('.')} in a form that cannot be removed safely. Remove it by hand.`
      : `${path} already has ${table.join('.')} in another form. Replace it by hand with:\n${block.trimEnd()}`,
  );
}

const blockOf = (table: readonly string[], value: Record<string, unknown>): string =>
  `[${table.join('.')}]\n${Object.entries(value)
    .map(([key, content]) => `${key} = ${inline(content)}`)
    .join('\n')}\n`;

/** A table within ours is written on one line, so that ours is one block. */
const inline = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? `{ ${Object.entries(value)
        .map(([key, content]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${inline(content)}`)
        .join(', ')} }`
    : stringify({ value })
        .replace(/^value = /, '')
        .trimEnd();

function appended(text: string, block: string, eol: string): string {
  if (block === '') return text;
  const gap = text === '' || text.endsWith(`${eol}${eol}`) ? '' : text.endsWith('\n') ? eol : eol + eol;
  return text + gap + block;
}

/** Lines from `start` up to `end`. */
type Place = { start: number; end: number };

function replaced(lines: readonly string[], { start, end }: Place, block: string, eol: string): string {
  const head = lines.slice(0, start).join('');
  const rest = lines.slice(end).join('');
  if (block !== '') return head + block + rest;
  // The empty line that separated our table goes too.
  return head.endsWith(eol + eol) ? head.slice(0, -eol.length) + rest : head + rest;
}

/** The path of the table that a line begins. */
function headerOf(line: string): string[] | undefined {
  const text = line.trim();
  if (!text.startsWith('[') || !text.includes(']')) return undefined;
  const path = text.slice(text.startsWith('[[') ? 2 : 1, text.indexOf(']'));
  return path.split('.').map((part) => {
    const name = part.trim();
    return /^(["']).*\1$/.test(name) ? name.slice(1, -1) : name;
  });
}

/** Where our table may stand, with the tables in it, without comments above the next one. */
function blocksOf(lines: readonly string[], table: readonly string[]): Place[] {
  const isOurs = (line = ''): boolean => {
    const header = headerOf(line);
    return header !== undefined && table.every((part, at) => header[at] === part);
  };
  const places: Place[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!isOurs(lines[at])) continue;
    const place = { start: at, end: at + 1 };
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at] ?? '';
      if (headerOf(line) && !isOurs(line)) break;
      if (!/^\s*(#|$)/.test(line)) place.end = at + 1;
    }
    places.push(place);
  }
  return places.toReversed();
}

/** The content without a table, and without the tables around it that had nothing else. */
function without(content: Record<string, unknown>, table: readonly string[]): Record<string, unknown> {
  const [key = '', ...more] = table;
  const { [key]: inner, ...others } = content;
  if (more.length === 0 || typeof inner !== 'object' || inner === null) return others;
  const rest = without(inner as Record<string, unknown>, more);
  return Object.keys(rest).length === 0 ? others : { ...others, [key]: rest };
}

const valueAt = (content: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content);
