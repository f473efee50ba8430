import type { Encoder } from './encoder.ts';

/** What a sentence tells is plainer in the middle of the model than at its end, which only likens texts. */
const layers = [6, 8];

/** The vector of a sentence that stands alone, for what happened in it: the means of two layers, one after the other. */
export function readSentence(model: Encoder, text: string): Float32Array {
  const means = model.means(`query: ${text}`, layers);
  return Float32Array.from(means.flatMap((mean) => [...mean]));
}
