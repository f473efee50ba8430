import { normalized } from '../../../db/search/score/normalized.ts';
import { loadProduct, type Product } from './product.ts';
import { type Layer, type Linear, type Norm, readWeights, type Weights } from './weights.ts';
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

/** Reads bytes of the model's file, from a place on. */
export type ReadAt = (target: Int8Array, at: number) => void;

/**
 * @param file what `scripts/meaning/quantise.py` makes, in pieces.
 * @param readAt reads the rows of a text's words from the file each time, in place of keeping all of them.
 * @throws Error if the file is something else, or incomplete.
 */
export async function createEncoder(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  readAt?: ReadAt,
): Promise<Encoder> {
  const room = (width: number) => mostTokens * (width * 4 * 6 + 4);
  return new Bert(await readWeights(file, readAt !== undefined, room), readAt);
}

class Bert implements Encoder {
  readonly dimensions: number;
  readonly #floats: Float32Array;
  readonly #shorts: Int16Array;
  readonly #product: Product;
  readonly #weights: Weights;
  readonly #tokens: (text: string) => number[];
  /** The activations of the longest text, used again for each one: what a text leaves behind would cost megabytes. */
  readonly #activations: Record<'x' | 'y' | 'query' | 'key' | 'value' | 'raised', Float32Array>;

  readonly #row: (token: number) => Int8Array;

  constructor(weights: Weights, readAt: ReadAt | undefined) {
    const { memory, vocabulary, width, inner } = weights;
    this.#floats = new Float32Array(memory.buffer);
    const { rows, inFile } = weights.words;
    const bytes = inFile ? new Int8Array(width) : new Int8Array(memory.buffer);
    this.#row = (token) => {
      const at = rows + token * width;
      if (!inFile) return bytes.subarray(at, at + width);
      readAt?.(bytes, weights.from + at);
      return bytes;
    };
    this.#shorts = new Int16Array(memory.buffer);
    this.#product = loadProduct(memory);
    this.#weights = { ...weights, vocabulary: [] };
    this.dimensions = width;
    this.#tokens = createWordPiece(vocabulary).tokens;
    const some = () => new Float32Array(mostTokens * width);
    const raised = new Float32Array(mostTokens * inner);
    this.#activations = { x: some(), y: some(), query: some(), key: some(), value: some(), raised };
  }

  encode(text: string): Float32Array {
    const { width } = this.#weights;
    const { x } = this.#activations;
    const count = this.#through(text, this.#weights.layers);
    const mean = new Float64Array(width);
    for (let i = 0; i < count * width; i++) mean[i % width] = (mean[i % width] as number) + (x[i] as number);
    return normalized(mean);
  }

  states(text: string, layers: number): Float32Array[] {
    const { width } = this.#weights;
    const count = this.#through(text, this.#weights.layers.slice(0, layers));
    return Array.from({ length: count }, (_, t) => this.#activations.x.slice(t * width, (t + 1) * width));
  }

  tokens(text: string): number[] {
    return [startToken, ...this.#tokens(text).slice(0, mostTokens - 2), endToken];
  }

  /** Leaves the states of a text after these layers in `x`. @returns how many tokens it has. */
  #through(text: string, layers: readonly Layer[]): number {
    const tokens = this.tokens(text);
    const count = tokens.length;
    const { inner } = this.#weights;
    const { x, y, raised } = this.#activations;
    this.#embed(tokens);
    for (const layer of layers) {
      this.#attend(layer, count);
      this.#apply(y, layer.output, y, count);
      this.#normalise(y, layer.norm1, count);
      this.#apply(x, layer.up, raised, count);
      for (let i = 0; i < count * inner; i++) raised[i] = gelu(raised[i] as number);
      this.#apply(raised, layer.down, y, count);
      this.#normalise(y, layer.norm2, count);
    }
    return count;
  }

  #embed(tokens: readonly number[]): void {
    const { words, places, width, first } = this.#weights;
    const { x } = this.#activations;
    for (const [t, token] of tokens.entries()) {
      const scale = this.#floats[words.scales / 4 + token] as number;
      const row = this.#row(token);
      for (let k = 0; k < width; k++)
        x[t * width + k] = scale * (row[k] as number) + (this.#floats[places / 4 + t * width + k] as number);
    }
    this.#normalise(undefined, first, tokens.length);
  }

  /** Adds `y` to `x` and gives each row mean 0 and variance 1, then scales it. */
  #normalise(y: Float32Array | undefined, { weight, bias }: Norm, count: number): void {
    const { width } = this.#weights;
    const { x } = this.#activations;
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
  }

  /** What each token of `x` takes from the others, into `y`. */
  #attend(layer: Layer, count: number): void {
    const { width } = this.#weights;
    const { x, y: mixed, query: q, key: k, value: v } = this.#activations;
    this.#apply(x, layer.query, q, count);
    this.#apply(x, layer.key, k, count);
    this.#apply(x, layer.value, v, count);
    const size = width / heads;
    mixed.fill(0, 0, count * width);
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
  }

  /** A linear layer of `from`, into `to`, which may be the same: the activations are rounded row by row. */
  #apply(
    from: Float32Array,
    { rows, scales, bias, width, depth }: Linear,
    to: Float32Array,
    count: number,
  ): void {
    const { room, inner } = this.#weights;
    const padded = (count + 3) & ~3;
    const rowScales = room + mostTokens * inner * 2;
    const out = rowScales + mostTokens * 4;
    for (let t = 0; t < padded; t++) {
      let most = 0;
      if (t < count)
        for (let k = 0; k < depth; k++) most = Math.max(most, Math.abs(from[t * depth + k] as number));
      const scale = most / steps || 1;
      this.#floats[rowScales / 4 + t] = scale;
      const at = room / 2 + t * depth;
      for (let k = 0; k < depth; k++)
        this.#shorts[at + k] = t < count ? Math.round((from[t * depth + k] as number) / scale) : 0;
    }
    this.#product(room, rowScales, rows, scales, bias, out, padded, width, depth);
    to.set(this.#floats.subarray(out / 4, out / 4 + count * width));
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
