import { describe, expect, it } from 'vitest';
import { openModel } from '../../../../src/gateway/llm/local/model-file.ts';
import { readSentence } from '../../../../src/gateway/llm/local/sentence.ts';

describe('the vector of a sentence', () => {
  it('is the mean state after two layers, each of length 1', async () => {
    const encoder = await openModel('e5-small-v2');
    const text = 'The board chose the oak shelves.';
    const vector = readSentence(encoder, text);
    expect(vector).toHaveLength(2 * encoder.dimensions);
    for (const [at, layers] of [6, 8].entries()) {
      const part = vector.slice(at * encoder.dimensions, (at + 1) * encoder.dimensions);
      const states = encoder.states(`query: ${text}`, layers);
      const mean = Array.from(
        part,
        (_, k) => states.reduce((sum, state) => sum + (state[k] ?? 0), 0) / states.length,
      );
      const length = Math.hypot(...mean);
      for (const [k, value] of part.entries()) expect(value).toBeCloseTo((mean[k] ?? 0) / length, 5);
    }
  });
});
