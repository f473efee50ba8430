import { describe, expect, test } from 'vitest';
import { Places } from '../../../../src/db/search/index/places.ts';
import { Numbers } from '../../../../src/db/search/index/positions.ts';
import type { TermRow } from '../../../../src/db/search/index/segment-rows.ts';
import { DocSet } from '../../../../src/db/search/score/doc-set.ts';
import { keepSideBySide } from '../../../../src/db/search/score/side-by-side.ts';
import { chance as seededChance } from '../../../support/chance.ts';

type Entry = readonly [doc: number, positions: readonly number[]];

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];

/** The row of a term in a segment, as it is stored: a part for each document, so that they may be in any order. */
function rowOf(entries: readonly Entry[]): TermRow {
  const post = entries.flatMap(([doc, { length }]) => {
    const base = doc & ~0xffff;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(base, 0);
    head.writeUInt32LE(1, 4);
    return [...head, (doc - base) & 255, (doc - base) >> 8, Math.min(length, 255)];
  });
  const pos = entries.flatMap(([, positions]) => [
    ...varint(positions.length),
    ...positions.flatMap((at, i) => varint(at - (positions[i - 1] ?? 0))),
  ]);
  return { df: entries.length, post: Buffer.from(post), pos: Buffer.from(pos) };
}

function readAll(places: Places, high: number): Entry[] {
  const found: Entry[] = [];
  const positions = new Numbers();
  for (let word = 0; word << 5 < high; word++) {
    const here = places.enter(word);
    for (let k = 0; k < 32; k++) {
      if (((here >>> k) & 1) === 0) continue;
      positions.size = 0;
      places.read(1 << k, positions);
      found.push([(word << 5) + k, [...positions.values.subarray(0, positions.size)]]);
    }
  }
  return found;
}

describe('positions are found in any document, in whatever order segments are read', () => {
  test.each(Array.from({ length: 8 }, (_, i) => i + 1))('for chance %i', (seed) => {
    const chance = seededChance(seed);
    const below = (n: number) => Math.floor(chance() * n);
    // Of few documents, their numbers are kept; of many, bits. Some terms become common while segments come.
    const share = [0.004, 0.02, 0.3, 0.9][seed % 4] ?? 1;
    const known: Entry[] = [];
    const places = new Places();
    let from = 0;
    for (let round = 0; round < 6; round++) {
      const to = from + 1 + below(20_000 >> below(6));
      const entries: Entry[] = [];
      for (let doc = from; doc < to; doc++) {
        if (chance() >= (round > 3 ? Math.max(share, 0.2) : share)) continue;
        let at = 0;
        const far = chance() < 0.003 ? 9000 : 30;
        const positions = Array.from({ length: 1 + below(chance() < 0.2 ? 9 : 1) }, () => (at += below(far)));
        entries.push([doc, positions]);
      }
      known.push(...entries);
      from = to;
      // The documents of a round are in three rows, and those are not one after the other.
      const rows: Entry[][] = [[], [], []];
      for (const entry of entries)
        rows[chance() < 0.9 ? (round + (entry[0] >> 12)) % 3 : below(3)]?.push(entry);
      const last = rows[2] ?? [];
      const cut = below(last.length);
      rows[2] = [...last.slice(cut), ...last.slice(0, cut)];
      const filled = rows.filter(({ length }) => length > 0).sort(() => chance() - 0.5);
      places.take(filled.slice(1).map(rowOf));
      if (chance() < 0.5) readAll(places, from);
      places.take(filled.slice(0, 1).map(rowOf));
      expect(places.size).toBe(known.length);
      expect(readAll(places, from)).toEqual(known);
      expect(places.bytes > 0).toBe(known.length > 0);
    }
  });
});

describe('words are found side by side', () => {
  test.each(Array.from({ length: 12 }, (_, i) => i + 1))('for chance %i', (seed) => {
    const chance = seededChance(seed);
    const below = (n: number) => Math.floor(chance() * n);
    const texts = Array.from({ length: 400 }, () => {
      const begin = chance() < 0.02 ? 32_760 : 0;
      const length = chance() < 0.5 ? 1 + below(6) : below(chance() < 0.1 ? 400 : 40);
      return new Map(Array.from({ length }, (_, i) => [begin + i, below(below(2) ? 4 : 8)]));
    });
    const termPlaces = Array.from({ length: 8 }, (_, term) => {
      const places = new Places();
      const entries = texts.flatMap((text, doc): Entry[] => {
        const positions = [...text].filter(([, word]) => word === term).map(([at]) => at);
        return positions.length > 0 ? [[doc, positions]] : [];
      });
      const half = entries.length >> 1;
      for (const some of [entries.slice(half), entries.slice(0, half)])
        if (some.length > 0) places.take([rowOf(some)]);
      return places;
    });
    for (let i = 0; i < 20; i++) {
      let at = 0;
      const slots = Array.from({ length: 2 + below(3) }, () => {
        at += 1 + below(chance() < 0.2 ? 3 : 1);
        return { at, terms: chance() < 0.7 ? [below(8)] : [...new Set([below(8), below(8)])] };
      });
      const first = slots[0]?.at ?? 0;
      const asked = texts.flatMap((_, doc) => (chance() < 0.9 ? [doc] : []));
      const found = new DocSet(texts.length, asked);
      keepSideBySide(
        found.bits,
        slots.map(({ at, terms }) => ({ at, sources: terms.flatMap((term) => termPlaces[term] ?? []) })),
      );
      const wanted = asked.filter((doc) => {
        const text = texts[doc] ?? new Map<number, number>();
        return [...text.keys()].some((start) =>
          slots.every(({ at, terms }) => terms.includes(text.get(start + at - first) ?? -1)),
        );
      });
      expect([...found.docs()]).toEqual(wanted);
    }
  });
});
