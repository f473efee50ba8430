import { expect, test } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { DocValues } from '../../../../src/db/search/index/doc-values.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
import { merge } from '../../../../src/db/search/index/merge.ts';
import { Postings } from '../../../../src/db/search/index/postings.ts';
import { Segments } from '../../../../src/db/search/index/segments.ts';
import { useLake } from '../../../support/lake.ts';
import { converse } from '../support.ts';

const lake = useLake();
const { collectionId } = messages;

test('a list goes on when segments are merged of which it had read some only', async () => {
  const { sql } = lake.db;
  const postings = new Postings(collectionId, 1 << 20);
  const segments = new Segments(collectionId, new DocValues(), [postings]);
  const store = async (count: number) => {
    await converse(lake, Array(count).fill('copper kettle'));
    await flush(sql, messages, 'english', 10_000);
    await segments.refresh(sql);
  };
  const read = async () => {
    await segments.refresh(sql);
    const list = (await postings.lists(sql, ['copper'], segments.current)).get('copper');
    return { list, docs: [...(list?.docs.subarray(0, list.size) ?? [])].sort((a, b) => a - b) };
  };
  for (const count of [5, 7]) await store(count);
  const first = await read();
  expect(first.docs).toHaveLength(12);
  // Nobody reads the postings of the next ones before they are merged, and that is merged again.
  for (const count of [3, 4]) await store(count);
  expect(await merge(sql, collectionId, 4)).toBe(true);
  await segments.refresh(sql);
  for (let i = 0; i < 2; i++) await store(2);
  expect(await merge(sql, collectionId, 2)).toBe(true);
  await segments.refresh(sql);
  expect(await merge(sql, collectionId, 2)).toBe(true);
  const merged = await read();
  expect(segments.current.size).toBe(1);
  expect(merged.docs).toEqual(
    (await sql<{ docNo: number }[]>`select doc_no from messages order by doc_no`).map(({ docNo }) => docNo),
  );
  expect(merged.docs).toHaveLength(23);
  // It is the same list, beside which ranking keeps its bounds, and complete now.
  expect(merged.list).toBe(first.list);
  await sql`delete from search_postings where shelf = ${collectionId}`;
  expect((await read()).docs).toHaveLength(23);
});

test('what one search has read stays until the next, and common terms are read by themselves', async () => {
  const { sql } = lake.db;
  await sql`truncate search_segments, search_postings`;
  await converse(lake, Array(300).fill('copper kettle'));
  await flush(sql, messages, 'english', 10_000);
  // Room for the postings of one term; those of more than 100 documents are read one at a time.
  const postings = new Postings(collectionId, 3000, 100);
  const segments = new Segments(collectionId, new DocValues(), [postings]);
  await segments.refresh(sql);
  const sizeOf = async (term: string) =>
    (await postings.lists(sql, [term], segments.current)).get(term)?.size;
  postings.begin();
  expect([await sizeOf('copper'), await sizeOf('kettl')]).toEqual([300, 300]);
  await sql`alter table search_postings rename to hidden`;
  expect([await sizeOf('copper'), await sizeOf('kettl')]).toEqual([300, 300]);
  await sql`alter table hidden rename to search_postings`;
  postings.begin();
  expect(await sizeOf('kettl')).toBe(300);
  await sql`delete from search_postings`;
  expect(await sizeOf('copper')).toBe(0);
});
