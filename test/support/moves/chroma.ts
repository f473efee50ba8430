import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table tenants (id text primary key);
  create table databases (id text primary key, name text not null, tenant_id text not null);
  create table collections (id text primary key, name text not null, dimension integer, database_id text not null,
    config_json_str text, schema_str text, unique (name, database_id));
  create table collection_metadata (collection_id text, key text not null, str_value text, int_value integer,
    float_value real, bool_value integer, primary key (collection_id, key));
  create table segments (id text primary key, type text not null, scope text not null, collection text not null);
  create table embeddings (id integer primary key, segment_id text not null, embedding_id text not null, seq_id blob not null,
    created_at timestamp not null default current_timestamp, unique (segment_id, embedding_id));
  create table embedding_metadata (id integer, key text not null, string_value text, int_value integer, float_value real,
    bool_value integer, primary key (id, key));
  create table embedding_metadata_array (id integer not null, key text not null, string_value text, int_value integer,
    float_value real, bool_value integer);
  create table embeddings_queue (seq_id integer primary key, operation integer, topic text, id text);
  create table of_somebody_else (id integer primary key);`;

/** `chroma.sqlite3` of Chroma 1.5.9, in which collections of two databases have one name. */
export async function chroma(folder: string, count: number): Promise<MadeStore> {
  const made: Made[] = [];
  const collections = [
    { id: 'c1', name: 'memory', database_id: 'd1' },
    { id: 'c2', name: 'memory', database_id: 'd2' },
    { id: 'c3', name: 'talks', database_id: 'd1' },
    { id: 'c4', name: 'cm__claude', database_id: 'd1' },
  ];
  const rows: Record<'embeddings' | 'embedding_metadata' | 'embedding_metadata_array', Row[]> &
    Record<string, Row[]> = {
    tenants: [{ id: 'default_tenant' }],
    databases: [
      { id: 'd1', name: 'default_database', tenant_id: 'default_tenant' },
      { id: 'd2', name: 'of the branch', tenant_id: 'default_tenant' },
    ],
    collections,
    collection_metadata: [
      { collection_id: 'c1', key: 'hnsw:space', str_value: 'cosine' },
      { collection_id: 'c2', key: 'description', str_value: 'what the branch knows' },
      { collection_id: 'c2', key: 'public', bool_value: 0 },
    ],
    segments: collections.flatMap(({ id }) => [
      { id: `m-${id}`, type: 'sqlite', scope: 'METADATA', collection: id },
      { id: `v-${id}`, type: 'hnsw', scope: 'VECTOR', collection: id },
    ]),
    embeddings: [],
    embedding_metadata: [],
    embedding_metadata_array: [],
    of_somebody_else: [{ id: 1 }, { id: 2 }],
  };
  for (let n = 0; made.length < count; n += 1) {
    const id = n + 1;
    const { marker, text, kept } = textOf('chr', n);
    const say = (key: string, value: Row) => rows.embedding_metadata.push({ id, key, ...value });
    const kind = n % 9;
    const add = (collection: string, name = `id ${n}`) =>
      rows.embeddings.push({
        id,
        segment_id: `m-${collection}`,
        embedding_id: name,
        seq_id: 'x',
        created_at: isoAt(n),
      });
    if (kind === 0) {
      add('c4');
      say('chroma:document', { string_value: text });
      made.push({ marker, outcome: 'copy of what claude-mem keeps in its own store' });
      continue;
    }
    if (kind === 1) {
      add('c1');
      say('note', { string_value: 'has no document' });
      made.push({ marker, outcome: 'memory without text' });
      continue;
    }
    say('chroma:document', { string_value: text });
    say('count', { int_value: n });
    say('weight', { float_value: n + 0.25 });
    say('pinned', { bool_value: 1 });
    say('chroma:uri', { string_value: `file:///shelf/${n}` });
    const said: unknown[] = [kept, n, n + 0.25, true, `file:///shelf/${n}`];
    let at: number | undefined = timeAt(n);
    if (kind === 2 || kind === 3) {
      add('c3');
      say('conversation_id', { string_value: `talk ${Math.floor(n / 9)}` });
      say('role', { string_value: kind === 2 ? 'human' : 'ai' });
      say('timestamp', { string_value: isoAt(n + 5) });
      at = timeAt(n + 5);
      said.push(`talk ${Math.floor(n / 9)}`);
    } else if (kind === 4) {
      add('c1');
      say('document_id', { string_value: `document ${n}` });
      say('chunk_index', { int_value: 7 });
      said.push(`document ${n}`, 7);
    } else if (kind === 5) {
      add('c2');
      said.push('of the branch/memory', 'what the branch knows', false);
    } else {
      add('c1');
      for (const value of ['first', `größe ${n}`])
        rows.embedding_metadata_array.push({ id, key: 'tags', string_value: `${value} of ${n}` });
      rows.embedding_metadata_array.push({ id, key: 'pages', int_value: n * 100 });
      said.push(`first of ${n}`, `größe ${n} of ${n}`, n * 100);
      if (kind === 6) {
        say('created_at', { string_value: 'some day' });
        said.push('some day');
        at = undefined;
      }
    }
    made.push({ marker, outcome: 'stored', said, at, states: kind > 4 });
  }
  const path = join(folder, 'chroma.sqlite3');
  await sqliteOf(path, tables, rows);
  return { product: 'chroma', paths: [path], made, notes: [/of_somebody_else 2/] };
}
