/** Postings, as far as their size says. */
type List = { docs: Int32Array; counts: Uint8Array; size: number };

/** Postings in more ascending runs than these are sorted as a whole. */
const mostRuns = 64;

/**
 * Puts the postings from a place on among those before, which are in the order of documents. What is added by a segment is
 * ascending and mostly comes last, so only what it displaces is moved.
 */
export function putInOrder(list: List, from: number): void {
  const { docs, size } = list;
  const starts: number[] = [];
  for (let i = Math.max(1, from); i < size; i++) {
    if ((docs[i] as number) > (docs[i - 1] as number)) continue;
    starts.push(i);
    if (starts.length > mostRuns) {
      sort(list);
      return;
    }
  }
  for (const [k, start] of starts.entries()) insert(list, start, starts[k + 1] ?? size);
}

/** Merges a run into the postings before it, from the end. */
function insert({ docs, counts }: List, start: number, end: number): void {
  const run = docs.slice(start, end);
  const runCounts = counts.slice(start, end);
  let i = start - 1;
  let to = end - 1;
  for (let k = run.length - 1; k >= 0; to--) {
    const d = run[k] as number;
    if (i >= 0 && (docs[i] as number) > d) {
      docs[to] = docs[i] as number;
      counts[to] = counts[i--] as number;
    } else {
      docs[to] = d;
      counts[to] = runCounts[k--] as number;
    }
  }
}

function sort(list: List): void {
  const { docs, counts, size } = list;
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) keys[i] = (docs[i] as number) * 256 + (counts[i] as number);
  keys.sort();
  for (let i = 0; i < size; i++) {
    const key = keys[i] as number;
    docs[i] = Math.floor(key / 256);
    counts[i] = key % 256;
  }
}

/** Drops the added postings of documents that the list had already; returns the new end. */
export function keepNew({ docs, counts, size }: List, end: number): number {
  let high = 0;
  for (let i = 0; i < end; i++) high = Math.max(high, docs[i] as number);
  const known = new Uint8Array(high + 1);
  for (let i = 0; i < size; i++) known[docs[i] as number] = 1;
  let to = size;
  for (let i = size; i < end; i++) {
    if (known[docs[i] as number] === 1) continue;
    docs[to] = docs[i] as number;
    counts[to++] = counts[i] as number;
  }
  return to;
}
