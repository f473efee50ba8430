/** Replaces what PostgreSQL cannot store in a text: NUL and lone surrogates become U+FFFD. */
export const storable = (text: string): string => {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
};

/** Deeper values are rejected: they have no use and exhaust the stack of our parsers and of PostgreSQL's. */
export const maxDepth = 200;

/**
 * Applies {@link storable} to every text in a value, keys included.
 *
 * @returns the value itself when nothing had to be replaced, so the common case copies nothing.
 * @throws RangeError when arrays and objects are nested deeper than {@link maxDepth}.
 */
export function storableDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    const items = value.map((item) => storableDeep(item, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const entries = Object.entries(value);
  const clean = entries.map(([key, item]) => [storable(key), storableDeep(item, depth + 1)] as const);
  const changed = clean.some(([key, item], i) => key !== entries[i]?.[0] || item !== entries[i]?.[1]);
  return changed ? Object.fromEntries(clean) : value;
}

const encoder = new TextEncoder();

/** Length in UTF-8 bytes; texts too short to exceed the limit are not encoded. */
export const exceedsBytes = (text: string, limit: number): boolean =>
  text.length > limit || (text.length * 3 > limit && encoder.encode(text).length > limit);

/** Length in Unicode code points, not in UTF-16 units. */
export const exceedsCharacters = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > limit * 2 || Array.from(text).length > limit);

/** Cuts a text to at most this many UTF-16 units without splitting a character. */
export function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units);
}

/** A LIKE pattern for texts with this prefix. */
export const beginsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
