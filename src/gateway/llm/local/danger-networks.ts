/** The networks that read dangers, as `scripts/dangers/read.py` writes them to model/dangers.bin. */

export const heads = 4;
/** Distances of tokens beyond this count as this. */
export const farthest = 8;
const magic = 'DWYR';
const headBytes = 20;

/** A matrix of `depth` rows of `width` bytes, each column with a scale. */
export type Matrix = { depth: number; width: number; scales: Float32Array; bytes: Int8Array };
export type Network = {
  into: Matrix;
  query: Matrix;
  key: Matrix;
  value: Matrix;
  output: Matrix;
  up: Matrix;
  upBias: Float32Array;
  down: Matrix;
  distances: Float32Array;
  last: Float32Array;
  bias: number;
};

/** @throws Error if the file is something else, or incomplete. */
export function readNetworks(file: Buffer, dimensions: number): { layers: number; networks: Network[] } {
  if (file.length < headBytes || file.toString('latin1', 0, 4) !== magic)
    throw new Error('The file holds no reader of dangers.');
  const [layers, depth, width, count] = [4, 8, 12, 16].map((at) => file.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  if (depth !== dimensions) throw new Error('The reader of dangers was made for another local model.');
  let at = headBytes;
  const take = (bytes: number): Buffer => {
    if (at + bytes > file.length) throw new Error('The reader of dangers is incomplete.');
    at += bytes;
    return file.subarray(at - bytes, at);
  };
  const floats = (n: number): Float32Array => {
    const bytes = take(4 * n);
    return Float32Array.from({ length: n }, (_, i) => bytes.readFloatLE(4 * i));
  };
  const matrix = (rows: number, columns: number): Matrix => {
    const scales = floats(columns);
    return { depth: rows, width: columns, scales, bytes: new Int8Array(take(rows * columns)) };
  };
  const networks = Array.from({ length: count }, (): Network => {
    const into = matrix(depth, width);
    const [query, key, value, output] = [0, 0, 0, 0].map(() => matrix(width, width)) as [
      Matrix,
      Matrix,
      Matrix,
      Matrix,
    ];
    const up = matrix(width, 2 * width);
    const upBias = floats(2 * width);
    const down = matrix(2 * width, width);
    const distances = floats(heads * (2 * farthest + 1));
    const last = floats(2 * width);
    const [bias = 0] = floats(1);
    return { into, query, key, value, output, up, upBias, down, distances, last, bias };
  });
  return { layers, networks };
}
