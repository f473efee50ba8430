import { normalized } from '../../../db/search/score/normalized.ts';
import { gelu, mix, normalise, rounded } from './arithmetic.ts';
import { loadProduct, type Product } from './product.ts';
import { type Layer, type Linear, type Norm, readWeights, type Weights } from './weights.ts';
import { type ReadAt, wordRows } from './word-rows.ts';
import { createWordPiece } from './wordpiece.ts';

/** What a text is read with. */
export type Reading = {
  /** What a model was trained to see before a text of some kind. */
  prefix?: string;
  /**
   * What was said before the text. As much of its end as there is room for is read too, so that the words of the text mean what
   * they mean there; the vector is that of the text alone (late chunking: Günther et al., arXiv:2409.04701).
   */
  before?: string;
};

/** A sentence encoder: layers of BERT (Devlin et al., 2019), then the mean over the tokens. */
export type Encoder = {
  dimensions: number;
  /** A vector of length 1. Only the beginning of a text counts, see {@link mostTokens}. */
  encode(text: string, reading?: Reading): Float32Array;
  /** The tokens that are read of a text, from the first to the last mark. */
  tokens(text: string): number[];
  /** A vector for each token of a text, as some layers leave them: what a word means where it stands. */
  states(text: string, layers: number): Float32Array[];
};

/** The length of the texts that the model was trained with, and of most passages. Time grows with it. */
export const mostTokens = 128;

const [startToken, endToken] = [101, 102];
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
    this.#row = wordRows(weights, readAt);
    this.#shorts = new Int16Array(memory.buffer);
    this.#product = loadProduct(memory);
    this.#weights = { ...weights, vocabulary: [] };
    this.dimensions = width;
    this.#tokens = createWordPiece(vocabulary).tokens;
    const some = () => new Float32Array(mostTokens * width);
    const raised = new Float32Array(mostTokens * inner);
    this.#activations = { x: some(), y: some(), query: some(), key: some(), value: some(), raised };
  }

  encode(text: string, { prefix = '', before }: Reading = {}): Float32Array {
    const { width } = this.#weights;
    const { x } = this.#activations;
    const lead = prefix === '' ? [] : this.#tokens(prefix);
    const own = this.#tokens(text).slice(0, mostTokens - 2 - lead.length);
    const room = mostTokens - 2 - lead.length - own.length;
    const context = before && room > 0 ? this.#tokens(before).slice(-room) : [];
    const read = [startToken, ...lead, ...context, ...own, endToken];
    this.#through(read, this.#weights.layers);
    const last = read.length - 1;
    const [from, to] = before === undefined || own.length === 0 ? [0, last + 1] : [last - own.length, last];
    const mean = new Float64Array(width);
    for (let i = from * width; i < to * width; i++)
      mean[i % width] = (mean[i % width] as number) + (x[i] as number);
    return normalized(mean);
  }

  states(text: string, layers: number): Float32Array[] {
    const { width } = this.#weights;
    const tokens = this.tokens(text);
    const count = tokens.length;
    this.#through(tokens, this.#weights.layers.slice(0, layers));
    return Array.from({ length: count }, (_, t) => this.#activations.x.slice(t * width, (t + 1) * width));
  }

  tokens(text: string): number[] {
    return [startToken, ...this.#tokens(text).slice(0, mostTokens - 2), endToken];
  }

  /** Leaves the states of these tokens after these layers in `x`. */
  #through(tokens: readonly number[], layers: readonly Layer[]): void {
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
    normalise(x, y, this.#floats, weight / 4, bias / 4, count, width);
  }

  /** What each token of `x` takes from the others, into `y`. */
  #attend(layer: Layer, count: number): void {
    const { width } = this.#weights;
    const { x, y: mixed, query: q, key: k, value: v } = this.#activations;
    this.#apply(x, layer.query, q, count);
    this.#apply(x, layer.key, k, count);
    this.#apply(x, layer.value, v, count);
    mix(mixed, q, k, v, count, width);
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
      const at = room / 2 + t * depth;
      const row = this.#shorts.subarray(at, at + depth);
      this.#floats[rowScales / 4 + t] =
        t < count ? rounded(from.subarray(t * depth, (t + 1) * depth), row) : 1;
      if (t >= count) row.fill(0);
    }
    this.#product(room, rowScales, rows, scales, bias, out, padded, width, depth);
    to.set(this.#floats.subarray(out / 4, out / 4 + count * width));
  }
}
