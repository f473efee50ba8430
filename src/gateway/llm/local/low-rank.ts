import type { Encoder, FurtherLayers } from './encoder.ts';

/**
 * Layers of a local model that were fitted by changes of low rank (LoRA: Hu et al., 2021), which take an eighth of the room of whole
 * layers. `scripts/meaning/low_rank.py` writes them.
 */
export type ChangedLayers = {
  /** So many first layers of the model stay as they are. */
  first: number;
  further: FurtherLayers;
  /** What the file has behind the changes. */
  rest: Buffer;
};

const magic = 'DWYR';
const headBytes = 20;

/**
 * The layers of the model with the changes in a file, rounded as those of the model are.
 *
 * @throws Error if the file is something else, or incomplete.
 */
export function changedLayersIn(file: Buffer, encoder: Encoder): ChangedLayers {
  if (file.length < headBytes || file.toString('latin1', 0, 4) !== magic)
    throw new Error('The file holds no changes to layers.');
  const [first, count, width, rank] = [4, 8, 12, 16].map((at) => file.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  if (width !== encoder.dimensions) throw new Error('The layers were fitted to another local model.');
  const shapes = linearsOf(width);
  const numbersEach = shapes.reduce((sum, { outputs, inputs }) => sum + rank * (outputs + inputs), 0);
  const end = headBytes + 4 * count * numbersEach;
  if (file.length < end) throw new Error('The changes to layers are incomplete.');
  const numbers = Float32Array.from({ length: count * numbersEach }, (_, i) =>
    file.readFloatLE(headBytes + 4 * i),
  );
  const layers = Array.from({ length: count }, (_, index) => {
    const layer = encoder.layerBytes(first + index);
    let at = index * numbersEach;
    const take = (size: number) => {
      at += size;
      return numbers.subarray(at - size, at);
    };
    for (const linear of shapes)
      add(layer, linear, rank, take(rank * linear.inputs), take(rank * linear.outputs));
    return layer;
  });
  return { first, further: { count, bytes: Buffer.concat(layers) }, rest: file.subarray(end) };
}

/** A linear part of a layer: where it begins in its bytes, and its size. It has a scale for each output, rows of whole numbers, and a bias. */
type Linear = { at: number; outputs: number; inputs: number };

/** In the order of the file: query, key, value, output, then behind a norm up and down. */
function linearsOf(width: number): Linear[] {
  const inner = 4 * width;
  const sizes: [outputs: number, inputs: number, normBytesBefore: number][] = [
    [width, width, 0],
    [width, width, 0],
    [width, width, 0],
    [width, width, 0],
    [inner, width, 8 * width],
    [width, inner, 0],
  ];
  let next = 0;
  return sizes.map(([outputs, inputs, before]) => {
    const at = next + before;
    next = at + 8 * outputs + outputs * inputs;
    return { at, outputs, inputs };
  });
}

const largest = 127;

/** @param given what each input gives to each rank. @param taken what each rank gives to each output. */
function add(
  layer: Uint8Array,
  { at, outputs, inputs }: Linear,
  rank: number,
  given: Float32Array,
  taken: Float32Array,
): void {
  const scales = new DataView(layer.buffer, layer.byteOffset + at, 4 * outputs);
  const rows = new Int8Array(layer.buffer, layer.byteOffset + at + 4 * outputs, outputs * inputs);
  const row = new Float64Array(inputs);
  for (let output = 0; output < outputs; output++) {
    const scale = scales.getFloat32(4 * output, true);
    let most = 0;
    for (let input = 0; input < inputs; input++) {
      let value = scale * (rows[output * inputs + input] ?? 0);
      for (let k = 0; k < rank; k++)
        value += (given[input * rank + k] ?? 0) * (taken[k * outputs + output] ?? 0);
      row[input] = value;
      most = Math.max(most, Math.abs(value));
    }
    const rounded = most / largest || 1;
    scales.setFloat32(4 * output, rounded, true);
    for (let input = 0; input < inputs; input++)
      rows[output * inputs + input] = Math.round((row[input] ?? 0) / rounded);
  }
}
