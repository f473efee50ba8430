import { maxDepth } from '../../handlers/tool/text.ts';
import { count, mark, type Redactions } from './marks.ts';
import { isSecretField } from './names.ts';
import { withoutPrivate } from './private.ts';
import { redactText } from './text.ts';
import { isPlaceholder } from './values.ts';

/** Removes private text and secrets from one text. */
export const clean = (text: string, found: Redactions): string =>
  redactText(withoutPrivate(text, found), found);

/**
 * The same for every text in a value. A field that is named like a secret loses its text whatever it looks like.
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
  if (Array.isArray(value)) {
    const items = value.map((item) => map(item, ofText, undefined, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const next = map(item, ofText, name, depth + 1);
    changed ||= next !== item;
    return [name, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}

const setKeyName = 'fiedler_set_key';

/** Calls whose arguments are secrets by what the tool is for: everything but the provider's name goes. */
const setsKey = (tool: string): boolean =>
  tool === setKeyName || ['__', '.', ':', '/'].some((joint) => tool.endsWith(joint + setKeyName));

const providerNames = new Set(['provider', 'model', 'service']);

/** The input of a tool call without secrets. */
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
 * A raw line without secrets, as valid JSON.
 *
 * @param parsed the line's value, when it is JSON.
 */
export function cleanLine(line: string, parsed: unknown): string {
  const scratch: Redactions = {};
  if (parsed === undefined) return clean(line, scratch);
  try {
    const value = cleanDeep(line.includes(setKeyName) ? withoutKeys(parsed, scratch) : parsed, scratch);
    return value === parsed ? line : JSON.stringify(value);
  } catch (error) {
    // Too deep to be walked: then it is a text like any other.
    if (error instanceof RangeError) return clean(line, scratch);
    throw error;
  }
}

/** Finds calls of {@link setsKey} anywhere in a line. */
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
