import type { Database } from 'sql.js';
import { type Fields, has, isEmpty, plainRows, textOr } from './record-values.ts';

/** The tables of Chroma's `chroma.sqlite3`. */

export const chromaTables = {
  collections: ['id', 'name'],
  segments: ['id', 'collection'],
  embeddings: ['id', 'segment_id', 'embedding_id', 'created_at'],
  embedding_metadata: ['id', 'key', 'string_value', 'int_value', 'float_value'],
};

/** Those read where they exist, and those of Chroma's own work. The vectors lie in other files. */
export const otherChromaTables: readonly string[] = [
  ...['collection_metadata', 'databases', 'embedding_metadata_array'],
  ...['acquire_write', 'embeddings_queue', 'embeddings_queue_config', 'maintenance_log', 'max_seq_id'],
  ...['migrations', 'segment_metadata', 'tenants'],
];

export type ChromaRecord = { id: string; text: string | undefined; metadata: Fields; at?: unknown };

const documentKey = 'chroma:document';
const usualDatabase = 'default_database';

/** The collections by name. Two databases may have one of the same name: those beside the usual one are named, too. */
export function* collectionsOf(database: Database): Generator<{ id: string; name: string }> {
  const several = has(database, 'databases') && columnsOf(database, 'collections').has('database_id');
  const query = several
    ? 'select c.id, c.name, d.name as own from collections c left join databases d on d.id = c.database_id order by c.name, c.id'
    : 'select id, name, null as own from collections order by name';
  for (const { id, name, own } of plainRows(database, query)) {
    const isUsual = own === usualDatabase || isEmpty(own);
    yield { id: String(id), name: isUsual ? String(name) : `${own}/${name}` };
  }
}

const columnsOf = (database: Database, table: string): Set<unknown> =>
  new Set([...plainRows(database, 'select name from pragma_table_info(?)', [table])].map(({ name }) => name));

export function* recordsIn(database: Database, collection: string): Generator<ChromaRecord> {
  const flag = columnsOf(database, 'embedding_metadata').has('bool_value')
    ? 'm.bool_value'
    : 'null as bool_value';
  const query = `select e.id, e.embedding_id, e.created_at, m.key, m.string_value, m.int_value, m.float_value, ${flag}
    from segments s join embeddings e on e.segment_id = s.id left join embedding_metadata m on m.id = e.id
    where s.collection = ? order by e.id, m.key`;
  const lists = listsIn(database, collection);
  const about = aboutCollection(database, collection);
  let row: unknown;
  let record: ChromaRecord = { id: '', text: undefined, metadata: {} };
  for (const fields of plainRows(database, query, [collection])) {
    if (fields.id !== row) {
      if (row !== undefined) yield record;
      row = fields.id;
      const metadata = { ...about, ...Object.fromEntries(lists.get(row) ?? []) };
      record = { id: String(fields.embedding_id), text: undefined, metadata, at: fields.created_at };
    }
    const value = told(fields);
    if (fields.key === documentKey) record.text = textOr(value);
    else if (typeof fields.key === 'string') record.metadata = { ...record.metadata, [fields.key]: value };
  }
  if (row !== undefined) yield record;
}

/** The lists in the metadata of a collection's records, by row: since version 1.5 they lie in a table of their own. */
function listsIn(database: Database, collection: string): Map<unknown, Map<string, unknown[]>> {
  const lists = new Map<unknown, Map<string, unknown[]>>();
  if (!has(database, 'embedding_metadata_array')) return lists;
  const query = `select a.* from segments s join embeddings e on e.segment_id = s.id
    join embedding_metadata_array a on a.id = e.id where s.collection = ? order by a.rowid`;
  for (const fields of plainRows(database, query, [collection])) {
    const own = lists.get(fields.id) ?? new Map<string, unknown[]>();
    lists.set(fields.id, own);
    const key = String(fields.key);
    own.set(key, [...(own.get(key) ?? []), told(fields)]);
  }
  return lists;
}

/** What is said of a collection, besides how its vectors are indexed. */
function aboutCollection(database: Database, collection: string): Fields {
  if (!has(database, 'collection_metadata')) return {};
  const rows = plainRows(database, 'select * from collection_metadata where collection_id = ?', [collection]);
  const said = [...rows].flatMap((fields): [string, unknown][] => {
    const key = String(fields.key);
    return key.startsWith('hnsw:') ? [] : [[key, told({ ...fields, string_value: fields.str_value })]];
  });
  return said.length > 0 ? { about_collection: Object.fromEntries(said) } : {};
}

const told = ({ string_value, int_value, float_value, bool_value }: Fields): unknown =>
  typeof bool_value === 'number' ? bool_value === 1 : (string_value ?? int_value ?? float_value);
