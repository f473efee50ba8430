/** Entries of documents that are sorted by term. */
export type Sorting = {
  terms: readonly string[];
  /** The term of each entry. */
  termOf: Int32Array;
  /** The documents to take, by the order in which they were added, and where the entries of each end. */
  places: Int32Array;
  ends: Int32Array;
};

/** Sorts the entries of these documents by term, and leaves them in the order of documents within a term. */
export function byTerm({ terms, termOf, places, ends }: Sorting): { sorted: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(terms.length + 1);
  let sum = 0;
  for (const place of places)
    for (let entry = beginOf(ends, place); entry < (ends[place] as number); entry++) {
      const id = termOf[entry] as number;
      starts[id] = (starts[id] as number) + 1;
      sum += 1;
    }
  starts[terms.length] = sum;
  for (let id = 1; id < terms.length; id++) starts[id] = (starts[id] as number) + (starts[id - 1] as number);
  const sorted = new Int32Array(sum);
  // Backwards, so that the end of each term becomes its beginning.
  for (let i = places.length - 1; i >= 0; i--) {
    const place = places[i] as number;
    for (let entry = (ends[place] as number) - 1; entry >= beginOf(ends, place); entry--) {
      const id = termOf[entry] as number;
      const at = (starts[id] as number) - 1;
      starts[id] = at;
      sorted[at] = entry;
    }
  }
  return { sorted, starts };
}

const beginOf = (ends: Int32Array, place: number): number => (place === 0 ? 0 : (ends[place - 1] as number));

/** More than a segment can have, so that a number holds four characters and a term's id. */
const mostTerms = 2 ** 24;

/**
 * Terms by their first four characters, which is close enough to the order of the index: numbers are sorted many times
 * faster than strings.
 */
export function* inOrder(terms: readonly string[]): Generator<number> {
  const keys = new Float64Array(terms.length);
  for (const [id, term] of terms.entries()) {
    let key = 0;
    for (let i = 0; i < 4; i++) key = key * 128 + (i < term.length ? Math.min(term.charCodeAt(i), 127) : 0);
    keys[id] = key * mostTerms + id;
  }
  keys.sort();
  for (const key of keys) yield key % mostTerms;
}
