import {
  count,
  isPlaceholder,
  isSuspicious,
  mark,
  type Redactions,
  redactText,
  secretName,
} from './secrets.ts';

export type { Redactions };

const open = '<private>';
const close = '</private>';
const removed = '[private]';

/**
 * Removes what stands between `<private>` and `</private>`. A block without an end reaches to the end of the text and
 * keeps its opening tag, so that what is appended later is still inside it.
 */
export function withoutPrivate(text: string, found: Redactions): string {
  let from = text.indexOf(open);
  if (from < 0) return text;
  let result = text.slice(0, from);
  while (from >= 0) {
    const to = text.indexOf(close, from + open.length);
    if (to < 0) {
      if (from + open.length < text.length) count(found, 'private');
      return result + open;
    }
    count(found, 'private');
    const next = text.indexOf(open, to + close.length);
    result += removed + text.slice(to + close.length, next < 0 ? undefined : next);
    from = next;
  }
  return result;
}

/** Both removals, for one text. */
export const clean = (text: string, found: Redactions): string =>
  redactText(withoutPrivate(text, found), found);

const secretField = new RegExp(`^(?:${secretName}|token|secret|authorization|credentials?)$`, 'i');

/**
 * The same for every text in a value. A field that is named like a secret loses its text whatever it looks like.
 *
 * @returns the value itself when nothing was removed.
 */
export function cleanDeep(value: unknown, found: Redactions): unknown {
  if (typeof value === 'string') return clean(value, found);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => cleanDeep(item, found));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const isSecret = typeof item === 'string' && item !== '' && secretField.test(key) && !isPlaceholder(item);
    if (isSecret) count(found, 'secret_field');
    const next = isSecret ? mark('secret_field') : cleanDeep(item, found);
    changed ||= next !== item;
    return [key, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Calls whose arguments are secrets by what the tool is for: everything but the provider's name goes. */
const setsKey = /(^|__|[.:/])fiedler_set_key$/;

/** The input of a tool call without secrets. */
export function cleanInput(tool: string, input: unknown, found: Redactions): unknown {
  if (!setsKey.test(tool) || typeof input !== 'object' || input === null) return cleanDeep(input, found);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (/^(provider|model|service)$/i.test(key)) return [key, value];
      count(found, 'fiedler_set_key');
      return [key, mark('fiedler_set_key')];
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
  if (!isSuspicious(line) && !line.includes(open) && !line.includes('fiedler_set_key')) return line;
  const value = cleanDeep(withoutKeys(parsed, scratch), scratch);
  return value === parsed ? line : JSON.stringify(value);
}

/** Finds calls of {@link setsKey} anywhere in a line. */
function withoutKeys(value: unknown, found: Redactions): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutKeys(item, found));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const name = 'name' in value ? value.name : 'tool_name' in value ? value.tool_name : undefined;
  const isCall = typeof name === 'string' && setsKey.test(name);
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const next =
      isCall && (key === 'input' || key === 'arguments' || key === 'tool_input')
        ? cleanInput('fiedler_set_key', typeof item === 'string' ? { arguments: item } : item, found)
        : withoutKeys(item, found);
    changed ||= next !== item;
    return [key, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}
