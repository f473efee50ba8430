import { expect, test } from 'vitest';
import { end, Numbers, PositionCursor, runsOf } from '../../../../src/db/search/index/positions.ts';
import { DocSet } from '../../../../src/db/search/score/doc-set.ts';
import { chance as seededChance } from '../../../support/chance.ts';

type Entry = { doc: number; positions: number[] };

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];

const encode = (entries: readonly Entry[]) => ({
  docs: Int32Array.from(entries, ({ doc }) => doc),
  pos: Buffer.from(
    entries.flatMap(({ positions }) => [
      ...varint(positions.length),
      ...positions.flatMap((at, i) => varint(at - (positions[i - 1] ?? 0))),
    ]),
  ),
});

function entriesOf(chance: () => number, size: number): Entry[] {
  return Array.from({ length: size }, (_, i) => {
    let at = 0;
    const positions = Array.from(
      { length: Math.floor(chance() * 200) ** 2 % 170 },
      () => (at += Math.floor(chance() * 400)),
    );
    return { doc: i * 3 + Math.floor(chance() * 3), positions };
  });
}

function readAll(cursor: PositionCursor): Entry[] {
  const found: Entry[] = [];
  while (cursor.doc !== end) {
    const { doc } = cursor;
    const positions = new Numbers();
    cursor.read(positions);
    found.push({ doc, positions: [...positions.values.subarray(0, positions.size)] });
  }
  return found;
}

test.each([1, 2, 3, 4, 5])('positions are read from any documents that are wanted, chance %i', (seed) => {
  const chance = seededChance(seed);
  const entries = entriesOf(chance, 300);
  const run = encode(entries);
  expect(readAll(new PositionCursor(run))).toEqual(entries);

  const cursor = new PositionCursor(run);
  for (let doc = 0; doc < 1000; doc += 1 + Math.floor(chance() * 20))
    expect(cursor.seek(doc)).toBe(entries.some((entry) => entry.doc === doc));
});

test('documents that are not in order are read as runs of ascending ones', () => {
  const entries = entriesOf(seededChance(6), 90);
  const mixed = [...entries.slice(40, 70), ...entries.slice(0, 40), ...entries.slice(70)];
  const runs = runsOf(encode(mixed));
  expect(runs.map(({ docs }) => docs.length)).toEqual([30, 60]);
  expect(runs.flatMap((run) => readAll(new PositionCursor(run)))).toEqual(mixed);
});

test('a set of documents has what was added, once', () => {
  const set = new DocSet(200, [5, 64, 199, 5, 31, 32]);
  expect(set.size).toBe(5);
  expect([...set.docs()]).toEqual([5, 31, 32, 64, 199]);
  expect([4, 5, 31, 32, 33, 63, 64, 199, 200, 100_000].filter((doc) => set.has(doc))).toEqual([
    5, 31, 32, 64, 199,
  ]);
});
