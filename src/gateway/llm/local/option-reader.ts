import type { HintedWord } from '../../../handlers/tool/deps.ts';
import { type Encoder, endToken, mostTokens, startToken } from './encoder.ts';
import { changedLayersIn } from './low-rank.ts';

/** Marks the words of a decision that name its options, by layers that `scripts/options/read.py` fitted. */
export type OptionReader = {
  /** Five scores a word: of no option, of the first and a further word of a chosen one, and of one given up; shorter where there is no room for all words. */
  read(words: readonly HintedWord[]): Float32Array;
};

const labels = 5;
const hintCount = 14;
/**
 * Behind the layers, the file has what is read of the state of a word for each label, what is added to that for each label, for each label and
 * hint, and what each hint adds to the state of a word before the layers.
 *
 * @throws Error if the file is something else, or incomplete.
 */
export function createOptionReader(file: Buffer, encoder: Encoder): OptionReader {
  const { dimensions } = encoder;
  const sizes = [labels * dimensions, labels, labels * hintCount, hintCount * dimensions];
  const { first, further, rest } = changedLayersIn(file, encoder);
  if (rest.length !== 4 * sizes.reduce((sum, size) => sum + size, 0))
    throw new Error('The reader of options is incomplete.');
  const numbers = Float32Array.from({ length: rest.length / 4 }, (_, i) => rest.readFloatLE(4 * i));
  const [ofStates, bias, ofHints, inward] = partsOf(numbers, sizes);
  return {
    read(words) {
      const { tokens, firsts } = tokensOfWords(
        encoder,
        words.map(({ text }) => text),
      );
      const hintsOf = (word: number) => words[word]?.hints ?? [];
      const states = encoder.statesAfter(tokens, first, further, (all) => {
        for (const [word, token] of firsts.entries())
          for (const hint of hintsOf(word))
            for (let k = 0; k < dimensions; k++)
              all[token * dimensions + k] =
                (all[token * dimensions + k] ?? 0) + (inward[hint * dimensions + k] ?? 0);
      });
      const scores = new Float32Array(firsts.length * labels);
      for (const [word, token] of firsts.entries())
        for (let label = 0; label < labels; label++)
          scores[word * labels + label] =
            (bias[label] ?? 0) +
            product(ofStates, label * dimensions, states[token] ?? new Float32Array()) +
            hintsOf(word).reduce((sum, hint) => sum + (ofHints[label * hintCount + hint] ?? 0), 0);
      return scores;
    },
  };
}

function partsOf(
  numbers: Float32Array,
  sizes: readonly number[],
): [Float32Array, Float32Array, Float32Array, Float32Array] {
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return numbers.subarray(from - size, from);
  }) as [Float32Array, Float32Array, Float32Array, Float32Array];
}

function product(numbers: Float32Array, from: number, state: Float32Array): number {
  let sum = 0;
  for (const [k, value] of state.entries()) sum += value * (numbers[from + k] ?? 0);
  return sum;
}

/** The tokens that are read of a statement's words, and the first token of each; words for which there is no room are left out. */
export function tokensOfWords(
  model: Pick<Encoder, 'tokens'>,
  words: readonly string[],
): { tokens: number[]; firsts: number[] } {
  const tokens = [startToken];
  const firsts: number[] = [];
  for (const word of words) {
    const own = model.tokens(word).slice(1, -1);
    if (tokens.length + own.length + 1 > mostTokens) break;
    firsts.push(tokens.length);
    // A word that the vocabulary cannot spell is read as the mark between texts.
    tokens.push(...(own.length === 0 ? [endToken] : own));
  }
  return { tokens: [...tokens, endToken], firsts };
}
