import { expect, test } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { merge } from '../../../src/db/search/index/merge.ts';
import { createSearch } from '../../../src/db/search/search.ts';
import { useLake } from '../../support/lake.ts';
import { converse } from './support.ts';

const lake = useLake();

/** Messages with both words, every fifth of them side by side. */
const some = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    i % 5 === 0 ? `a copper kettle ${i}` : `the kettle of copper ${i}`,
  );

test('a phrase of common words is found by kept positions while segments come, merge and go', async () => {
  const { sql } = lake.db;
  // One reader keeps what it has read, the other has no room for it.
  const readers = [createSearch(sql), createSearch(sql, { cacheBytes: 1 })];
  const asked = { text: 'copper kettle', mode: 'phrase' as const, filter: {}, limit: 5, offset: 0 };
  const totals = async () => {
    const found = readers.map((reader) => reader.find(messages, asked));
    return (await Promise.all(found)).map(({ total, totalIsExact }) => totalIsExact && total);
  };
  for (let round = 1; round <= 8; round++) {
    await converse(lake, some(200));
    expect(await totals()).toEqual([40 * round, 40 * round]);
    await flush(sql, messages, 'english', 10_000);
    expect(await totals()).toEqual([40 * round, 40 * round]);
  }
  // Without any time left, what the first read brought is used, and marked as a part.
  const hurried = await createSearch(sql, { budgetMs: 0 }).find(messages, asked);
  expect(hurried).toMatchObject({ total: 160, totalIsExact: false });
  while (await merge(sql, messages.collectionId, 2));
  expect(await totals()).toEqual([320, 320]);
  expect(await totals()).toEqual([320, 320]);
});
