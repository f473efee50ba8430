import { maxDepth } from '../../handlers/tool/text.ts';
import { count, mark, type Redactions } from './marks.ts';
import { withoutPrivate } from './private.ts';
import { isSecretField } from './secret-fields.ts';
import { redactText } from './text.ts';
import { isPlaceholder } from './values.ts';

/** Removes private text and secrets from a text. */
export const clean = (text: string, found: Redactions): string =>
  redactText(withoutPrivate(text, found), found);

/**
 * Removes them from every text in a value. The text of a field named like a secret is always removed.
 *
 * @returns the value itself when nothing was removed.
 * @throws RangeError when arrays and objects are nested deeper than `maxDepth`.
 */
export function cleanDeep(value: unknown, found: Redactions): unknown {
  return map(value, (item, key) => {
    if (key === undefined || item === '' || !isSecretField(key) || isPlaceholder(item))
      return clean(item, found);
    count(found, 'secret_field');
    return mark('secret_field');
  });
}

type OfText = (text: string, key: string | undefined) => string;

function map(value: unknown, ofText: OfText, key?: string, depth = 0): unknown {
  if (typeof value === 'string') return ofText(value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  // Copied only when something was removed, which is seldom.
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [i, item] of value.entries()) {
      const next = map(item, ofText, undefined, depth + 1);
      if (next !== item) items ??= [...value];
      if (items) items[i] = next;
    }
    return items ?? value;
  }
  let entries: [string, unknown][] | undefined;
  for (const [i, name] of Object.keys(value).entries()) {
    const item = field(value, name);
    const next = map(item, ofText, name, depth + 1);
    if (next !== item) entries ??= Object.entries(value);
    if (entries) entries[i] = [name, next];
  }
  return entries ? Object.fromEntries(entries) : value;
}

const field = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];

const setKeyName = 'fiedler_set_key';

/** Calls whose purpose is to set a secret: all arguments except the provider's name are removed. */
const setsKey = (tool: string): boolean =>
  tool === setKeyName || ['__', '.', ':', '/'].some((joint) => tool.endsWith(joint + setKeyName));

const providerNames = new Set(['provider', 'model', 'service']);

/** Removes secrets from the input of a tool call. */
export function cleanInput(tool: string, input: unknown, found: Redactions): unknown {
  if (!setsKey(tool) || typeof input !== 'object' || input === null) return cleanDeep(input, found);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (providerNames.has(key.toLowerCase())) return [key, value];
      count(found, setKeyName);
      return [key, mark(setKeyName)];
    }),
  );
}

/**
 * Removes secrets from a raw line and keeps it valid JSON.
 *
 * @param parsed the value of the line, if it is JSON.
 */
export function cleanLine(line: string, parsed: unknown): string {
  const scratch: Redactions = {};
  if (parsed === undefined) return clean(line, scratch);
  try {
    const value = cleanDeep(line.includes(setKeyName) ? withoutKeys(parsed, scratch) : parsed, scratch);
    return value === parsed ? line : JSON.stringify(value);
  } catch (error) {
    // Nested too deeply to traverse: cleaned as plain text.
    if (error instanceof RangeError) return clean(line, scratch);
    throw error;
  }
}

/** Cleans calls of {@link setsKey} anywhere in a line. */
function withoutKeys(value: unknown, found: Redactions, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutKeys(item, found, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const name = 'name' in value ? value.name : 'tool_name' in value ? value.tool_name : undefined;
  const isCall = typeof name === 'string' && setsKey(name);
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const next =
      isCall && (key === 'input' || key === 'arguments' || key === 'tool_input')
        ? cleanInput(setKeyName, typeof item === 'string' ? { arguments: item } : item, found)
        : withoutKeys(item, found, depth + 1);
    changed ||= next !== item;
    return [key, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}
