import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, markerOf, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table metadata (key text primary key, value text not null);
  create table memories (id integer primary key autoincrement, content_hash text unique not null, content text not null,
    tags text, memory_type text, metadata text, created_at real, updated_at real, created_at_iso text, updated_at_iso text,
    deleted_at real default null, parent_id text, version integer default 1, confidence real default 1.0,
    last_accessed integer, superseded_by text);
  create table memory_graph (source_hash text not null, target_hash text not null, similarity real not null,
    connection_types text not null, metadata text, created_at real not null, relationship_type text default 'related',
    primary key (source_hash, target_hash));
  create table oauth_clients (client_id text primary key, client_secret text)`;

/** `sqlite_vec.db` of mcp-memory-service 10.59.0, its vectors left out. */
export async function mcpMemoryStore(folder: string, count: number): Promise<MadeStore> {
  const made: Made[] = [];
  const memories: Row[] = [];
  const edges: Row[] = [];
  const nowhere = (outcome: string) => made.push({ marker: '', outcome });
  let before: { hash: string; marker: string } | undefined;
  for (let n = 0; made.length < count; n += 1) {
    const { marker, text, kept } = textOf('mcp', n);
    const kind = n % 13;
    const about = { source: `desk ${n}`, nested: { deep: [n, 'größe'] }, credibility: 0.25 };
    const row: Row = {
      content_hash: `hash-${n}`,
      content: text,
      tags: n % 4 === 0 ? '' : `shelf ${n},größe, untagged`,
      memory_type: n % 3 === 0 ? 'architecture' : `note ${n % 5}`,
      metadata: JSON.stringify(about),
      created_at: timeAt(n) / 1000,
      updated_at: timeAt(n + 3) / 1000,
      created_at_iso: isoAt(n),
      updated_at_iso: isoAt(n + 3),
      parent_id: n % 7 === 0 ? `parent ${n}` : null,
      version: (n % 3) + 1,
      confidence: 0.5,
      last_accessed: 1_700_000_000 + n,
    };
    if (kind === 0) {
      nowhere('deleted in mcp-memory-service');
      memories.push({ ...row, deleted_at: 1_770_000_000 });
      continue;
    }
    if (kind === 1) {
      nowhere('memory without text');
      memories.push({ ...row, content: ' ' });
      continue;
    }
    const said = {
      ...row,
      content: kept,
      tags: n % 4 === 0 ? null : [`shelf ${n}`, 'größe'],
      metadata: about,
    };
    const plain: Row = {};
    let one: Made = { marker, outcome: 'stored', said: leaving(said), at: timeAt(n), states: true };
    if (kind === 2) one = { ...one, states: false, said: [one.said, `hash-${n + 1}`] };
    if (kind === 2) plain.superseded_by = `hash-${n + 1}`;
    if (kind === 3) {
      plain.metadata = 'no JSON';
      one.said = leaving({ ...said, metadata: 'no JSON' });
    }
    if (kind === 4) {
      // Only the times as text can be read.
      Object.assign(plain, { created_at: null, updated_at: null });
      one.said = [leaving(said), isoAt(n + 3)];
    }
    if (kind === 5) {
      Object.assign(plain, { created_at: 'soon', created_at_iso: 'later' });
      one = { ...one, at: undefined, said: [leaving(said), 'soon', 'later'] };
    }
    memories.push({ ...row, ...plain });
    made.push(one);
    if (before && n % 5 === 0) {
      const edge = markerOf('edge', n);
      edges.push({
        source_hash: `hash-${n}`,
        target_hash: before.hash,
        similarity: 0.625,
        connection_types: `["semantic","${edge}"]`,
        metadata: JSON.stringify({ discovery: `found ${n}` }),
        created_at: timeAt(n + 9) / 1000,
        relationship_type: n % 2 === 0 ? 'related' : 'contradicts',
      });
      // It has no text of its own: the two that it joins are quoted.
      made.push({
        marker: edge,
        outcome: 'stored',
        said: [`found ${n}`, 0.625, edge, before.hash],
        states: n % 2 === 1,
      });
      edges.push({
        source_hash: `hash-${n}`,
        target_hash: 'gone',
        similarity: 1,
        connection_types: '[]',
        created_at: 1,
      });
      nowhere('relation of a memory that is not there');
    }
    before = { hash: `hash-${n}`, marker };
  }
  const path = join(folder, 'sqlite_vec.db');
  await sqliteOf(path, tables, {
    memories,
    memory_graph: edges,
    oauth_clients: [{ client_id: 'desk', client_secret: 'not of interest' }],
  });
  return { product: 'mcp-memory-service', paths: [path], made, notes: [/oauth_clients/] };
}

/** Its times are looked at as such, and the number of a row means nothing elsewhere. */
function leaving(row: Record<string, unknown>): unknown {
  const { created_at: _, updated_at: __, created_at_iso: ___, updated_at_iso: ____, ...rest } = row;
  return rest;
}

/** The JSON export of its dashboard and its exporter. */
export async function mcpMemoryExport(folder: string, count: number): Promise<MadeStore> {
  const made: Made[] = [];
  const memories: unknown[] = [];
  for (let n = 0; made.length < count; n += 1) {
    const { marker, text, kept } = textOf('exp', n);
    const kind = n % 9;
    const memory: Record<string, unknown> = {
      content: text,
      content_hash: `export-${n}`,
      tags: kind === 1 ? ['shelf', n, { no: 'text' }] : [`shelf ${n}`],
      created_at: timeAt(n) / 1000,
      updated_at: timeAt(n + 1) / 1000,
      memory_type: 'note',
      metadata: { source: `desk ${n}` },
      export_source: 'desk-computer',
    };
    const said: unknown[] = [kept, memory.content_hash, memory.tags, memory.metadata, 'desk-computer'];
    let at: number | undefined = timeAt(n);
    if (kind === 2) {
      Object.assign(memory, {
        created_at: null,
        created_at_iso: isoAt(n),
        updated_at: null,
        updated_at_iso: isoAt(n + 5),
      });
      said.push(isoAt(n + 5));
    }
    if (kind === 3) {
      Object.assign(memory, { created_at: 'yesterday', created_at_iso: null });
      said.push('yesterday');
      at = undefined;
    }
    if (kind === 4) memory.embedding = [0.1, 0.2];
    if (kind === 5) {
      memories.push({ ...memory, content: '' }, { content_hash: 'none' }, 7);
      for (let i = 0; i < 3; i += 1) made.push({ marker: '', outcome: 'memory without text' });
      continue;
    }
    memories.push(memory);
    made.push({ marker, outcome: 'stored', said, at, states: true });
    if (kind === 6) {
      memories.push(memory);
      made.push({ marker: '', outcome: 'known' });
    }
  }
  const path = join(folder, 'mcp-memories-export.json');
  await writeFile(path, JSON.stringify({ export_date: isoAt(0), total_memories: memories.length, memories }));
  return { product: 'mcp-memory-service', paths: [path], made };
}
