import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { normalized } from '../../src/db/search/score/normalized.ts';
import { createWordPiece } from '../../src/gateway/llm/local/wordpiece.ts';

/** Embeds texts by the mean of the vectors of their tokens. */
export type TokenTable = {
  dimensions: number;
  sha256: string;
  /** A vector of length 1, or of zeros for a text without tokens. */
  embed(text: string): Float32Array;
};

/** Only the beginning of a text counts, which bounds the cost of one. */
export const longestText = 2000;
const head = 16;

/**
 * Reads what `scripts/meaning/distil.py` makes: a header, a scale for each token, rows of int8, the vocabulary.
 *
 * @throws Error if the file is something else, or incomplete.
 */
export function readTable(path: string): TokenTable {
  const file = readFileSync(path);
  if (file.length < head || file.toString('latin1', 0, 4) !== 'DWYM' || file.readUInt32LE(4) !== 1)
    throw new Error(`${path} is no table of token vectors of version 1.`);
  const count = file.readUInt32LE(8);
  const dimensions = file.readUInt32LE(12);
  const rowsAt = head + count * 4;
  const wordsAt = rowsAt + count * dimensions;
  const vocabulary = file.toString('utf8', wordsAt).split('\n');
  if (file.length < wordsAt || vocabulary.length !== count) throw new Error(`${path} is incomplete.`);
  const scales = Float32Array.from({ length: count }, (_, i) => file.readFloatLE(head + i * 4));
  const rows = new Int8Array(file.buffer, file.byteOffset + rowsAt, count * dimensions);
  const { tokens } = createWordPiece(vocabulary);
  return {
    dimensions,
    sha256: createHash('sha256').update(file).digest('hex'),
    embed(text) {
      const sum = new Float64Array(dimensions);
      for (const token of tokens(text.slice(0, longestText))) {
        const scale = scales[token] as number;
        const from = token * dimensions;
        for (let k = 0; k < dimensions; k++) sum[k] = (sum[k] as number) + scale * (rows[from + k] as number);
      }
      return normalized(sum);
    },
  };
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] as number) * (b[k] as number);
  return sum;
}
