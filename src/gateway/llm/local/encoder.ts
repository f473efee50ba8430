import { normalized } from '../../../db/search/score/normalized.ts';
import { type Activations, activationsFrom } from './activations.ts';
import { type Kernels, loadKernels } from './kernels.ts';
import type { Layer, Linear, Norm } from './layout.ts';
import { layersIn, layersOf, type ReadAt, wordRows } from './left-in-file.ts';
import { readWeights, type Weights } from './weights.ts';
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

/** Layers of the same shape as the model's own, one behind the other in the bytes in which its file has them. */
export type FurtherLayers = { count: number; bytes: Buffer };

/** A sentence encoder: layers of BERT (Devlin et al., 2019), then the mean over the tokens. */
export type Encoder = {
  dimensions: number;
  /** A vector of length 1. Only the beginning of a text counts, see {@link mostTokens}. */
  encode(text: string, reading?: Reading): Float32Array;
  /** The tokens that are read of a text, from the first to the last mark. */
  tokens(text: string): number[];
  /** A vector for each token of a text, as some layers leave them: what a word means where it stands. */
  states(text: string, layers: number): Float32Array[];
  /**
   * The same after the first layers of the model and further ones, which were fitted to follow them.
   *
   * @param changed is given the states between these and those, one after the other, to change them.
   */
  statesAfter(
    tokens: readonly number[],
    first: number,
    further: FurtherLayers,
    changed?: (states: Float32Array) => void,
  ): Float32Array[];
  /** A copy of a layer, in the bytes in which the model's file has it. */
  layerBytes(index: number): Uint8Array;
};

/** The length of the texts that the model was trained with, and of most passages. Time grows with it. */
export const mostTokens = 128;

/** The marks between which a text stands. */
export const [startToken, endToken] = [101, 102];
/**
 * @param file what `scripts/meaning/quantise.py` makes, in pieces.
 * @param readAt reads the rows of a text's words and the layers from the file each time, in place of keeping all of them:
 *   they stay in memory that the system can take back.
 * @throws Error if the file is something else, or incomplete.
 */
export async function createEncoder(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  readAt?: ReadAt,
): Promise<Encoder> {
  const room = (width: number) => activationsFrom(0, mostTokens, width).end;
  return new Bert(await readWeights(file, readAt !== undefined, room), readAt);
}

class Bert implements Encoder {
  readonly dimensions: number;
  readonly #floats: Float32Array;
  readonly #kernels: Kernels;
  readonly #weights: Weights;
  readonly #tokens: (text: string) => number[];
  readonly #at: Activations;
  /** The states of the longest text, of which `at.x` is the beginning. */
  readonly #x: Float32Array;
  readonly #row: (token: number) => Int8Array;
  readonly #layer: (index: number) => Layer;

  constructor(weights: Weights, readAt: ReadAt | undefined) {
    const { memory, vocabulary, width, room } = weights;
    this.#floats = new Float32Array(memory.buffer);
    this.#row = wordRows(weights, readAt);
    this.#layer = layersOf(weights, readAt);
    this.#kernels = loadKernels(memory);
    this.#weights = { ...weights, vocabulary: [] };
    this.dimensions = width;
    this.#tokens = createWordPiece(vocabulary).tokens;
    this.#at = activationsFrom(room, mostTokens, width);
    this.#x = this.#floats.subarray(this.#at.x / 4, this.#at.x / 4 + mostTokens * width);
  }

  encode(text: string, { prefix = '', before }: Reading = {}): Float32Array {
    const { layerCount } = this.#weights;
    const lead = prefix === '' ? [] : this.#tokens(prefix);
    const own = this.#tokens(text).slice(0, mostTokens - 2 - lead.length);
    const room = mostTokens - 2 - lead.length - own.length;
    const context = before && room > 0 ? this.#tokens(before).slice(-room) : [];
    const read = [startToken, ...lead, ...context, ...own, endToken];
    this.#through(read, layerCount);
    const last = read.length - 1;
    const [from, to] = before === undefined || own.length === 0 ? [0, last + 1] : [last - own.length, last];
    return this.#mean(from, to);
  }

  /** The mean of the states in `x`, with length 1. */
  #mean(from: number, to: number): Float32Array {
    const { width } = this.#weights;
    const x = this.#x;
    const mean = new Float64Array(width);
    for (let i = from * width; i < to * width; i++)
      mean[i % width] = (mean[i % width] as number) + (x[i] as number);
    return normalized(mean);
  }

  states(text: string, layers: number): Float32Array[] {
    const tokens = this.tokens(text);
    this.#through(tokens, layers);
    return this.#rows(tokens.length);
  }

  statesAfter(
    tokens: readonly number[],
    first: number,
    { count, bytes }: FurtherLayers,
    changed?: (states: Float32Array) => void,
  ): Float32Array[] {
    if (bytes.length !== count * this.#weights.layerBytes)
      throw new Error('The further layers were made for another local model.');
    this.#through(tokens, first);
    changed?.(this.#x.subarray(0, tokens.length * this.#weights.width));
    this.#pass(tokens.length, 0, count, layersIn(this.#weights, bytes));
    return this.#rows(tokens.length);
  }

  layerBytes(index: number): Uint8Array {
    const { query } = this.#layer(index);
    const { memory, layerBytes } = this.#weights;
    return new Uint8Array(memory.buffer).slice(query.scales, query.scales + layerBytes);
  }

  #rows(count: number): Float32Array[] {
    const { width } = this.#weights;
    return Array.from({ length: count }, (_, t) => this.#x.slice(t * width, (t + 1) * width));
  }

  tokens(text: string): number[] {
    return [startToken, ...this.#tokens(text).slice(0, mostTokens - 2), endToken];
  }

  /** Leaves the states of these tokens after some layers in `x`. */
  #through(tokens: readonly number[], layers: number): void {
    this.#embed(tokens);
    this.#pass(tokens.length, 0, layers);
  }

  /** Takes the states in `x` through some layers. */
  #pass(count: number, from: number, to: number, layerOf = this.#layer): void {
    const { gelu } = this.#kernels;
    const { width, inner } = this.#weights;
    const { x, y, raised } = this.#at;
    for (let index = from; index < to; index++) {
      const layer = layerOf(index);
      this.#attend(layer, count);
      this.#round(y, width, count);
      this.#apply(layer.output, y, count);
      this.#normalise(y, layer.norm1, count);
      this.#round(x, width, count);
      this.#apply(layer.up, raised, count);
      gelu(raised, raised + 4 * count * inner);
      this.#round(raised, inner, count);
      this.#apply(layer.down, y, count);
      this.#normalise(y, layer.norm2, count);
    }
  }

  #embed(tokens: readonly number[]): void {
    const { words, places, width, first } = this.#weights;
    for (const [t, token] of tokens.entries()) {
      const scale = this.#floats[words.scales / 4 + token] as number;
      const row = this.#row(token);
      for (let k = 0; k < width; k++) this.#x[t * width + k] = scale * (row[k] as number);
    }
    this.#normalise(places, first, tokens.length);
  }

  /** Adds `y` to `x` and gives each row mean 0 and variance 1, then scales it. */
  #normalise(y: number, { weight, bias }: Norm, count: number): void {
    this.#kernels.normalise(this.#at.x, y, weight, bias, count, this.#weights.width);
  }

  /** What each token of `x` takes from the others, into `y`. */
  #attend(layer: Layer, count: number): void {
    const { width } = this.#weights;
    const { x, y, query, key, value, room } = this.#at;
    this.#round(x, width, count);
    this.#apply(layer.query, query, count);
    this.#apply(layer.key, key, count);
    this.#apply(layer.value, value, count);
    this.#kernels.attend(query, key, value, room, y, count, width);
  }

  /** Rounds rows for the linear layers that follow. */
  #round(from: number, depth: number, count: number): void {
    this.#kernels.round(from, this.#at.rounded, this.#at.scales, count, depth);
  }

  /** A linear layer of the rounded rows. */
  #apply({ rows, scales, bias, width, depth }: Linear, to: number, count: number): void {
    const { rounded, scales: steps } = this.#at;
    this.#kernels.product(rounded, steps, rows, scales, bias, to, count, width, depth);
  }
}
