import { productModule } from './product-module.ts';
import { rowsModule } from './rows-module.ts';

/**
 * The steps of a layer in WebAssembly, over activations and weights by their addresses in the memory: see `product.wat` and
 * `rows.wat`. Widths and depths are multiples of 32; `product` and `attend` write rows up to a multiple of 4.
 */
export type Kernels = {
  product(
    rows: number,
    scales: number,
    weights: number,
    weightScales: number,
    bias: number,
    out: number,
    count: number,
    width: number,
    depth: number,
  ): void;
  attend(
    queries: number,
    keys: number,
    values: number,
    room: number,
    mixed: number,
    count: number,
    width: number,
  ): void;
  normalise(x: number, y: number, weight: number, bias: number, count: number, width: number): void;
  round(from: number, to: number, scales: number, count: number, depth: number): void;
  gelu(from: number, end: number): void;
};

export function loadKernels(memory: WebAssembly.Memory): Kernels {
  const exports = [productModule, rowsModule].map((text) => {
    const module = new WebAssembly.Module(Buffer.from(text, 'base64'));
    return new WebAssembly.Instance(module, { env: { memory } }).exports;
  });
  // The types of WebAssembly do not say what a module exports.
  return Object.assign({}, ...exports) as Kernels;
}
