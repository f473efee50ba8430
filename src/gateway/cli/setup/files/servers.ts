import { type Entry, entryName, type ServerFile, type Target } from '../clients/client.ts';
import { parseJson, removeJson, sameJson, setJson } from './json.ts';
import { parseToml, setToml } from './toml.ts';
import { Unusable } from './unusable.ts';

/** Our entry among the servers of a client's file. */

const parse = ({ format, path }: ServerFile, text: string): Record<string, unknown> =>
  format === 'json' ? parseJson(text, path) : parseToml(text, path);

/** Our entry as the file has it, in the words of its client. */
export function entryIn(file: ServerFile, text: string): Entry | undefined {
  const content = parse(file, text);
  const entry = tableIn(file, content)?.[entryName];
  if (entry === undefined) return undefined;
  if (typeof entry !== 'object' || entry === null || !isOurs(entry as Entry))
    throw new Unusable(
      `${file.path} has another server with the name "${entryName}". Give it another name first.`,
    );
  return entry as Entry;
}

/** What says how to reach a server, under the names of all clients. All else in an entry is the user's. */
const transport = new Set(
  'type url httpUrl serverUrl command args headers http_headers bearer_token_env_var'.split(' '),
);

/** The text with our entry; the same text when it has it already. */
export function withEntry(file: ServerFile, text: string, target: Target): string {
  const wanted = file.entry(target);
  const before = entryIn(file, text);
  const kept = Object.entries(before ?? {}).filter(([key]) => !transport.has(key));
  const entry = before ? ordered(before, { ...Object.fromEntries(kept), ...wanted }) : wanted;
  if (sameJson(before, entry)) return text;
  const at = [...file.servers(parse(file, text)), entryName];
  if (file.format === 'toml') return setToml(text, at, entry, file.path);
  let after = text;
  if (before) {
    for (const key of Object.keys(before)) if (!(key in entry)) after = removeJson(after, [...at, key]);
    for (const [key, value] of Object.entries(entry))
      if (!sameJson(before[key], value)) after = setJson(after, [...at, key], value);
  } else after = setJson(after, at, entry);
  return verified(file, text, after, entry);
}

/** The text without our entry, and without the table of servers if it had nothing else. */
export function withoutEntry(file: ServerFile, text: string): string {
  if (!entryIn(file, text)) return text;
  const content = parse(file, text);
  const at = file.servers(content);
  if (file.format === 'toml') return setToml(text, [...at, entryName], undefined, file.path);
  const alone = Object.keys(tableIn(file, content) ?? {}).length === 1;
  return verified(file, text, removeJson(text, alone ? [...at] : [...at, entryName]), undefined);
}

/** @throws Unusable when an edit has changed anything but our entry. */
function verified(file: ServerFile, before: string, after: string, entry: Entry | undefined): string {
  const [old, now] = [parse(file, before), parse(file, after)];
  if (sameJson(others(file, old), others(file, now)) && sameJson(tableIn(file, now)?.[entryName], entry))
    return after;
  throw new Unusable(`${file.path} cannot be changed safely. Change the entry "${entryName}" by hand.`);
}

/** All but our entry; a table of servers without others counts as none. */
function others(file: ServerFile, content: Record<string, unknown>): unknown {
  const drop = (value: unknown, [key = '', ...more]: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const { [key]: inner, ...rest } = value as Entry;
    const left = more.length > 0 && inner !== undefined ? drop(inner, more) : undefined;
    return typeof left !== 'object' || left === null || Object.keys(left).length === 0
      ? rest
      : { ...rest, [key]: left };
  };
  return drop(content, [...file.servers(content), entryName]);
}

function tableIn(file: ServerFile, content: Record<string, unknown>): Entry | undefined {
  let table: unknown = content;
  for (const key of file.servers(content)) {
    table = (table as Entry)[key];
    if (table === undefined) return undefined;
    if (typeof table !== 'object' || table === null || Array.isArray(table))
      throw new Unusable(`${file.path}: "${key}" is not what its program expects there. Fix it first.`);
  }
  return table as Entry;
}

/** An entry that a user wrote after the README, or an earlier setup. */
function isOurs(entry: Entry): boolean {
  const address = entry.url ?? entry.httpUrl ?? entry.serverUrl;
  if (typeof address === 'string') return /\/mcp\/?(\?|$)/.test(address);
  const words = [entry.command, entry.args].flat(2).filter((word) => typeof word === 'string');
  return words.includes('mcp') && words.some((word) => /(^|[\\/])(dewey(\.cmd)?|main\.c?js)$/.test(word));
}

/** The keys in the order that they had. */
const ordered = (before: Entry, entry: Entry): Entry =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(entry)])]
      .filter((key) => key in entry)
      .map((key) => [key, entry[key]]),
  );
