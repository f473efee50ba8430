import { visible } from '../text/visible.ts';

/** A stretch of a text, in code points. */
export type Stretch = { start: number; end: number };

/** Stretches in order without overlaps; of overlapping ones, the first. */
export function apart(stretches: readonly Stretch[], length: number): Stretch[] {
  const kept: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    if (start < (kept.at(-1)?.end ?? 0) || start >= length || end <= start) continue;
    kept.push({ start, end: Math.min(end, length) });
  }
  return kept;
}

/** A text in which the given stretches are marked where they stand. */
export const MarkedText = ({ text, stretches }: { text: string; stretches: readonly Stretch[] }) => {
  const characters = Array.from(text);
  const part = (from: number, to: number) => visible(characters.slice(from, to).join(''));
  const marks = apart(stretches, characters.length);
  return (
    <div class="document-text" dir="auto">
      {marks.flatMap(({ start, end }, i) => [
        part(marks[i - 1]?.end ?? 0, start),
        <mark id={`q-${start}`}>{part(start, end)}</mark>,
      ])}
      {part(marks.at(-1)?.end ?? 0, characters.length)}
    </div>
  );
};
