import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mostTokens } from '../../../../src/gateway/llm/local/encoder.ts';
import { fittedLayersIn } from '../../../../src/gateway/llm/local/fitted-layers.ts';
import {
  openModel,
  openUnpacked,
  packedModel,
  readFitted,
} from '../../../../src/gateway/llm/local/model-file.ts';
import { readSentence, tokensOf } from '../../../../src/gateway/llm/local/sentence.ts';

const model = await openModel('all-minilm-l6-v2');
const file = await readFitted('events');
const layers = fittedLayersIn(file, model.dimensions);
const input = 'minutes Board meeting\nThe lamp flickers.\nThe board chose the oak shelves.';

describe('the vector of a sentence', () => {
  it('is the mean and the maximum over its own tokens, read after what it stands in', () => {
    const vector = readSentence(model, input, layers);
    const { lead, own } = tokensOf(model, input);
    const states = model.statesAfter([...lead, ...own], layers.first, layers.further).slice(lead.length);
    expect(vector).toHaveLength(2 * model.dimensions);
    expect(states).toHaveLength(own.length);
    for (let k = 0; k < model.dimensions; k += 1) {
      const values = states.map((state) => state[k] ?? 0);
      expect(vector[k]).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 4);
      expect(vector[model.dimensions + k]).toBeCloseTo(Math.max(...values), 5);
    }
    const elsewhere = readSentence(model, input.replace('lamp flickers', 'joiner was thanked'), layers);
    expect(elsewhere).not.toEqual(vector);
  });

  it('reads no more than the model can, of what stands around it only a little', () => {
    const long = Array.from({ length: 400 }, () => 'shelf').join(' ');
    const { lead, own } = tokensOf(model, `${long}\n${long}\n${long}`);
    expect(lead.length + own.length).toBeLessThanOrEqual(mostTokens);
    expect(own.length).toBeGreaterThan(4 * lead.length);
    expect(tokensOf(model, '\n\n').own).toHaveLength(1);
  });
});

describe('the fitted layers', () => {
  it('follow the first layers of the model wherever its own are', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-model-'));
    const path = join(folder, 'model.bin');
    await writeFile(path, gunzipSync(await readFile(packedModel('all-minilm-l6-v2'))));
    const unpacked = await openUnpacked(path);
    const before = unpacked.encode('oak shelves');
    expect(readSentence(unpacked, input, layers)).toEqual(readSentence(model, input, layers));
    expect(unpacked.encode('oak shelves')).toEqual(before);
    await rm(folder, { recursive: true });
  });

  it('are refused for another model, or if they are something else', () => {
    expect(() => fittedLayersIn(file, 512)).toThrow('another local model');
    expect(() => fittedLayersIn(Buffer.from('DWYR and more than sixteen'), 384)).toThrow('no layers');
    const { further } = layers;
    const cut = { ...further, bytes: further.bytes.subarray(1) };
    expect(() => readSentence(model, input, { ...layers, further: cut })).toThrow('another local model');
  });
});
