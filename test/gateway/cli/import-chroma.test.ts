import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forget, rowsOf } from '../../support/capture.ts';
import { runHere } from '../../support/command.ts';
import { useLake } from '../../support/lake.ts';
import { databaseFrom, databaseOf, memoriesFixture, type Product } from '../../support/memories.ts';

const lake = useLake();
let folder: string;
let store: string;
const collections = memoriesFixture('chroma-collections.json');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-chroma-'));
  store = await databaseOf('chroma.sql', join(folder, 'chroma.sqlite3'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

const dewey = async (...args: string[]) => {
  const { code, out, err } = await runHere([...args, '--json'], { DATABASE_URL: lake.url });
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};
const imported = async (path: string): Promise<Product> => (await dewey('import', path)).products.chroma;
const memories = () =>
  lake.db.sql`
    select type, content, confidence::float8 as confidence from memories where deleted_at is null order by content`;

describe('a database of Chroma', () => {
  it('becomes memories, conversations and texts, all accounted for', async () => {
    expect(await imported(store)).toMatchObject({
      ...{ read: 8, stored: 6, known: 0 },
      skipped: { 'memory without text': 1, 'copy of what claude-mem keeps in its own store': 1 },
      kinds: { memory: 2, turn: 2, text: 2 },
      memories: { new: 2, known: 0, tooLong: 0 },
    });
    expect(await memories()).toEqual([
      { type: 'preference', content: 'The dome opens at dusk only.', confidence: 0.9 },
      { type: 'decision', content: 'We chose the equatorial mount.', confidence: 0.8 },
    ]);
    const [first] = await rowsOf(lake, 'chroma:memories');
    expect(first).toMatchObject({
      metadata: { kind: 'memory', imported_from: { id: 'mem_1', collection: 'memory', pinned: true } },
    });
    expect(await lake.db.sql`select from messages where created_at = '2026-01-05T10:00:00Z'`).toHaveLength(1);
    expect((await rowsOf(lake, 'chroma:turn night-log')).map(({ role, content }) => [role, content])).toEqual(
      [
        ['user', 'When does the dome open?'],
        ['assistant', 'At dusk.'],
      ],
    );
    expect((await rowsOf(lake, 'chroma:text art_9f2c')).map(({ content }) => content)).toEqual([
      'The first part of the manual.',
      'The second part of the manual.',
    ]);
    expect(await imported(store)).toMatchObject({ read: 8, stored: 0, known: 6 });
    expect(await dewey('verify', store)).toMatchObject({ code: 0, missing: 0, different: 0, faults: [] });
  });

  it('is continued by collections saved as JSON', async () => {
    await imported(store);
    expect(await imported(collections)).toMatchObject({
      ...{ read: 4, stored: 1, known: 2 },
      skipped: { 'memory without text': 1 },
      memories: { new: 1, known: 0, tooLong: 0 },
    });
    expect(await imported(collections)).toMatchObject({ stored: 0, known: 3 });
  });

  it('of an older version, without true and false, is read as well; of an unknown one it is refused', async () => {
    const tables = `
      create table collections (id text, name text); create table segments (id text, collection text);
      create table embeddings (id integer primary key, segment_id text, embedding_id text, created_at text);`;
    const older = await databaseFrom(
      `${tables}
       create table embedding_metadata (id integer, key text, string_value text, int_value integer, float_value real);
       insert into collections values ('c', 'notes'); insert into segments values ('s', 'c');
       insert into embeddings values (1, 's', 'n1', '2024-01-01 00:00:00');
       insert into embedding_metadata values (1, 'chroma:document', 'The mirror is clean.', null, null)`,
      join(folder, 'older.sqlite3'),
    );
    expect(await imported(older)).toMatchObject({ read: 1, stored: 1, memories: { new: 1 } });
    const newer = await databaseFrom(
      `${tables} create table embedding_metadata (id integer, key text, value text)`,
      join(folder, 'newer.sqlite3'),
    );
    const { failed } = await dewey('import', newer);
    expect(failed).toMatchObject([
      { problem: 'a store of chroma of an unknown version: embedding_metadata has no string_value' },
    ]);
  });
});
