import { farthest, heads, type Matrix, type Network, readNetworks } from './danger-networks.ts';
import type { Encoder } from './encoder.ts';

/**
 * Reads how dangerous a statement is from what its words mean where they stand: a small network over the encoder's inner
 * states, of one layer of attention (Vaswani et al., 2017), the mean and the maximum over the tokens. Several networks, which
 * differ in where their training began, are averaged. `scripts/dangers/read.py` fits them.
 */
export type DangerReader = {
  /** A logarithm of odds; 0 where it is undecided. */
  read(text: string): number;
};

/** @throws Error if the file is something else, or incomplete. */
export function createDangerReader(file: Buffer, encoder: Encoder): DangerReader {
  const { layers, networks } = readNetworks(file, encoder.dimensions);
  return {
    read(text) {
      const states = encoder.states(text, layers);
      return networks.reduce((sum, network) => sum + through(network, states), 0) / networks.length;
    },
  };
}

function through(net: Network, states: readonly Float32Array[]): number {
  const read = states.map((state) => normalised(times(net.into, state)));
  const [queries, keys, values] = [net.query, net.key, net.value].map((matrix) =>
    read.map((state) => times(matrix, state)),
  ) as [Float32Array[], Float32Array[], Float32Array[]];
  const done = read.map((state, t) => {
    const mixed = times(net.output, attended(net, queries[t] as Float32Array, keys, values, t));
    const first = normalised(sum(state, mixed));
    const raised = sum(times(net.up, first), net.upBias).map(gelu);
    return normalised(sum(first, times(net.down, raised)));
  });
  const { width } = net.into;
  let score = net.bias;
  for (let k = 0; k < width; k++) {
    let [mean, most] = [0, -Infinity];
    for (const state of done) {
      mean += (state[k] as number) / done.length;
      most = Math.max(most, state[k] as number);
    }
    score += mean * (net.last[k] as number) + most * (net.last[width + k] as number);
  }
  return score;
}

/** What a token takes from all of them, by the head. */
function attended(
  { distances, query: { width } }: Network,
  query: Float32Array,
  keys: readonly Float32Array[],
  values: readonly Float32Array[],
  at: number,
): Float32Array {
  const size = width / heads;
  const mixed = new Float32Array(width);
  for (let head = 0; head < heads; head++) {
    const from = head * size;
    const shares = keys.map((key, t) => {
      let dot = 0;
      for (let k = from; k < from + size; k++) dot += (query[k] as number) * (key[k] as number);
      const distance = Math.max(-farthest, Math.min(farthest, t - at)) + farthest;
      return dot / Math.sqrt(size) + (distances[head * (2 * farthest + 1) + distance] as number);
    });
    const most = Math.max(...shares);
    const powers = shares.map((share) => Math.exp(share - most));
    const total = powers.reduce((a, b) => a + b, 0);
    for (const [t, value] of values.entries())
      for (let k = from; k < from + size; k++)
        mixed[k] = (mixed[k] as number) + ((powers[t] as number) / total) * (value[k] as number);
  }
  return mixed;
}

function times({ depth, width, scales, bytes }: Matrix, state: Float32Array): Float32Array {
  const out = new Float32Array(width);
  for (let i = 0; i < depth; i++) {
    const value = state[i] as number;
    for (let k = 0; k < width; k++) out[k] = (out[k] as number) + value * (bytes[i * width + k] as number);
  }
  for (let k = 0; k < width; k++) out[k] = (out[k] as number) * (scales[k] as number);
  return out;
}

const sum = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, i) => value + (b[i] as number));

/** With mean 0 and variance 1. */
function normalised(state: Float32Array): Float32Array {
  const mean = state.reduce((a, b) => a + b, 0) / state.length;
  const variance = state.reduce((a, b) => a + (b - mean) ** 2, 0) / state.length;
  return state.map((value) => (value - mean) / Math.sqrt(variance + 1e-6));
}

/** Abramowitz and Stegun 7.1.26; its error of 1.5e-7 is that of single precision. */
function gelu(x: number): number {
  const z = Math.abs(x) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return 0.5 * x * (1 + (x < 0 ? -erf : erf));
}
