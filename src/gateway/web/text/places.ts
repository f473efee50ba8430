/** How far behind the last place a character is looked for: over marks and the address of a link. */
const mostMarks = 400;

/** Tells where texts that a parser took from a source stand in it; they are asked for in their order. */
export function createPlaces(source: string): {
  /** Goes on to a block, by its first line and the one behind its last. */
  enter(lines: readonly [number, number]): void;
  /** Goes on behind the end of the line; returns its place and the length of the line. */
  endOfLine(): { at: number; line: number };
  /** The place of each UTF-16 unit of a text, ascending. What the source writes otherwise is where its mark is, or nearby. */
  of(text: string): number[];
} {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  let at = 0;
  let end = source.length;
  return {
    enter([first, behind]) {
      at = Math.max(at, starts[first] ?? source.length);
      end = starts[behind] ?? source.length;
    },
    endOfLine() {
      const found = source.indexOf('\n', at);
      const place = found < 0 ? source.length : found;
      at = Math.min(place + 1, source.length);
      return { at: place, line: place - 1 - source.lastIndexOf('\n', place - 1) };
    },
    of(text) {
      const whole = source.slice(at, end).indexOf(text);
      if (whole >= 0) {
        const first = at + whole;
        at = first + text.length;
        return Array.from({ length: text.length }, (_, i) => first + i);
      }
      const places: number[] = [];
      for (const unit of text.split('')) {
        const here = source[at] ?? '';
        const space = /\s/.test(unit);
        const isHere = unit === here || (space && /\s/.test(here));
        const ahead = isHere ? 0 : source.slice(at, Math.min(end, at + mostMarks)).indexOf(unit);
        places.push(Math.min(at + Math.max(ahead, 0), source.length - 1));
        at += ahead + 1;
      }
      return places;
    },
  };
}
