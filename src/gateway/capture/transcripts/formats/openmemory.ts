import type { Database } from 'sql.js';
import { type Captured, field, type Source, skip } from '../../messages/captured.ts';
import type { Format, MemoryStore, Parser } from './format.ts';
import { type Fields, isEmpty, listAt, parsed, plainRows, textOr, without } from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/**
 * OpenMemory, the local server of mem0: its `openmemory.db`, and of its export `memories.json`, or the lines in
 * `memories.jsonl.gz` when they are unpacked.
 */
export const openMemoryStore: MemoryStore = {
  name: 'openmemory',
  tables: {
    memories: ['id', 'content', 'state', 'app_id', 'created_at'],
    memory_status_history: ['memory_id', 'new_state'],
  },
  readToo: ['apps', 'categories', 'memory_categories', 'users'],
  *read(database, origin) {
    const rows = (table: string): Fields[] => [...plainRows(database, `select * from ${table}`)];
    const told = { apps: rows('apps'), categories: rows('categories'), users: rows('users') };
    const names = namesOf(database);
    const source = sourceOf('openmemory', origin);
    const query = 'select * from memories order by created_at, id';
    for (const row of plainRows(database, query))
      yield [readMemory(source, named({ ...row, category_ids: names.get(row.id) }, told))];
  },
};

/** The categories of each memory. */
function namesOf(database: Database): Map<unknown, unknown[]> {
  const names = new Map<unknown, unknown[]>();
  const query = 'select memory_id, category_id from memory_categories order by rowid';
  for (const { memory_id, category_id } of plainRows(database, query))
    names.set(memory_id, [...(names.get(memory_id) ?? []), category_id]);
  return names;
}

export const openMemoryExport: Format = {
  name: 'openmemory',
  unit: 'element',
  live: false,
  rewritten: true,
  memories: true,
  recognise: ([first]) =>
    ['apps', 'memories', 'memory_categories'].every((name) => Array.isArray(field(first, name))),
  parser(origin): Parser {
    const source = sourceOf('openmemory', origin);
    const push = (value: unknown) => {
      const told = {
        apps: listAt(value, 'apps').map(fieldsOf),
        categories: listAt(value, 'categories').map(fieldsOf),
        users: [fieldsOf(field(value, 'user'))],
      };
      return listAt(value, 'memories').map((one) => readMemory(source, named(fieldsOf(one), told)));
    };
    return { push, state: () => undefined };
  },
};

export const openMemoryLines: Format = {
  ...openMemoryExport,
  unit: 'line',
  recognise: (sample) =>
    sample.some(
      (line) =>
        states.has(field(line, 'state')) &&
        typeof field(line, 'content') === 'string' &&
        'app' in fieldsOf(line),
    ),
  parser(origin): Parser {
    const source = sourceOf('openmemory', origin);
    return { push: (line) => [readMemory(source, fieldsOf(line))], state: () => undefined };
  },
};

const states = new Set<unknown>(['active', 'paused', 'archived', 'deleted']);

/** A memory with names in place of the ids of its app, its user and its categories. */
function named(row: Fields, told: Record<'apps' | 'categories' | 'users', readonly Fields[]>): Fields {
  const nameOf = (list: readonly Fields[], id: unknown, name: string) =>
    list.find((one) => !isEmpty(one.id) && one.id === id)?.[name] ?? id;
  return {
    ...without(row, 'app_id', 'user_id', 'category_ids', 'vector'),
    app: nameOf(told.apps, row.app_id, 'name'),
    user: nameOf(told.users, row.user_id, 'user_id'),
    categories: listAt(row, 'category_ids').map((id) => nameOf(told.categories, id, 'name')),
  };
}

/** Only an active one is stated: a paused or archived one is kept, as its user did. */
function readMemory(source: Source, row: Fields): Captured {
  if (row.state === 'deleted' || !isEmpty(row.deleted_at)) return skip('deleted in OpenMemory');
  const text = textOr(row.content);
  if (text === undefined) return skip('memory without text');
  const metadata = parsed(row.metadata);
  const type = typeOf(row.categories, field(metadata, 'category'), field(metadata, 'type'));
  return recordOf(source, 'memory', {
    id: [String(row.id).replaceAll('-', '')],
    text,
    at: row.created_at,
    states: row.state === 'active' ? statement(type) : undefined,
    rest: { ...without(row, 'content', 'created_at'), metadata },
  });
}
