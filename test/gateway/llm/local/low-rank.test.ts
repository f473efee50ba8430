import { describe, expect, it } from 'vitest';
import { changedLayersIn } from '../../../../src/gateway/llm/local/low-rank.ts';
import { openModel } from '../../../../src/gateway/llm/local/model-file.ts';

const encoder = await openModel('all-minilm-l6-v2');
const { dimensions: width } = encoder;
const [first, count, rank] = [4, 2, 1];
/** Numbers of a layer: what each input gives, and each output takes, of four square parts, one up and one down. */
const each = 4 * (width + width) + 2 * (width + 4 * width);

function fileOf(numbers: Float32Array): Buffer {
  const head = Buffer.alloc(20);
  head.write('DWYR', 'latin1');
  for (const [i, value] of [first, count, width, rank].entries()) head.writeUInt32LE(value, 4 + 4 * i);
  return Buffer.concat([head, Buffer.from(numbers.buffer), Buffer.from('rest')]);
}

describe('layers that are changed', () => {
  it('are those of the model where nothing is changed', () => {
    const { further, rest, ...found } = changedLayersIn(fileOf(new Float32Array(count * each)), encoder);
    expect(found).toEqual({ first });
    expect(rest.toString()).toBe('rest');
    const tokens = encoder.tokens('Use PostgreSQL for billing');
    const [own, changed] = [
      encoder.statesAfter(tokens, first, further),
      encoder.states('Use PostgreSQL for billing', 6),
    ];
    for (const [t, state] of own.entries())
      for (const [k, value] of state.entries()) expect(value).toBeCloseTo(changed[t]?.[k] ?? Number.NaN, 3);
  });

  it('have what each input gives to a rank, and that to each output', () => {
    const numbers = new Float32Array(count * each);
    // The second input of the query gives 2, of which the third output takes 3.
    numbers[1] = 2;
    numbers[width + 2] = 3;
    const { further } = changedLayersIn(fileOf(numbers), encoder);
    const query = (bytes: Buffer) => (output: number, input: number) =>
      bytes.readFloatLE(4 * output) * bytes.readInt8(4 * width + output * width + input);
    const was = query(Buffer.from(encoder.layerBytes(first)));
    const is = query(further.bytes);
    expect(is(2, 1)).toBeCloseTo(was(2, 1) + 6, 1);
    expect(is(2, 7)).toBeCloseTo(was(2, 7), 1);
    expect(is(3, 1)).toBeCloseTo(was(3, 1), 6);
  });

  it('are refused where the file is something else, or cut off', () => {
    const file = fileOf(new Float32Array(count * each));
    expect(() => changedLayersIn(Buffer.from('something'), encoder)).toThrow('no changes');
    expect(() => changedLayersIn(file.subarray(0, file.length - 5), encoder)).toThrow('incomplete');
    file.writeUInt32LE(width + 1, 12);
    expect(() => changedLayersIn(file, encoder)).toThrow('another local model');
  });
});
