import { drizzle } from 'drizzle-orm/postgres-js';
import * as schema from '../schema/index.ts';
import { tableToolsets } from '../schema/toolsets.ts';
import type { Database, Sql } from './connect.ts';
import { delegated } from './delegated.ts';
import { BeyondReach } from './errors.ts';

/**
 * Restricts a database to the tables of some toolsets: every statement is checked before it is sent, and one that names
 * another table, or a function that stores in one, throws {@link BeyondReach}. Both are recognised by the words of the
 * statement; a table name used as a literal or alias is therefore rejected too, never let through. This does not depend on rights in PostgreSQL, so it
 * works with any database user.
 */
export function fence(db: Database, toolsets: ReadonlySet<string>): Database {
  const sql = fenced(db.sql, (name) => beyond(name, toolsets));
  return Object.assign(drizzle(sql, { schema }), { sql, url: '', close: () => db.close() });
}

/** Tables, and functions that use tables which their caller does not name. */
const guarded: ReadonlyMap<string, readonly string[]> = new Map([
  ...tableToolsets,
  ...delegated.map(({ name, toolset }): [string, string[]] => [name, [toolset]]),
]);

/** The toolset that makes a word of a statement inaccessible; undefined if the word is no table or is accessible. */
function beyond(word: string, toolsets: ReadonlySet<string>): string | undefined {
  const holders = guarded.get(word);
  if (!holders || holders.includes('shared') || holders.some((one) => toolsets.has(one))) return undefined;
  return holders[0] ?? 'an internal table';
}

/** Ways to reach the server that bypass the check of statements. */
const closed: ReadonlySet<PropertyKey> = new Set(['file', 'reserve', 'subscribe', 'listen']);

function fenced<S extends Sql>(sql: S, keptOut: (word: string) => string | undefined): S {
  const check = (text: string): void => {
    for (const word of guardedIn(text)) {
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
      if (closed.has(name)) throw new BeyondReach('any toolset');
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

/** The parts of a tagged template call that become SQL: its literal texts, or the given identifiers. */
function textsOf(first: unknown): readonly string[] {
  if (typeof first === 'string') return [first];
  return Array.isArray(first) ? first.filter((part) => typeof part === 'string') : [];
}

const known = new Map<string, readonly string[]>();
/**
 * Statement texts are few, since they come from the code. Texts built from values are not cached beyond this number.
 */
const mostKnown = 2000;

function guardedIn(text: string): readonly string[] {
  const before = known.get(text);
  if (before) return before;
  const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []);
  const found = [...words].filter((word) => guarded.has(word));
  if (known.size < mostKnown) known.set(text, found);
  return found;
}
