import { visible } from './visible.ts';

/** A stretch of a text, in code points. */
export type Stretch = { start: number; end: number };

/** Part of a text, as a page shows it. */
export type Passage = {
  text: string;
  /** Of a quote: where it begins in the whole text, by which links find it. */
  quote?: number;
};

/** Stretches in order without overlaps: one that begins within another goes on from there, so every beginning is kept. */
export function apart(stretches: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || start >= last.end) kept.push({ start, end });
    else if (start === last.start) last.end = Math.max(last.end, end);
    else {
      kept.push({ start, end: Math.max(last.end, end) });
      last.end = start;
    }
  }
  return kept.filter(({ start, end }) => start < end);
}

/**
 * A text cut where its quotes begin and end.
 *
 * @param stretches of the quotes, in the whole text.
 * @param offset where the text begins in the whole text, in code points.
 */
export function passagesOf(text: string, stretches: readonly Stretch[], offset: number): Passage[] {
  const characters = Array.from(text);
  const passages: Passage[] = [];
  let at = 0;
  const cut = (end: number, quote?: number) => {
    const to = Math.min(end, characters.length);
    if (to <= at) return;
    const part = visible(characters.slice(at, to).join(''));
    passages.push(quote === undefined ? { text: part } : { text: part, quote });
    at = to;
  };
  for (const { start, end } of apart(stretches)) {
    cut(start - offset);
    cut(end - offset, start);
  }
  cut(characters.length);
  return passages;
}
