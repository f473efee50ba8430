import type { HintedWord } from '../../../handlers/tool/deps.ts';
import { askLocalModel } from './local-model.ts';

/** Five scores for each word of a decision, by the local model, see `option-reader.ts`. */
export async function markOptions(words: readonly HintedWord[]): Promise<Float32Array> {
  const answer = await askLocalModel({ for: 'options', words });
  if (typeof answer === 'number') throw new Error('The local model answered another question.');
  return answer;
}
