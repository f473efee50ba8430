import { pointsOf } from './points.ts';

/** Sizes in tokens; the defaults are those of seed 004 §10. */
export type ChunkSizes = {
  /** A text of at most this many stays whole. */
  singlePiece: number;
  target: number;
  overlap: number;
};
export const defaultSizes: ChunkSizes = { singlePiece: 1200, target: 900, overlap: 100 };

/** Offsets in code points of the whole text; `text` is what lies between them. */
export type Chunk = { text: string; start: number; end: number; tokens: number };

/** One chunk, `isChunked` false: the text stayed whole. */
export type Chunked = { tokenCount: number; isChunked: boolean; chunks: Chunk[] };

/**
 * Where each token of a text ends, in code units; a token that ends within a character counts as ending before it, so
 * that several may end at one place.
 */
export type TokenEnds = (text: string) => Uint32Array;

/** A cut may move back by this part of a window to the end of a sentence or a line. */
const slack = 0.15;

/**
 * Cuts a text into windows that overlap, unless it is short enough to stay whole.
 *
 * Guarantees: no character (what a reader takes for one) is split unless it is a hundred code units long itself, every
 * chunk reaches further than the one before, the chunks cover the text without a gap.
 *
 * @throws RangeError when the sizes could not get ahead: the overlap must be under half of the target.
 */
export function chunk(text: string, tokenEnds: TokenEnds, sizes: ChunkSizes = defaultSizes): Chunked {
  if (!(sizes.target >= 16 && sizes.overlap >= 0 && sizes.overlap * 2 < sizes.target))
    throw new RangeError('Chunks must have 16 tokens or more and overlap by less than half of them.');
  const ends = tokenEnds(text);
  const points = pointsOf(text);
  const tokenCount = ends.length;
  const piece = (from: number, to: number, tokens: number): Chunk => ({
    text: text.slice(from, to),
    start: points.at(from),
    end: points.at(to),
    tokens,
  });
  if (tokenCount <= sizes.singlePiece)
    return { tokenCount, isChunked: false, chunks: [piece(0, text.length, tokenCount)] };

  const endOf = (token: number): number => (token <= 0 ? 0 : (ends[Math.min(token, tokenCount) - 1] ?? 0));
  const chunks: Chunk[] = [];
  for (let from = 0, first = 0; ; ) {
    const last = first + sizes.target;
    if (last >= tokenCount) {
      chunks.push(piece(from, text.length, tokenCount - first));
      return { tokenCount, isChunked: true, chunks };
    }
    const earliest = endOf(first + Math.ceil(sizes.target * (1 - slack)));
    const to = cutBetween(text, Math.max(earliest, from + 1), endOf(last));
    const cutToken = tokensBefore(ends, to);
    chunks.push(piece(from, to, cutToken - first));
    // The last token may reach beyond the cut.
    from = wholeCharacter(text, Math.min(to, endOf(cutToken - sizes.overlap)), from + 1);
    first = tokensBefore(ends, from);
  }
}

/** How many tokens it takes to reach a code unit; those that only begin the character there are not counted. */
function tokensBefore(ends: Uint32Array, unit: number): number {
  if (unit === 0) return 0;
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** The end of a line, or of a sentence with what closes it and the space after it. */
const stops = /\n|[.!?…]["'”’)\]]*\s|[。！？]["”’」』）]*/g;

/** The last end of a sentence or line after `earliest`, or else `latest`. */
function cutBetween(text: string, earliest: number, latest: number): number {
  let cut: number | undefined;
  for (const stop of text.slice(earliest, latest).matchAll(stops))
    cut = earliest + stop.index + stop[0].length;
  return cut ?? wholeCharacter(text, latest, earliest);
}

const around = 64;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The place itself, or, where it lies within what a reader takes for one character, the beginning of that. */
function wholeCharacter(text: string, at: number, earliest: number): number {
  const from = Math.max(earliest, at - around);
  const window = text.slice(from, at + around);
  const start = graphemes.segment(window).containing(at - from)?.index;
  // A cluster that fills the window has no end to look for.
  return start === undefined || start === 0 ? at : from + start;
}
