const mostLetters = 32;
const width = mostLetters + 1;
const rows = new Uint8Array(3 * width);

/**
 * The number of edits between two words: insertions, deletions, substitutions, and transpositions of adjacent letters,
 * which count as one. Words are character codes in part of an array.
 *
 * @param most larger distances are returned as `most + 1`.
 * @param open the first word may go on after the second: the distance of its nearest beginning.
 */
export function editDistance(
  a: ArrayLike<number>,
  aStart: number,
  aLength: number,
  b: ArrayLike<number>,
  bStart: number,
  bLength: number,
  most: number,
  open = false,
): number {
  if (bLength - aLength > most || aLength > mostLetters || bLength > mostLetters) return most + 1;
  if (!open && aLength - bLength > most) return most + 1;
  let nearest = most + 1;
  let [before, previous, current] = [0, width, 2 * width];
  for (let j = 0; j <= bLength; j++) rows[previous + j] = j;
  for (let i = 1; i <= aLength; i++) {
    const letter = a[aStart + i - 1];
    rows[current] = i;
    let least = i;
    for (let j = 1; j <= bLength; j++) {
      const other = b[bStart + j - 1];
      let cost = Math.min(
        (rows[previous + j] as number) + 1,
        (rows[current + j - 1] as number) + 1,
        (rows[previous + j - 1] as number) + (letter === other ? 0 : 1),
      );
      if (i > 1 && j > 1 && letter !== other && letter === b[bStart + j - 2] && a[aStart + i - 2] === other)
        cost = Math.min(cost, (rows[before + j - 2] as number) + 1);
      rows[current + j] = cost;
      if (cost < least) least = cost;
    }
    if (open) nearest = Math.min(nearest, rows[current + bLength] as number);
    if (least > most) return nearest;
    [before, previous, current] = [previous, current, before];
  }
  return open ? nearest : Math.min(rows[previous + bLength] as number, most + 1);
}

export const codesOf = (word: string): number[] =>
  Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));

/** The edits between two short texts. */
export const editsBetween = (a: string, b: string, most: number): number =>
  editDistance(codesOf(a), 0, a.length, codesOf(b), 0, b.length, most);
