/**
 * How alike two texts are, and a short signature of a text that never hides a near-duplicate.
 *
 * Similarity is the Dice coefficient of character bigrams as multisets: 2 × common / (bigrams of a + bigrams of b), where
 * a bigram that occurs twice in one text and three times in the other is common twice.
 */

/** From here on two experiences count as the same one (seed 003, "90% similarity threshold"). */
export const duplicateThreshold = 0.9;

/** The texts of an experience that are compared. */
export type Texts = { situation: string; approach: string; outcome: string; reasoning: string };

/** Lower case, whitespace folded to single blanks, none at the ends. */
export const normalise = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** The four texts as one, ready to be compared. */
export const comparable = ({ situation, approach, outcome, reasoning }: Texts): string =>
  normalise([situation, approach, outcome, reasoning].join(' '));

/** How often each pair of neighbouring characters (Unicode code points) occurs. */
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

/** The Dice coefficient, 0 to 1. Two texts without bigrams have nothing in common to measure: 0. */
export function diceOfBigrams(a: Bigrams, b: Bigrams): number {
  if (a.total + b.total === 0) return 0;
  const [fewer, more] = a.counts.size <= b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
  let common = 0;
  for (const [bigram, count] of fewer) common += Math.min(count, more.get(bigram) ?? 0);
  return (2 * common) / (a.total + b.total);
}

/** The Dice coefficient of two texts; equal texts are 1 however short they are. */
export function dice(a: string, b: string): number {
  return a === b ? 1 : diceOfBigrams(bigramsOf(a), bigramsOf(b));
}

/**
 * Signature of a text: an odd sketch (Mitzenmacher, Pagh and Pham 2014). Each bigram with its running number in the text
 * flips one bit, so two sketches of one width differ in at most as many bits as the texts differ in bigrams:
 *
 *   bits apart ≤ bigrams apart = (total a + total b) × (1 − Dice)
 *
 * Whatever is farther apart than a threshold allows can be left out unread, and no near-duplicate is ever missed.
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
 * Bits of a text's sketch: the power of two from its number of bigrams on, within bounds, so that sketches stay sparse
 * enough to tell texts apart and texts of about one length have at most two widths.
 */
export function sketchWidth(total: number): number {
  let width = narrowest;
  while (width < total && width < widest) width *= 2;
  return width;
}

/** The texts that can reach the threshold: how many bigrams they have, by the width of their sketches. */
export type Reach = { width: number; least: number; most: number };

/**
 * Where near-duplicates of a text with this many bigrams can be. A text with `b` bigrams has at most min(a, b) in common
 * with one of `a`, so Dice ≥ t needs b between a·t/(2−t) and a·(2−t)/t.
 */
export function reachOf(total: number, threshold = duplicateThreshold): Reach[] {
  const ratio = threshold / (2 - threshold);
  // A hair wider than the exact bounds: rounding must not leave out a text on the edge.
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

/** A 32-bit mix of a bigram and its running number (the finaliser of MurmurHash3 over both). */
function hash(bigram: number, nth: number): number {
  let h = Math.imul(Math.floor(bigram / codePoints), 0x9e3779b1) ^ Math.imul(bigram % codePoints, 0x85ebca77);
  h ^= Math.imul(nth, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
