import type { Database } from 'sql.js';
import { rowsOf } from './open-store.ts';

const mostTables = 20;

/**
 * The other tables of a database that hold rows, with their numbers, the largest first. Tables of indexes are left out.
 *
 * @returns undefined when all that hold rows are read.
 */
export function tablesLeft(database: Database, read: readonly string[]): string | undefined {
  const tables = [...rowsOf(database, `select name, sql from sqlite_master where type = 'table'`)].map(
    ({ name, sql }) => ({ name: String(name), isIndex: /^create\s+virtual\b/i.test(String(sql)) }),
  );
  const indexes = tables.filter(({ isIndex }) => isIndex).map(({ name }) => name);
  const left = tables
    .filter(({ name }) => !read.includes(name) && !name.startsWith('sqlite_'))
    // An index keeps its data in tables that begin with its name.
    .filter(({ name }) => !indexes.some((index) => name === index || name.startsWith(`${index}_`)))
    .map(({ name }) => ({ name, rows: rowsIn(database, name) }))
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1));
  if (left.length === 0) return undefined;
  const named = left.slice(0, mostTables).map(({ name, rows }) => `${plain(name)} ${rows}`);
  const more = left.length - named.length;
  return `the tables ${[...named, ...(more > 0 ? [`and ${more} others`] : [])].join(', ')}`;
}

function rowsIn(database: Database, table: string): number {
  const [counted] = rowsOf(database, `select count(*) as n from "${table.replaceAll('"', '""')}"`);
  return Number(counted?.n ?? 0);
}

/** Names come from the file. */
const plain = (name: string): string => name.slice(0, 60).replace(/[^\p{L}\p{N}_.-]/gu, '?');
