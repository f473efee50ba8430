import { pointsOf } from './points.ts';

/** Sizes in tokens; the defaults are those of seed 004 §10. */
export type ChunkSizes = {
  /** Texts of at most this many tokens are not split. */
  singlePiece: number;
  target: number;
  overlap: number;
};
export const defaultSizes: ChunkSizes = { singlePiece: 1200, target: 900, overlap: 100 };

/** Offsets in code points of the whole text; `text` is the slice between them. */
export type Chunk = { text: string; start: number; end: number; tokens: number };

/** When `isChunked` is false, the only chunk is the whole text. */
export type Chunked = { tokenCount: number; isChunked: boolean; chunks: Chunk[] };

/**
 * End of each token of a text, in code units; a token that ends within a character counts as ending before it, so
 * several tokens may have the same end.
 */
export type TokenEnds = (text: string) => Uint32Array;

/** A cut may move back by this fraction of a window, to the end of a sentence or line. */
const slack = 0.15;

/**
 * Splits a text into overlapping windows, unless it is short enough to keep whole.
 *
 * Guarantees: no grapheme is split unless it is a hundred code units long itself, every chunk ends later than the one
 * before, and the chunks cover the text without a gap.
 *
 * @throws RangeError when the sizes allow no progress: the overlap must be less than half of the target.
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
    // The last token may end beyond the cut.
    from = wholeCharacter(text, Math.min(to, endOf(cutToken - sizes.overlap)), from + 1);
    first = tokensBefore(ends, from);
  }
}

/** Number of tokens needed to reach a code unit; tokens that only begin the character there are not counted. */
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

/** End of a line, or of a sentence with its closing marks and the space after it. */
const stops = /\n|[.!?…]["'”’)\]]*\s|[。！？]["”’」』）]*/g;

/** The last end of a sentence or line after `earliest`, otherwise `latest`. */
function cutBetween(text: string, earliest: number, latest: number): number {
  let cut: number | undefined;
  for (const stop of text.slice(earliest, latest).matchAll(stops))
    cut = earliest + stop.index + stop[0].length;
  return cut ?? wholeCharacter(text, latest, earliest);
}

const around = 64;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The offset itself, or the start of the grapheme that contains it. */
function wholeCharacter(text: string, at: number, earliest: number): number {
  const from = Math.max(earliest, at - around);
  const window = text.slice(from, at + around);
  const start = graphemes.segment(window).containing(at - from)?.index;
  // A grapheme cluster that fills the window has no boundary to find.
  return start === undefined || start === 0 ? at : from + start;
}
