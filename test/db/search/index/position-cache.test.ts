import { expect, test } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
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
  const asked = [['copper'], [row?.seg ?? 0]] as const;
  // An entry takes some 300 bytes, and 6 for each of its documents: there is room for one.
  const cache = new PositionCache(messages.collectionId, 1500);
  const read = await Promise.all([cache.of(sql, ...asked), cache.of(sql, ...asked)]);
  expect(read.map(([entry]) => entry?.runs[0]?.docs.length)).toEqual([100, 100]);
  await sql`delete from search_postings`;
  expect((await cache.of(sql, ...asked))[0]?.runs[0]?.docs.length).toBe(100);
});
