/** Converts offsets of a text between UTF-16 code units, as JavaScript counts, and Unicode code points. */
export type Points = {
  /** Code points before a code unit; a unit inside a character counts as its start. */
  at(unit: number): number;
  /** The code unit at which a code point starts. */
  unit(point: number): number;
  /** Total number of code points. */
  length: number;
};

const step = 1024;
const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Scans the text once; each conversion after that reads at most a thousand characters. */
export function pointsOf(text: string): Points {
  if (!/[\ud800-\udbff]/.test(text))
    return { at: (unit) => unit, unit: (point) => point, length: text.length };

  /** Code units at which the code points 0, 1024, 2048, … start. */
  const marks: number[] = [];
  let points = 0;
  for (let unit = 0; unit < text.length; unit += isPair(text, unit) ? 2 : 1) {
    if (points % step === 0) marks.push(unit);
    points += 1;
  }
  return {
    length: points,
    unit(point) {
      const mark = Math.min(Math.floor(point / step), marks.length - 1);
      let unit = marks[mark] ?? 0;
      for (let left = point - mark * step; left > 0 && unit < text.length; left -= 1)
        unit += isPair(text, unit) ? 2 : 1;
      return unit;
    },
    at(unit) {
      let [low, high] = [0, marks.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((marks[middle] ?? 0) <= unit) low = middle;
        else high = middle - 1;
      }
      let point = low * step;
      for (let from = marks[low] ?? 0; from < unit; point += 1) {
        from += isPair(text, from) ? 2 : 1;
        if (from > unit) break;
      }
      return point;
    },
  };
}
