import { expect, test } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { merge } from '../../../src/db/search/index/merge.ts';
import { createSearch } from '../../../src/db/search/search.ts';
import { useLake } from '../../support/lake.ts';
import { converse } from './support.ts';

const lake = useLake();
/** On a busy machine too, all of the index is searched. */
const unhurried = { budgetMs: 20_000 };

/** Messages with both words, every fifth of them side by side. */
const some = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    i % 5 === 0 ? `a copper kettle ${i}` : `the kettle of copper ${i}`,
  );

test('a phrase of common words is found by kept positions while segments come, merge and go', async () => {
  const { sql } = lake.db;
  // One reader keeps what it has read, the other has no room for it.
  const readers = [createSearch(sql, unhurried), createSearch(sql, { ...unhurried, cacheBytes: 1 })];
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

test('a phrase of a stop word and a common word is found where it stands, and nowhere else', async () => {
  const { sql } = lake.db;
  const plain = Array.from({ length: 200 }, (_, i) => `they came back and switched the lamp ${i} off`);
  await converse(lake, [...plain, 'please back off', 'the back lamp']);
  const search = createSearch(sql, unhurried);
  const find = (text: string, mode: 'phrase' | 'auto' = 'phrase') =>
    search.find(messages, { text, mode, filter: {}, limit: 5, offset: 0 });
  for (const flushed of [false, true]) {
    if (flushed) await flush(sql, messages, 'english', 10_000);
    const one = { total: 1, totalIsExact: true };
    expect(await find('back off')).toMatchObject(one);
    expect(await find('the back lamp')).toMatchObject(one);
    expect(await find('back and switched the lamp')).toMatchObject({ total: 200, totalIsExact: true });
    expect(await find('lamp -"back and"', 'auto')).toMatchObject(one);
    expect(await find('lamp -"lamp and"', 'auto')).toMatchObject({ total: 201, totalIsExact: true });
  }
});
