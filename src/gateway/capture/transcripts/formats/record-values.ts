import { createHash } from 'node:crypto';
import type { Database } from 'sql.js';
import { storable } from '../../../../handlers/tool/text.ts';
import { parse } from '../decode/json.ts';
import { rowsOf } from '../sqlite/open-store.ts';

/** How the values of other products' records are read. */

export type Fields = Readonly<Record<string, unknown>>;

export const textOr = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const longestName = 500;

/** A name, unless it is longer than ours may be. */
export const nameOr = (value: unknown): string | undefined => {
  const text = textOr(value);
  return text === undefined || text.length > longestName ? undefined : storable(text);
};

/** A value that may have been stored as JSON. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = parse(value);
  return found === undefined ? value : found; // what is not JSON is kept as it is
}

/** The texts of a list, which may have been stored as JSON. */
export function listOf(value: unknown): string[] {
  const list = parsed(value);
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}

/** A list that is not of texts alone, as what {@link listOf} leaves out. */
export function otherThanTexts(value: unknown): unknown {
  const list = parsed(value);
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? undefined : list;
}

/** The list in a field; empty when it is none. */
export function listAt(value: unknown, name: string): unknown[] {
  const list = typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The fields but these. */
export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** Seconds since 1970 stay below this until the year 5138; milliseconds passed it in 1973. */
const mostSeconds = 1e11;

/** A time as text or since 1970, in seconds or milliseconds; texts without a zone are in UTC. */
export function instant(value: unknown): string | undefined {
  let time = Number.NaN;
  if (typeof value === 'number') time = Math.abs(value) < mostSeconds ? value * 1000 : value;
  else if (typeof value === 'string' && value.length <= 40 && /^\d{4}-\d\d-\d\d/.test(value))
    time = Date.parse(zoned.test(value) || value.length === 10 ? value : `${value.replace(' ', 'T')}Z`);
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}

/**
 * The first of several fields that is a time, as products state one time in several forms.
 *
 * @returns with the fields that are none, where something else would be lost.
 */
export function timeIn(
  fields: Fields,
  ...names: readonly string[]
): { at: string | undefined; rest: Fields } {
  const unread = names.filter((name) => !isEmpty(fields[name]) && instant(fields[name]) === undefined);
  return {
    at: names.map((name) => instant(fields[name])).find((time) => time !== undefined),
    rest: Object.fromEntries(unread.map((name) => [name, fields[name]])),
  };
}

/** Whether a value says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

export const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** The rows of a query, with the length of each binary value in its place. */
export function* plainRows(
  database: Database,
  query: string,
  values?: (string | number)[],
): Generator<Fields> {
  for (const row of rowsOf(database, query, values))
    yield Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? `${value.length} bytes` : value,
      ]),
    );
}

export const has = (database: Database, table: string): boolean =>
  [...rowsOf(database, `select 1 from sqlite_master where type = 'table' and name = ?`, [table])].length > 0;
