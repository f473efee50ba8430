import { normalized } from '../../../db/search/embedder.ts';
import { loadProduct, type Product } from './product.ts';
import { createWordPiece } from './wordpiece.ts';

/** all-MiniLM-L6-v2, a sentence encoder: six layers of BERT (Devlin et al., 2019), then the mean over the tokens. */
export type Encoder = {
  dimensions: number;
  /** A vector of length 1. Only the beginning of a text counts, see {@link mostTokens}. */
  encode(text: string): Float32Array;
  /** The tokens that are read of a text, from the first to the last mark. */
  tokens(text: string): number[];
  /** A vector for each token of a text, as some layers leave them: what a word means where it stands. */
  states(text: string, layers: number): Float32Array[];
};

/** The length of the texts that the model was trained with, and of most passages. Time grows with it. */
export const mostTokens = 128;

const heads = 12;
const [startToken, endToken] = [101, 102];
/** Rounded activations: with 8,191 steps, sums of 1,536 products with weights of eight bits fit into 32 bits. */
const steps = 8191;
const head = 28;
const pageBytes = 65_536;

type Rows = { scales: number; rows: number };
type Linear = Rows & { bias: number; width: number; depth: number };
type Norm = { weight: number; bias: number };
type Layer = {
  query: Linear;
  key: Linear;
  value: Linear;
  output: Linear;
  norm1: Norm;
  up: Linear;
  down: Linear;
  norm2: Norm;
};

/**
 * Reads what `scripts/meaning/quantise.py` makes.
 *
 * @throws Error if the file is something else, or incomplete.
 */
export function createEncoder(file: Buffer): Encoder {
  if (file.length < head || file.toString('latin1', 0, 4) !== 'DWYE' || file.readUInt32LE(4) !== 1)
    throw new Error('The file holds no model of version 1.');
  const [count, width, positions, layerCount, wordBytes] = [8, 12, 16, 20, 24].map((at) =>
    file.readUInt32LE(at),
  ) as [number, number, number, number, number];
  const vocabulary = file.toString('utf8', head, head + wordBytes).split('\n');
  if (vocabulary.length !== count) throw new Error('The model is incomplete.');
  let at = (head + wordBytes + 3) & ~3;
  const from = at;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes - from;
  };
  const rowsOf = (n: number, depth: number): Rows => ({ scales: take(4 * n), rows: take(n * depth) });
  const linear = (n: number, depth: number): Linear => ({
    ...rowsOf(n, depth),
    bias: take(4 * n),
    width: n,
    depth,
  });
  const norm = (): Norm => ({ weight: take(4 * width), bias: take(4 * width) });
  const words = rowsOf(count, width);
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
  if (at !== file.length) throw new Error('The model is incomplete.');
  const weights = file.subarray(from);
  const rounded = Math.ceil(weights.length / 16) * 16;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((rounded + mostTokens * (inner * 6 + 4)) / pageBytes) + 1,
  });
  new Uint8Array(memory.buffer).set(weights);
  return new Bert(
    memory,
    loadProduct(memory),
    { words, places, first, layers, width, inner, rounded },
    vocabulary,
  );
}

type Shape = {
  words: Rows;
  places: number;
  first: Norm;
  layers: Layer[];
  width: number;
  inner: number;
  /** Where the activations begin in memory. */
  rounded: number;
};

class Bert implements Encoder {
  readonly dimensions: number;
  readonly #floats: Float32Array;
  readonly #bytes: Int8Array;
  readonly #shorts: Int16Array;
  readonly #product: Product;
  readonly #shape: Shape;
  readonly #tokens: (text: string) => number[];

  constructor(memory: WebAssembly.Memory, product: Product, shape: Shape, vocabulary: readonly string[]) {
    this.#floats = new Float32Array(memory.buffer);
    this.#bytes = new Int8Array(memory.buffer);
    this.#shorts = new Int16Array(memory.buffer);
    this.#product = product;
    this.#shape = shape;
    this.dimensions = shape.width;
    this.#tokens = createWordPiece(vocabulary).tokens;
  }

  encode(text: string): Float32Array {
    const { width, layers } = this.#shape;
    const x = this.#through(text, layers);
    const mean = new Float64Array(width);
    for (let i = 0; i < x.length; i++) mean[i % width] = (mean[i % width] as number) + (x[i] as number);
    return normalized(mean);
  }

  states(text: string, layers: number): Float32Array[] {
    const { width } = this.#shape;
    const x = this.#through(text, this.#shape.layers.slice(0, layers));
    return Array.from({ length: x.length / width }, (_, t) => x.subarray(t * width, (t + 1) * width));
  }

  tokens(text: string): number[] {
    return [startToken, ...this.#tokens(text).slice(0, mostTokens - 2), endToken];
  }

  #through(text: string, layers: readonly Layer[]): Float32Array {
    const tokens = this.tokens(text);
    const count = tokens.length;
    let x = this.#embed(tokens);
    for (const layer of layers) {
      const mixed = this.#attend(x, layer, count);
      x = this.#normalise(this.#apply(mixed, layer.output, count), x, layer.norm1, count);
      const raised = this.#apply(x, layer.up, count);
      for (let i = 0; i < raised.length; i++) raised[i] = gelu(raised[i] as number);
      x = this.#normalise(this.#apply(raised, layer.down, count), x, layer.norm2, count);
    }
    return x;
  }

  #embed(tokens: readonly number[]): Float32Array {
    const { words, places, width, first } = this.#shape;
    const x = new Float32Array(tokens.length * width);
    for (const [t, token] of tokens.entries()) {
      const scale = this.#floats[words.scales / 4 + token] as number;
      const row = words.rows + token * width;
      for (let k = 0; k < width; k++)
        x[t * width + k] =
          scale * (this.#bytes[row + k] as number) + (this.#floats[places / 4 + t * width + k] as number);
    }
    return this.#normalise(x, undefined, first, tokens.length);
  }

  /** The sum of two activations, each row with mean 0 and variance 1, then scaled. */
  #normalise(
    x: Float32Array,
    y: Float32Array | undefined,
    { weight, bias }: Norm,
    count: number,
  ): Float32Array {
    const { width } = this.#shape;
    for (let t = 0; t < count; t++) {
      const row = x.subarray(t * width, (t + 1) * width);
      let sum = 0;
      for (let k = 0; k < width; k++) {
        if (y) row[k] = (row[k] as number) + (y[t * width + k] as number);
        sum += row[k] as number;
      }
      const mean = sum / width;
      let squares = 0;
      for (let k = 0; k < width; k++) squares += ((row[k] as number) - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / width + 1e-12);
      for (let k = 0; k < width; k++)
        row[k] =
          ((row[k] as number) - mean) * factor * (this.#floats[weight / 4 + k] as number) +
          (this.#floats[bias / 4 + k] as number);
    }
    return x;
  }

  #attend(x: Float32Array, { query, key, value }: Layer, count: number): Float32Array {
    const { width } = this.#shape;
    const [q, k, v] = [query, key, value].map((linear) => this.#apply(x, linear, count)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const size = width / heads;
    const mixed = new Float32Array(count * width);
    const shares = new Float32Array(count);
    for (let h = 0; h < heads; h++)
      for (let t = 0; t < count; t++) {
        const here = t * width + h * size;
        let most = -Infinity;
        for (let u = 0; u < count; u++) {
          const there = u * width + h * size;
          let dot = 0;
          for (let i = 0; i < size; i++) dot += (q[here + i] as number) * (k[there + i] as number);
          shares[u] = dot / Math.sqrt(size);
          most = Math.max(most, shares[u] as number);
        }
        let sum = 0;
        for (let u = 0; u < count; u++) {
          shares[u] = Math.exp((shares[u] as number) - most);
          sum += shares[u] as number;
        }
        for (let u = 0; u < count; u++) {
          const share = (shares[u] as number) / sum;
          const there = u * width + h * size;
          for (let i = 0; i < size; i++)
            mixed[here + i] = (mixed[here + i] as number) + share * (v[there + i] as number);
        }
      }
    return mixed;
  }

  /** A linear layer: the activations are rounded row by row. */
  #apply(x: Float32Array, { rows, scales, bias, width, depth }: Linear, count: number): Float32Array {
    const { rounded, inner } = this.#shape;
    const padded = (count + 3) & ~3;
    const rowScales = rounded + mostTokens * inner * 2;
    const out = rowScales + mostTokens * 4;
    for (let t = 0; t < padded; t++) {
      let most = 0;
      if (t < count)
        for (let k = 0; k < depth; k++) most = Math.max(most, Math.abs(x[t * depth + k] as number));
      const scale = most / steps || 1;
      this.#floats[rowScales / 4 + t] = scale;
      const to = rounded / 2 + t * depth;
      for (let k = 0; k < depth; k++)
        this.#shorts[to + k] = t < count ? Math.round((x[t * depth + k] as number) / scale) : 0;
    }
    this.#product(rounded, rowScales, rows, scales, bias, out, padded, width, depth);
    return this.#floats.slice(out / 4, out / 4 + count * width);
  }
}

/** Abramowitz and Stegun 7.1.26; its error of 1.5e-7 is that of single precision. */
export function gelu(x: number): number {
  const z = Math.abs(x) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return 0.5 * x * (1 + (x < 0 ? -erf : erf));
}
