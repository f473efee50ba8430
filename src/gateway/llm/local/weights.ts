import { type Layout, layoutOf } from './layout.ts';

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
 * @param leave leave in the file what a text takes little of, the rows of its words, or takes in turn, the layers.
 * @param roomFor how many bytes of room to add, for a model of a width.
 * @throws Error if the file is something else, or incomplete.
 */
export async function readWeights(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  leave: boolean,
  roomFor: (width: number) => number,
): Promise<Weights> {
  let front = Buffer.alloc(0);
  let weights: Weights | undefined;
  let target = new Uint8Array();
  let at = 0;
  for await (const piece of file) {
    let bytes = piece;
    if (!weights) {
      front = Buffer.concat([front, piece]);
      const known = readFront(front, leave);
      if (!known) continue;
      bytes = front.subarray(known.from);
      weights = allocated(known, roomFor);
      target = new Uint8Array(weights.memory.buffer, 0, weights.bytes);
    }
    const end = at + bytes.length;
    if (end > weights.size) throw new Error(incomplete);
    for (const part of weights.kept) {
      const [from, to] = [Math.max(part.begin, at), Math.min(part.end, end)];
      if (from < to) target.set(bytes.subarray(from - at, to - at), part.at + from - part.begin);
    }
    at = end;
  }
  if (front.length < headBytes) throw new Error('The file holds no model of version 1.');
  if (!weights || at !== weights.size) throw new Error(incomplete);
  return weights;
}

/** @returns nothing while the file's head and vocabulary have not arrived. */
type Front = { layout: Layout; vocabulary: string[]; from: number };
function readFront(front: Buffer, leave: boolean): Front | undefined {
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
  return { layout: layoutOf(count, width, positions, layers, leave), vocabulary, from };
}

function allocated({ layout, vocabulary, from }: Front, roomFor: (width: number) => number): Weights {
  const room = Math.ceil(layout.bytes / 64) * 64;
  const pages = Math.ceil((room + roomFor(layout.width)) / pageBytes);
  return { ...layout, vocabulary, room, from, memory: new WebAssembly.Memory({ initial: pages }) };
}
