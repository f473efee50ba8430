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

/** `rows`: where in the memory, or how far behind the vocabulary in the file, if they are left there. */
export type Words = Rows & { inFile: boolean };

type Layout = {
  words: Words;
  places: number;
  first: Norm;
  layers: Layer[];
  width: number;
  /** The width between the two steps at the end of a layer. */
  inner: number;
  /** How many bytes all of them take. */
  bytes: number;
};

export type Weights = Layout & {
  vocabulary: string[];
  memory: WebAssembly.Memory;
  /** Where the room after the weights begins. */
  room: number;
  /** Where the weights begin in the file. */
  from: number;
};

const headBytes = 28;
const pageBytes = 65_536;
const incomplete = 'The model is incomplete.';

/**
 * Reads what `scripts/meaning/quantise.py` makes into the memory of WebAssembly, piece by piece: no other copy is made.
 *
 * @param leaveWords leave the rows of the words in the file: half of the weights, of which a text takes a few.
 * @param roomFor how many bytes of room to add, for a model of a width.
 * @throws Error if the file is something else, or incomplete.
 */
export async function readWeights(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  leaveWords: boolean,
  roomFor: (width: number) => number,
): Promise<Weights> {
  let front = Buffer.alloc(0);
  let weights: Weights | undefined;
  let target = new Uint8Array();
  let [at, size] = [0, 0];
  let left = { begin: 0, end: 0 };
  for await (const piece of file) {
    let bytes = piece;
    if (!weights) {
      front = Buffer.concat([front, piece]);
      const known = readFront(front, leaveWords);
      if (!known) continue;
      bytes = front.subarray(known.from);
      weights = allocated(known, roomFor);
      target = new Uint8Array(weights.memory.buffer, 0, weights.bytes);
      const { words, vocabulary, width } = weights;
      if (leaveWords) left = { begin: words.rows, end: words.rows + vocabulary.length * width };
      size = weights.bytes + left.end - left.begin;
    }
    if (at + bytes.length > size) throw new Error(incomplete);
    target.set(bytes.subarray(0, Math.max(0, left.begin - at)), Math.min(at, left.begin));
    target.set(bytes.subarray(Math.max(0, left.end - at)), Math.max(at, left.end) - (left.end - left.begin));
    at += bytes.length;
  }
  if (front.length < headBytes) throw new Error('The file holds no model of version 1.');
  if (!weights || at !== size) throw new Error(incomplete);
  return weights;
}

/** @returns nothing while the file's head and vocabulary have not arrived. */
type Front = { layout: Layout; vocabulary: string[]; from: number };
function readFront(front: Buffer, leaveWords: boolean): Front | undefined {
  if (front.length < headBytes) return undefined;
  if (front.toString('latin1', 0, 4) !== 'DWYE' || front.readUInt32LE(4) !== 1)
    throw new Error('The file holds no model of version 1.');
  const [count, width, positions, layers, wordBytes] = [8, 12, 16, 20, 24].map((at) =>
    front.readUInt32LE(at),
  ) as [number, number, number, number, number];
  const from = (headBytes + wordBytes + 3) & ~3;
  if (front.length < from) return undefined;
  const vocabulary = front.toString('utf8', headBytes, headBytes + wordBytes).split('\n');
  if (vocabulary.length !== count) throw new Error(incomplete);
  return { layout: layoutOf(count, width, positions, layers, leaveWords), vocabulary, from };
}

function allocated({ layout, vocabulary, from }: Front, roomFor: (width: number) => number): Weights {
  const room = Math.ceil(layout.bytes / 16) * 16;
  const pages = Math.ceil((room + roomFor(layout.width)) / pageBytes);
  return { ...layout, vocabulary, room, from, memory: new WebAssembly.Memory({ initial: pages }) };
}

function layoutOf(
  count: number,
  width: number,
  positions: number,
  layerCount: number,
  leaveWords: boolean,
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
  const scales = take(4 * count);
  const words = { scales, rows: leaveWords ? bytes : take(count * width), inFile: leaveWords };
  const places = take(4 * positions * width);
  const first = norm();
  const inner = 4 * width;
  const layers = Array.from(
    { length: layerCount },
    (): Layer => ({
      query: linear(width, width),
      key: linear(width, width),
      value: linear(width, width),
      output: linear(width, width),
      norm1: norm(),
      up: linear(inner, width),
      down: linear(width, inner),
      norm2: norm(),
    }),
  );
  return { words, places, first, layers, width, inner, bytes };
}
