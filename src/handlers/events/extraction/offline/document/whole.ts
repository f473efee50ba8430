import type { Evidence, Piece } from '../../domain/event.ts';
import { quoteWords } from '../../domain/event.ts';
import { type Points, pointsOf } from '../../domain/points.ts';

/** A range of the whole text, in code units. */
export type Span = { start: number; end: number };

/** The text reassembled from its pieces, so that overlaps are read once and no border cuts a sentence. */
export type Whole = {
  text: string;
  /** Evidence for a span, shortened to 25 words within one piece. Undefined when nothing is left. */
  evidence(span: Span): Evidence | undefined;
};

export function wholeOf(pieces: readonly Piece[]): Whole {
  let text = '';
  let covered = 0;
  for (const piece of pieces) {
    const points = pointsOf(piece.text);
    // A gap between pieces is filled with one newline per missing character.
    if (piece.start > covered) text += '\n'.repeat(piece.start - covered);
    text += piece.text.slice(points.unit(Math.max(0, covered - piece.start)));
    covered = Math.max(covered, piece.start + points.length);
  }
  const points = pointsOf(text);
  const placed = pieces.map((piece) => place(piece, points));
  return { text, evidence: (span) => evidenceOf(text, placed, points, span) };
}

type Placed = Span & { piece: Piece };

function place(piece: Piece, points: Points): Placed {
  const start = points.unit(piece.start);
  return { piece, start, end: start + piece.text.length };
}

function evidenceOf(text: string, placed: Placed[], points: Points, span: Span): Evidence | undefined {
  const at = pieceOf(placed, span);
  if (at === undefined) return undefined;
  const quote = firstWords(text.slice(span.start, Math.min(span.end, at.end)));
  if (quote === '') return undefined;
  const artifactStartChar = points.at(span.start);
  const startChar = artifactStartChar - at.piece.start;
  const endChar = points.at(span.start + quote.length) - at.piece.start;
  return { quote, chunkId: at.piece.chunkId, startChar, endChar, artifactStartChar };
}

/** The first piece that contains the whole span, or else as much of its beginning as possible. */
function pieceOf(placed: Placed[], span: Span): Placed | undefined {
  let [low, high] = [0, placed.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((placed[middle]?.start ?? 0) <= span.start) low = middle;
    else high = middle - 1;
  }
  const last = placed[low];
  const before = placed[low - 1];
  if (before !== undefined && before.end >= span.end && before.start <= span.start) return before;
  return last !== undefined && last.start <= span.start && last.end > span.start ? last : undefined;
}

/** The first 25 words, unchanged. */
function firstWords(text: string): string {
  let end = 0;
  let words = 0;
  for (const word of text.matchAll(/\S+/g)) {
    if (words === quoteWords) break;
    words += 1;
    end = word.index + word[0].length;
  }
  return text.slice(0, end);
}
