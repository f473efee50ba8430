import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table users (id char(32) primary key, user_id varchar not null, name varchar, email varchar);
  create table apps (id char(32) primary key, owner_id char(32), name varchar not null, description varchar, is_active boolean);
  create table memories (id char(32) primary key, user_id char(32) not null, app_id char(32) not null, content varchar not null,
    vector varchar, metadata json, state varchar(8), created_at datetime, updated_at datetime, archived_at datetime,
    deleted_at datetime);
  create table categories (id char(32) primary key, name varchar not null, description varchar);
  create table memory_categories (memory_id char(32) not null, category_id char(32) not null);
  create table memory_status_history (id char(32) primary key, memory_id char(32) not null, old_state varchar(8), new_state varchar(8));
  create table memory_access_logs (id char(32) primary key, memory_id char(32) not null);`;

const hex = (n: number) => n.toString(16).padStart(32, '0');
const states = ['active', 'active', 'paused', 'archived', 'deleted'];

/** Memories as `openmemory/api/app/models.py` of mem0 has them, before OpenMemory left that repository in July 2026. */
function memories(count: number) {
  const made: Made[] = [];
  const rows: Row[] = [];
  const ofCategories: Row[] = [];
  for (let n = 0; made.length < count; n += 1) {
    const { marker, text, kept } = textOf('opm', n);
    const state = states[n % states.length] ?? '';
    const about = { topic: `topic ${n}`, deep: { list: [n, 'größe'] } };
    const row = {
      id: hex(n + 1),
      user_id: hex(900),
      app_id: hex(800 + (n % 2)),
      content: n % 13 === 12 ? ' ' : text,
      metadata: JSON.stringify(about),
      state,
      created_at: isoAt(n).replace('T', ' ').replace('Z', '000'),
      updated_at: isoAt(n + 4),
      archived_at: state === 'archived' ? isoAt(n + 5) : null,
      deleted_at: state === 'deleted' ? isoAt(n + 5) : null,
    };
    rows.push(row);
    for (const category of n % 3 === 0 ? [700, 701] : [])
      ofCategories.push({ memory_id: row.id, category_id: hex(category) });
    if (state === 'deleted') made.push({ marker, outcome: 'deleted in OpenMemory' });
    else if (row.content === ' ') made.push({ marker, outcome: 'memory without text' });
    else
      made.push({
        marker,
        outcome: 'stored',
        said: [
          kept,
          about,
          `app ${n % 2}`,
          'ada',
          state,
          row.updated_at,
          row.archived_at,
          n % 3 === 0 ? ['plans', 'user preferences'] : null,
        ],
        at: timeAt(n),
        states: state === 'active',
      });
  }
  return { made, rows, ofCategories };
}

const users = [{ id: hex(900), user_id: 'ada', name: 'Ada' }];
const apps = [0, 1].map((n) => ({ id: hex(800 + n), name: `app ${n}` }));
const categories = [
  { id: hex(700), name: 'plans' },
  { id: hex(701), name: 'user preferences' },
];

export async function openMemory(folder: string, count: number): Promise<MadeStore> {
  const { made, rows, ofCategories } = memories(count);
  const path = join(folder, 'openmemory.db');
  await sqliteOf(path, tables, {
    ...{ users, apps, categories, memories: rows, memory_categories: ofCategories },
    memory_status_history: [{ id: 'h', memory_id: hex(1), new_state: 'active' }],
    memory_access_logs: [{ id: 'a', memory_id: hex(1) }],
  });
  return { product: 'openmemory', paths: [path], made, notes: [/memory_access_logs 1/] };
}

/** Its export: everything as one object, and the memories again as lines. */
export async function openMemoryExport(folder: string, count: number): Promise<MadeStore> {
  const { made, rows, ofCategories } = memories(count / 2);
  const idsOf = (id: unknown) =>
    ofCategories.filter(({ memory_id }) => memory_id === id).map((one) => one.category_id);
  const all = rows.map((row) => ({
    ...row,
    metadata: JSON.parse(String(row.metadata)),
    category_ids: idsOf(row.id),
  }));
  const whole = join(folder, 'memories.json');
  const lines = join(folder, 'memories.jsonl');
  await writeFile(
    whole,
    JSON.stringify({ user: users[0], apps, categories, memories: all, memory_categories: ofCategories }),
  );
  const line = (row: Row) =>
    JSON.stringify({
      ...{ id: row.id, content: row.content, metadata: JSON.parse(String(row.metadata)), state: row.state },
      ...{ created_at: row.created_at, updated_at: row.updated_at },
      app: apps.find((app) => app.id === row.app_id)?.name,
      categories: idsOf(row.id).map((one) => categories.find(({ id }) => id === one)?.name),
    });
  await writeFile(lines, `${rows.map(line).join('\n')}\n`);
  const again = made.map((one) => ({ ...one, outcome: one.outcome === 'stored' ? 'known' : one.outcome }));
  return { product: 'openmemory', paths: [whole, lines], made: [...made, ...again] };
}
