import { type Evidence, type Piece, quoteWords } from './event.ts';
import { type Points, pointsOf } from './points.ts';

/** A quote claimed to be in a piece; offsets in code points of that piece, as far as they are known. */
export type ClaimedQuote = { quote: string; startChar?: number | undefined };

export type Proof = { evidence: Evidence } | { reason: string };

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** Groups of characters that models and word processors use for one another. */
const alike = [`'’‘‛\``, `"“”„«»`, '-‐‑‒–—−'];

/** Matches the words with any space between them; look-alike characters match one another. */
function loosely(quote: string): RegExp {
  const words = quote.split(/\s+/).map((word) =>
    Array.from(word, (sign) => {
      const family = alike.find((signs) => signs.includes(sign));
      return family === undefined
        ? sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        : `[${family.replace('-', '\\-')}]`;
    }).join(''),
  );
  return new RegExp(words.join('\\s+'), 'gu');
}

/** Verifies quotes in one piece. Create it once per piece: it scans the text to count code points. */
export function quotesOf(piece: Piece): (claimed: ClaimedQuote) => Proof {
  let points: Points | undefined;

  /**
   * The quote as it occurs in the piece, nearest to its claimed offset, or the reason why it is rejected. The result is
   * always the exact slice, whatever was claimed.
   */
  return ({ quote, startChar }) => {
    const trimmed = quote.trim();
    if (trimmed === '') return { reason: 'The quote is empty.' };
    if (countWords(trimmed) > quoteWords) return { reason: `The quote has more than ${quoteWords} words.` };
    points ??= pointsOf(piece.text);
    const near = points.unit(Math.max(0, Math.min(startChar ?? 0, points.length)));
    const found =
      nearest(exactly(piece.text, trimmed), near, piece.text) ??
      nearest(loose(piece.text, trimmed), near, piece.text);
    if (found === undefined) return { reason: 'The quote is not in the text.' };
    const start = points.at(found.start);
    return {
      evidence: {
        quote: piece.text.slice(found.start, found.end),
        chunkId: piece.chunkId,
        startChar: start,
        endChar: points.at(found.end),
        artifactStartChar: piece.start + start,
      },
    };
  };
}

type Span = { start: number; end: number };

function* exactly(text: string, quote: string): Generator<Span> {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1))
    yield { start: at, end: at + quote.length };
}

function* loose(text: string, quote: string): Generator<Span> {
  // Quotation marks that models put around a quote are not part of it; it may still start or end with a quoted word.
  for (const candidate of [quote, quote.replace(/^["'“”‘’«»….\s]+|["'“”‘’«»….\s]+$/g, '')]) {
    if (candidate === '') continue;
    for (const match of text.matchAll(loosely(candidate)))
      yield { start: match.index, end: match.index + match[0].length };
  }
}

/** Rejects matches of half a surrogate pair, which JavaScript's search can find. */
const whole = (text: string, { start, end }: Span): boolean =>
  !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text.slice(start, end)) || text.slice(start, end).isWellFormed();

function nearest(spans: Iterable<Span>, to: number, text: string): Span | undefined {
  let best: Span | undefined;
  for (const span of spans) {
    if (!whole(text, span)) continue;
    if (best === undefined || Math.abs(span.start - to) < Math.abs(best.start - to)) best = span;
  }
  return best;
}
