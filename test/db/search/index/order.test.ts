import { expect, test } from 'vitest';
import { keepNew, putInOrder } from '../../../../src/db/search/index/order.ts';
import { chance as seededChance } from '../../../support/chance.ts';

/** Some ascending documents below a number, with counts that tell them apart. */
const run = (chance: () => number, high: number, share: number): [number, number][] =>
  Array.from({ length: high }, (_, doc): [number, number] => [doc, (doc * 7) % 256]).filter(
    () => chance() < share,
  );

const listOf = (postings: readonly [number, number][], room = 0) => ({
  docs: Int32Array.from([...postings.map(([doc]) => doc), ...Array<number>(room).fill(0)]),
  counts: Uint8Array.from([...postings.map(([, count]) => count), ...Array<number>(room).fill(0)]),
  size: postings.length,
});

const postingsOf = ({ docs, counts }: ReturnType<typeof listOf>, size: number) =>
  Array.from({ length: size }, (_, i) => [docs[i], counts[i]]);

test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'added runs are put among the postings in the order of documents, for chance %i',
  (seed) => {
    const chance = seededChance(seed);
    // Each document is in one run: few long ones, or more than are merged one by one.
    const runs = 1 + Math.floor(chance() * (seed % 2 === 0 ? 5 : 150));
    const parts: [number, number][][] = Array.from({ length: runs }, () => []);
    for (const posting of run(chance, 2000, 0.5)) parts[Math.floor(chance() * runs)]?.push(posting);
    const ordered = parts[0]?.length ?? 0;
    const list = listOf(parts.flat(), 3);
    const wanted = parts.flat().sort(([a], [b]) => a - b);
    putInOrder(list, ordered);
    expect(postingsOf(list, list.size)).toEqual(wanted);
  },
);

test('of a segment, only documents that a list had not are kept', () => {
  const chance = seededChance(1);
  const all = run(chance, 3000, 0.4);
  const had = all.filter(() => chance() < 0.6);
  const list = listOf(had, all.length);
  list.docs.set(
    all.map(([doc]) => doc),
    had.length,
  );
  list.counts.set(
    all.map(([, count]) => count),
    had.length,
  );
  const end = keepNew(list, had.length + all.length);
  const added = all.filter(([doc]) => !had.some(([known]) => known === doc));
  expect(postingsOf(list, end)).toEqual([...had, ...added]);
});
