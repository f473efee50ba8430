import { expect, test } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
import { merge } from '../../../../src/db/search/index/merge.ts';
import { PositionCache } from '../../../../src/db/search/index/position-cache.ts';
import { useLake } from '../../../support/lake.ts';
import { converse } from '../support.ts';

const lake = useLake();

test('what is read twice at the same time takes its room once', async () => {
  const { sql } = lake.db;
  await converse(lake, Array(100).fill('copper kettle'));
  await flush(sql, messages, 'english', 10_000);
  const [row] = await sql<
    { seg: number }[]
  >`select seg from search_segments where shelf = ${messages.collectionId}`;
  const asked = [['copper'], new Set([row?.seg ?? 0]), () => false] as const;
  // An entry takes some 300 bytes, and 5 to 10 for each of its documents: there is room for one. It is read by itself.
  const cache = new PositionCache(messages.collectionId, 1500, 50);
  const sizes = (read: Awaited<ReturnType<PositionCache['of']>>) => read.places.get('copper')?.size;
  const read = await Promise.all([cache.of(sql, ...asked), cache.of(sql, ...asked)]);
  expect(read.map(sizes)).toEqual([100, 100]);
  await sql`delete from search_postings`;
  expect(sizes(await cache.of(sql, ...asked))).toBe(100);
});

test('what was read of segments stays when they are merged, and is read again if that was not all of them', async () => {
  const { sql } = lake.db;
  const cache = new PositionCache(messages.collectionId, 1 << 20);
  await sql`truncate search_segments, search_postings`;
  const segments = async () =>
    new Set(
      (
        await sql<{ seg: number }[]>`select seg from search_segments where shelf = ${messages.collectionId}`
      ).map(({ seg }) => seg),
    );
  const sizeIn = async (some: ReadonlySet<number>) =>
    (await cache.of(sql, ['copper'], some, () => false)).places.get('copper')?.size;
  const store = async (count: number) => {
    await converse(lake, Array(count).fill('copper kettle'));
    await flush(sql, messages, 'english', 10_000);
    return segments();
  };
  const mergeAll = async () => {
    const before = await segments();
    expect(await merge(sql, messages.collectionId, 2)).toBe(true);
    const [by] = await segments();
    cache.succeed([...before], by ?? 0);
  };
  await store(5);
  expect(await sizeIn(await store(7))).toBe(12);
  await mergeAll();
  // Nothing is left to read it from.
  await sql`alter table search_postings rename to hidden`;
  expect(await sizeIn(await segments())).toBe(12);
  await sql`alter table hidden rename to search_postings`;
  await store(3);
  await sql`update search_segments set level = 7`;
  await mergeAll();
  expect(await sizeIn(await segments())).toBe(15);
});

test('where the time is up, what is little beside the rest is read all the same', async () => {
  const { sql } = lake.db;
  const segments = new Set<number>();
  const store = async (count: number) => {
    await converse(lake, Array(count).fill('brass kettle'));
    await flush(sql, messages, 'english', 10_000);
    for (const { seg } of await sql<{ seg: number }[]>`select seg from search_segments`) segments.add(seg);
  };
  await sql`truncate search_segments, search_postings`;
  const read = async () => {
    const { places, complete } = await new PositionCache(messages.collectionId, 1 << 20).of(
      sql,
      ['brass'],
      segments,
      () => true,
    );
    return [places.get('brass')?.size, complete];
  };
  // Four segments are read at once.
  for (const count of [20, 4, 4, 4, 4]) await store(count);
  expect(await read()).toEqual([36, true]);
  await store(5);
  expect(await read()).toEqual([32, false]);
});
