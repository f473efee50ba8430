/** Where the parts of a model are in its memory. */
export type Rows = { scales: number; rows: number };
export type Linear = Rows & { bias: number; width: number; depth: number };
export type Norm = { weight: number; bias: number };
export type Layer = {
  query: Linear;
  key: Linear;
  value: Linear;
  output: Linear;
  norm1: Norm;
  up: Linear;
  down: Linear;
  norm2: Norm;
};

/** A part of the file, in bytes behind the vocabulary, and where it is in the memory. */
type Part = { begin: number; end: number; at: number };

export type Layout = {
  words: Rows;
  places: number;
  first: Norm;
  /** None if they are left in the file. */
  layers: Layer[];
  width: number;
  /** The width between the two steps at the end of a layer. */
  inner: number;
  /** How many bytes they take in the memory. */
  bytes: number;
  /** What of the file is in the memory; the rest is left there. */
  kept: Part[];
  /** Room for one layer at a time: of those that are left in the file, or of another file. */
  spare: { layer: Layer; at: number };
  layerBytes: number;
  /** What is left in the file: the rows of the words, and the layers one behind the other. */
  left: { words: number; layers: number } | undefined;
  layerCount: number;
  /** How many bytes the file has behind the vocabulary. */
  size: number;
};

/** @param leave leave in the file what a text takes little of, or takes in turn. */
export function layoutOf(
  count: number,
  width: number,
  positions: number,
  layerCount: number,
  leave: boolean,
): Layout {
  let bytes = 0;
  const take = (some: number): number => {
    bytes += some;
    return bytes - some;
  };
  const rowsOf = (n: number, depth: number): Rows => ({ scales: take(4 * n), rows: take(n * depth) });
  const linear = (n: number, depth: number): Linear => ({
    ...rowsOf(n, depth),
    bias: take(4 * n),
    width: n,
    depth,
  });
  const norm = (): Norm => ({ weight: take(4 * width), bias: take(4 * width) });
  const inner = 4 * width;
  const layer = (): Layer => ({
    query: linear(width, width),
    key: linear(width, width),
    value: linear(width, width),
    output: linear(width, width),
    norm1: norm(),
    up: linear(inner, width),
    down: linear(width, inner),
    norm2: norm(),
  });
  const scales = take(4 * count);
  const wordBytes = count * width;
  const words = { scales, rows: leave ? bytes : take(wordBytes) };
  const places = take(4 * positions * width);
  const first = norm();
  // Numbers that begin at lines of the processor's cache are read faster.
  const end = bytes;
  if (leave) bytes = Math.ceil(bytes / 64) * 64;
  const at = bytes;
  const layers = Array.from({ length: leave ? 0 : layerCount }, layer);
  const spare = { at: bytes, layer: layer() };
  const layerBytes = bytes - spare.at;
  const behind = leave ? end + wordBytes : at;
  const size = behind + layerCount * layerBytes;
  const kept = leave
    ? [
        { begin: 0, end: words.rows, at: 0 },
        { begin: words.rows + wordBytes, end: behind, at: words.rows },
      ]
    : [{ begin: 0, end: size, at: 0 }];
  const left = leave ? { words: words.rows, layers: behind } : undefined;
  return {
    words,
    places,
    first,
    layers,
    spare,
    layerBytes,
    width,
    inner,
    bytes,
    kept,
    left,
    layerCount,
    size,
  };
}
