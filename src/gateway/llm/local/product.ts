import { productModule } from './product-module.ts';

/**
 * Multiplies rows of activations by a matrix of weights, all by their addresses in the memory: see `product.wat`.
 *
 * @param rowCount a multiple of 4.
 * @param depth a multiple of 8.
 */
export type Product = (
  rows: number,
  scales: number,
  weights: number,
  weightScales: number,
  bias: number,
  out: number,
  rowCount: number,
  width: number,
  depth: number,
) => void;

export function loadProduct(memory: WebAssembly.Memory): Product {
  const module = new WebAssembly.Module(Buffer.from(productModule, 'base64'));
  // The types of WebAssembly do not say what a module exports.
  return new WebAssembly.Instance(module, { env: { memory } }).exports.product as Product;
}
