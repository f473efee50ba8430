/**
 * Similarity of two texts, and a short signature of a text that never hides a near-duplicate.
 *
 * Similarity is the Dice coefficient of character bigrams as multisets: 2 × common / (bigrams of a + bigrams of b). A
 * bigram that occurs twice in one text and three times in the other counts as common twice.
 */

/** From this similarity on, two experiences count as the same (seed 003, "90% similarity threshold"). */
export const duplicateThreshold = 0.9;

/** The texts of an experience that are compared. */
export type Texts = { situation: string; approach: string; outcome: string; reasoning: string };

/** Lower case, runs of whitespace replaced by one space, trimmed. */
export const normalise = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** The four texts joined and normalised for comparison. */
export const comparable = ({ situation, approach, outcome, reasoning }: Texts): string =>
  normalise([situation, approach, outcome, reasoning].join(' '));

/** Number of occurrences of each pair of adjacent characters (Unicode code points). */
export type Bigrams = { counts: ReadonlyMap<number, number>; total: number };

const codePoints = 0x110000;

export function bigramsOf(text: string): Bigrams {
  const counts = new Map<number, number>();
  let total = 0;
  let previous: number | undefined;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (previous !== undefined) {
      const bigram = previous * codePoints + point;
      counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
      total += 1;
    }
    previous = point;
  }
  return { counts, total };
}

/** The Dice coefficient, 0 to 1. Two texts without bigrams score 0. */
export function diceOfBigrams(a: Bigrams, b: Bigrams): number {
  if (a.total + b.total === 0) return 0;
  const [fewer, more] = a.counts.size <= b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
  let common = 0;
  for (const [bigram, count] of fewer) common += Math.min(count, more.get(bigram) ?? 0);
  return (2 * common) / (a.total + b.total);
}

/** The Dice coefficient of two texts; equal texts score 1 however short they are. */
export function dice(a: string, b: string): number {
  return a === b ? 1 : diceOfBigrams(bigramsOf(a), bigramsOf(b));
}

/**
 * Signature of a text: an odd sketch (Mitzenmacher, Pagh and Pham 2014). Each bigram, numbered by occurrence, flips one
 * bit, so two sketches of the same width differ in at most as many bits as the texts differ in bigrams:
 *
 *   bits apart ≤ bigrams apart = (total a + total b) × (1 − Dice)
 *
 * Texts farther apart than a threshold allows can be skipped unread, and no near-duplicate is ever missed.
 */
export function sketch({ counts }: Bigrams, width: number): string {
  const bits = new Uint8Array(width);
  for (const [bigram, count] of counts)
    for (let nth = 1; nth <= count; nth += 1) {
      const place = hash(bigram, nth) & (width - 1);
      bits[place] = 1 - (bits[place] ?? 0);
    }
  return bits.join('');
}

const narrowest = 256;
const widest = 16_384;

/**
 * Width in bits of a text's sketch: the next power of two from its number of bigrams, within bounds. Sketches stay sparse
 * enough to distinguish texts, and texts of similar length have at most two widths.
 */
export function sketchWidth(total: number): number {
  let width = narrowest;
  while (width < total && width < widest) width *= 2;
  return width;
}

/** Bigram counts of the texts that can reach the threshold, by sketch width. */
export type Reach = { width: number; least: number; most: number };

/**
 * Bounds for near-duplicates of a text with this many bigrams. A text with `b` bigrams has at most min(a, b) in common
 * with one of `a`, so Dice ≥ t needs b between a·t/(2−t) and a·(2−t)/t.
 */
export function reachOf(total: number, threshold = duplicateThreshold): Reach[] {
  const ratio = threshold / (2 - threshold);
  // Slightly wider than the exact bounds, so that rounding excludes no text on the edge.
  const least = Math.max(0, Math.ceil(total * ratio - 1e-9));
  const most = Math.floor(total / ratio + 1e-9);
  const reaches: Reach[] = [];
  for (let from = least; from <= most; ) {
    const width = sketchWidth(from);
    const to = width === widest ? most : Math.min(most, width);
    reaches.push({ width, least: from, most: to });
    from = to + 1;
  }
  return reaches;
}

/** A 32-bit mix of a bigram and its occurrence number (the finaliser of MurmurHash3 over both). */
function hash(bigram: number, nth: number): number {
  let h = Math.imul(Math.floor(bigram / codePoints), 0x9e3779b1) ^ Math.imul(bigram % codePoints, 0x85ebca77);
  h ^= Math.imul(nth, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
