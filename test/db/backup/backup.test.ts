import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBackup } from '../../../src/db/backup/read.ts';
import { restoreBackup } from '../../../src/db/backup/restore.ts';
import { derived, liveTables } from '../../../src/db/backup/tables.ts';
import { writeBackup } from '../../../src/db/backup/write.ts';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { ownMigrations, pendingMigrations } from '../../../src/db/postgres/migrate.ts';
import { createDeps, createLog } from '../../../src/gateway/deps.ts';
import search from '../../../src/handlers/conversations/search.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import { call } from '../../support/call.ts';
import { cloneDatabase, useDatabase, useLake } from '../../support/lake.ts';
import { fillLake, fingerprint } from '../../support/rows.ts';

const lake = useLake();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A separate database: empty, or a migrated lake without rows. */
async function database(template: 'template0' | 'template_winni' = 'template0'): Promise<string> {
  const clone = await cloneDatabase(template);
  cleanups.push(clone.drop);
  return clone.url;
}

async function look<T>(url: string, at: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 2, applicationName: 'a test' });
  try {
    return await at(db);
  } finally {
    await db.close();
  }
}

async function backup(url: string): Promise<Buffer> {
  const out = new PassThrough();
  const [file] = await Promise.all([buffer(out), writeBackup(url, out, { version: '1.2.3' })]);
  return file;
}

const restore = (url: string, file: Buffer) =>
  restoreBackup(url, Readable.from([file], { objectMode: false }), {
    trusted: { keys: true, contexts: true },
  });
const read = (file: Buffer) => readBackup(Readable.from([file], { objectMode: false }));

describe('a backup', () => {
  it('has every table, or gives a reason for leaving it out', async () => {
    const rows = await lake.db.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    const { tables } = (await read(await backup(lake.url))).header;
    const left = rows.filter(({ name }) => !tables.includes(name)).map(({ name }) => name);
    expect(left.filter((name) => !derived.some((known) => known.tables.test(name)))).toEqual([]);
    expect(tables).toContain('messages');
    expect((await liveTables(lake.db.sql)).foreign).toEqual([]);
  });

  it('is restored row by row, with its sequences, and accepts new messages', async () => {
    await fillLake(lake.db);
    const file = await backup(lake.url);
    const url = await database();
    const report = await restore(url, file);
    expect(report.migrated).toBe(0);
    expect(report.tables).toMatchObject({ messages: 40, experiences: 4, conversations: 2 });
    await look(url, async (db) => {
      expect(await fingerprint(db)).toEqual(await fingerprint(lake.db));
      expect(await pendingMigrations(db.sql)).toBe(0);
      const deps = createDeps(db, createLog('silent'));
      const conversation_id = '11111111-1111-4111-8111-111111111111';
      const stored = await call(storeMessage, { conversation_id, role: 'user', content: 'Overdue' }, deps);
      expect(stored.turn_number).toBe(41);
      const [next] = await db.sql`
        insert into experiences (type, domain, situation, approach, outcome, reasoning, scope)
        values ('effective', 'Tools', 's', 'a', 'o', 'r', 'user') returning id::int`;
      expect(next?.id).toBe(6);
      expect((await call(search, { query: 'overdue' }, deps)).total).toBe(1);
      // Restored texts are pending, and are found nevertheless.
      expect((await call(search, { query: 'größer' }, deps)).total).toBe(1);
      const [queue] =
        await db.sql`select sum(cardinality(doc_nos))::int as n from search_queue where shelf = 1`;
      expect(queue?.n).toBe(41);
    });
  });

  it('is restored into a lake that was only opened, but into none with data', async () => {
    const file = await backup(lake.url);
    const opened = await database('template_winni');
    await look(
      opened,
      ({ sql }) => sql`
      insert into audit_log (tool, outcome, duration_ms, request_id, args_bytes, args_hash)
      values ('dewey_search', 'ok', 1, 'r', 2, 'h')`,
    );
    await restore(opened, file);
    const before = await look(opened, fingerprint);
    expect(before).toEqual(await fingerprint(lake.db));
    await expect(restore(opened, file)).rejects.toThrow(
      /^The lake is not empty: .*messages \(40\).*Nothing was changed\. Restore into an empty one/,
    );
    expect(await look(opened, fingerprint)).toEqual(before);
  });

  it('is not restored while another process uses the lake', async () => {
    const url = await database('template_winni');
    const gateway = connect(url);
    cleanups.push(gateway.close);
    await gateway.sql`select 1`;
    await expect(restore(url, await backup(lake.url))).rejects.toThrow(
      /in use by "dewey".*Stop "dewey serve"/,
    );
  });

  it('is a consistent snapshot, whatever is stored meanwhile', async () => {
    const out = new PassThrough({ highWaterMark: 1 });
    const writing = writeBackup(lake.url, out, {
      version: '1',
      onStart: () => void storing.push(lake.db.sql`delete from tombstones`.execute()),
    });
    const storing: Promise<unknown>[] = [];
    const [file] = await Promise.all([buffer(out), writing]);
    await Promise.all(storing);
    expect((await read(file)).tables.tombstones).toBe(1);
    expect(await lake.db.sql`select from tombstones`).toHaveLength(0);
  });

  it('of an earlier version is restored into its tables and migrated', async () => {
    const old = await database();
    const earlier = ownMigrations().slice(0, 4);
    await look(old, async ({ sql }) => {
      for (const { sql: statements } of earlier) for (const text of statements) await sql.unsafe(text);
      await sql`create schema drizzle`;
      await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
      for (const { hash, folderMillis } of earlier)
        await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${String(folderMillis)})`;
      await sql.unsafe(`insert into conversations (id) values ('11111111-1111-4111-8111-111111111111');
        insert into conversation_heads (conversation_id, last_turn, message_count) values ('11111111-1111-4111-8111-111111111111', 1, 1);
        insert into messages (conversation_id, turn_number, role, content)
        values ('11111111-1111-4111-8111-111111111111', 1, 'user', 'An old question about aardvarks')`);
    });
    const file = await backup(old);
    for (const into of ['template0', 'template_winni'] as const) {
      const url = await database(into);
      const { migrated } = await restore(url, file);
      expect(migrated).toBe(ownMigrations().length - earlier.length);
      await look(url, async (db) => {
        expect(await pendingMigrations(db.sql)).toBe(0);
        const deps = createDeps(db, createLog('silent'));
        expect((await call(search, { query: 'aardvark' }, deps)).total).toBe(1);
      });
    }
  });

  it('reports the tables of the database that are not its own', async () => {
    const url = await database('template_winni');
    await look(url, ({ sql }) => sql`create table invoices (id int)`);
    const out = new PassThrough();
    const [, { foreign }] = await Promise.all([buffer(out), writeBackup(url, out, { version: '1' })]);
    expect(foreign).toEqual(['invoices']);
  });
});

describe('a file that is not a complete backup', () => {
  const target = useDatabase();
  let empty: Record<string, string>;
  let whole: Buffer;
  beforeAll(async () => {
    empty = await look(target.url, fingerprint);
    whole = await backup(lake.url);
  });
  /** The same backup with one change to its contents. */
  const changed = async (change: (text: string) => string) => gzipSync(change(gunzipSync(whole).toString()));
  const cases: [what: string, make: () => Promise<Buffer>, says: RegExp][] = [
    ['is truncated', async () => Buffer.from(whole).subarray(0, 1000), /ends in the middle/],
    ['is empty', async () => Buffer.alloc(0), /ends in the middle|not a backup/],
    ['lacks its last line', () => changed((text) => text.replace(/\{"end".*\n$/, '')), /ends in the middle/],
    [
      'has a changed row',
      () => changed((text) => text.replace('Shelf 7', 'Shelf 8')),
      /rows of messages do not match/,
    ],
    [
      'lacks a row',
      () => changed((text) => text.replace(/.*Shelf 9.*\n/, '')),
      /rows of messages do not match/,
    ],
    [
      'has a changed header',
      () => changed((text) => text.replace('"1.2.3"', '"1.2.4"')),
      /checksum does not match/,
    ],
    ['has data after its end', async () => Buffer.concat([whole, gzipSync('x')]), /after its end/],
    [
      'has flipped bits',
      async () => Buffer.from(whole).fill(0x55, 2000, 2100),
      /cannot be decompressed|damaged|middle/,
    ],
    ['is something else', async () => Buffer.from('-- PostgreSQL database dump'), /not a backup that/],
    ['is another gzip', async () => gzipSync('hello'), /ends in the middle|not a backup/],
    [
      'has a later format',
      () => changed((text) => text.replace('"dewey_backup":1', '"dewey_backup":9')),
      /format 9.*newer one/,
    ],
    [
      'is of a newer version',
      () => changed((text) => text.replace('"migrations":[', '"migrations":[{"hash":"x","at":1},')),
      /made by a newer Dewey|another line/,
    ],
  ];
  it.each(cases)('%s: is rejected, and the lake stays empty', async (what, make, says) => {
    const file = await make();
    if (!/newer version/.test(what)) await expect(read(file)).rejects.toThrow(says);
    // Creating the tables is slow: do so only for a file that fails early, in the middle and late.
    if (!/truncated|changed row|checksum|newer/.test(what)) return;
    await expect(restore(target.url, file)).rejects.toThrow(says);
    expect(await look(target.url, fingerprint)).toEqual(empty);
  });

  it('consists of gzip, JSON lines and rows as COPY writes them', async () => {
    const text = gunzipSync(whole).toString();
    const [first = ''] = text.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      dewey_backup: 1,
      dewey: '1.2.3',
      postgresql: expect.any(String),
    });
    expect(text).toContain('\n{"table":"tombstones","columns":["kind",');
  });
});
