import { ones } from '../index/bits.ts';
import { markBits, marksOf } from '../index/heads.ts';
import { farPlace, position } from '../index/place-sources.ts';
import type { Places } from '../index/places.ts';
import { Numbers } from '../index/positions.ts';
import { isFollowed } from './followed.ts';

/** A phrase's word: where in the phrase it is, and the places of its terms. */
export type PlacedSlot = { at: number; sources: readonly Places[] };

/** A word of a phrase, in 32 documents at a time. */
class Word {
  readonly at: number;
  private readonly sources: readonly Places[];
  /** Its places, if only one of its terms is there. */
  only: Places | undefined;

  constructor({ at, sources }: PlacedSlot) {
    this.at = at;
    this.sources = sources;
  }

  get size(): number {
    return this.sources.reduce((sum, { size }) => sum + size, 0);
  }

  /** Goes to 32 documents. @returns a bit for each that has the word. */
  enter(number: number): number {
    let here = 0;
    this.only = undefined;
    for (const source of this.sources) {
      const some = source.enter(number);
      if (some !== 0) this.only = here === 0 ? source : undefined;
      here |= some;
    }
    return here;
  }

  /** Reads the positions in one of them, ascending. */
  read(bit: number, into: Numbers): void {
    into.size = 0;
    for (const source of this.sources) if (source.here & bit) source.read(bit, into);
    if (!this.only) into.values.subarray(0, into.size).sort();
  }
}

/** Keeps, of a set of documents by bits, those that have all words of a phrase side by side; there are two at least. */
export function keepSideBySide(bits: Int32Array, slots: readonly PlacedSlot[]): void {
  // The two rarest are compared first.
  const words = slots.map((slot) => new Word(slot)).sort((a, b) => a.size - b.size);
  const [first, second] = words;
  if (!first || !second) return;
  const starts = new Numbers();
  const positions = new Numbers();
  const unsure = { bits: 0 };
  for (let number = 0; number < bits.length; number++) {
    let left = bits[number] as number;
    for (let i = 0; i < words.length && left !== 0; i++) left &= (words[i] as Word).enter(number);
    bits[number] = left === 0 ? 0 : pairs(left, first, second, unsure);
    left = words.length === 2 ? unsure.bits : (bits[number] as number) | unsure.bits;
    for (unsure.bits = 0; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (areBeside(words, bit, starts, positions)) bits[number] = (bits[number] as number) | bit;
      else bits[number] = (bits[number] as number) & ~bit;
    }
  }
}

/**
 * Finds the documents in which the second word is in its place after the first. It runs for every candidate.
 *
 * @param unsure takes the documents for which that is not as easy to tell.
 */
function pairs(candidates: number, { only: one, at }: Word, other: Word, unsure: { bits: number }): number {
  const two = other.only;
  if (!one || !two || Math.abs(other.at - at) > position) {
    unsure.bits = candidates;
    return 0;
  }
  const gap = other.at - at;
  const turn = ((gap % markBits) + markBits) % markBits;
  const { here: hereFrom, index: indexFrom, places: from } = one;
  const { here: hereTo, index: indexTo, places: to } = two;
  const { heads: headsFrom, rank: rankFrom } = indexFrom;
  const { heads: headsTo, rank: rankTo } = indexTo;
  let kept = 0;
  for (let left = candidates; left !== 0; left &= left - 1) {
    const bit = left & -left;
    const i = ones(hereFrom & (bit - 1));
    const k = ones(hereTo & (bit - 1));
    const marks = marksOf(headsFrom[rankFrom + i] as number);
    const turned = (marks << turn) | (marks >>> (markBits - turn));
    // Most are told by this.
    if ((turned & marksOf(headsTo[rankTo + k] as number)) === 0) continue;
    const begin = one.beginOf(i);
    const beginTo = two.beginOf(k);
    if (from[begin] === farPlace || to[beginTo] === farPlace) unsure.bits |= bit;
    else if (isFollowed(from, begin, to, beginTo, gap)) kept |= bit;
  }
  return kept;
}

function areBeside(
  [first, ...others]: readonly Word[],
  bit: number,
  starts: Numbers,
  positions: Numbers,
): boolean {
  if (!first) return false;
  first.read(bit, starts);
  for (const word of others) {
    word.read(bit, positions);
    const gap = word.at - first.at;
    let kept = 0;
    let k = 0;
    for (let i = 0; i < starts.size; i++) {
      const wanted = (starts.values[i] as number) + gap;
      while (k < positions.size && (positions.values[k] as number) < wanted) k += 1;
      if (k < positions.size && positions.values[k] === wanted) starts.values[kept++] = wanted - gap;
    }
    starts.size = kept;
  }
  return starts.size > 0;
}
