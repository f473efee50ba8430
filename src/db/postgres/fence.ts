import { drizzle } from 'drizzle-orm/postgres-js';
import * as schema from '../schema/index.ts';
import { tableToolsets } from '../schema/toolsets.ts';
import type { Database, Sql } from './connect.ts';
import { BeyondReach } from './errors.ts';

/**
 * A database in which only the tables of some toolsets can be named: every statement is looked at before it is sent,
 * whoever wrote it, and one that names another table throws {@link BeyondReach}. The tables are told by the words of the
 * statement, so what holds no table's name in quotes or aliases is safe, and what does is refused rather than let
 * through. It needs no rights in PostgreSQL, so it holds for every user that Dewey may be given there.
 */
export function fence(db: Database, toolsets: ReadonlySet<string>): Database {
  const sql = fenced(db.sql, (name) => beyond(name, toolsets));
  return Object.assign(drizzle(sql, { schema }), { sql, url: '', close: () => db.close() });
}

/** The toolset that keeps a word of a statement out; undefined for a word that is no table, or one within reach. */
function beyond(word: string, toolsets: ReadonlySet<string>): string | undefined {
  const holders = tableToolsets.get(word);
  if (!holders || holders.includes('everyone') || holders.some((one) => toolsets.has(one))) return undefined;
  return holders[0] ?? 'nobody';
}

/** Ways to the server around the statements that are looked at. */
const closed: ReadonlySet<PropertyKey> = new Set(['file', 'reserve', 'subscribe', 'listen']);

function fenced<S extends Sql>(sql: S, keptOut: (word: string) => string | undefined): S {
  const check = (text: string): void => {
    for (const word of tablesIn(text)) {
      const toolset = keptOut(word);
      if (toolset !== undefined) throw new BeyondReach(toolset);
    }
  };
  return new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      for (const text of textsOf(args[0])) check(text);
      return Reflect.apply(target, self, args);
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (closed.has(name)) throw new BeyondReach('nobody');
      if (name === 'unsafe')
        return (text: string, ...rest: unknown[]) => {
          check(text);
          return Reflect.apply(value, target, [text, ...rest]);
        };
      if (name === 'begin' || name === 'savepoint')
        return (...args: unknown[]) =>
          Reflect.apply(
            value,
            target,
            args.map((arg) =>
              typeof arg === 'function'
                ? (tx: Sql) => Reflect.apply(arg, undefined, [fenced(tx, keptOut)])
                : arg,
            ),
          );
      return value;
    },
  });
}

/** What of a call of the tagged template becomes SQL: its texts, or the identifiers it is given. */
function textsOf(first: unknown): readonly string[] {
  if (typeof first === 'string') return [first];
  return Array.isArray(first) ? first.filter((part) => typeof part === 'string') : [];
}

const known = new Map<string, readonly string[]>();
/** Texts of statements are few: those of the code. What makes them of values is not kept. */
const mostKnown = 2000;

function tablesIn(text: string): readonly string[] {
  const before = known.get(text);
  if (before) return before;
  const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []);
  const tables = [...words].filter((word) => tableToolsets.has(word));
  if (known.size < mostKnown) known.set(text, tables);
  return tables;
}
