/** Assembles `src/gateway/llm/local/product.wat` into the module beside it: `npx tsx scripts/meaning/assemble.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import loadWabt from 'wabt';

const folder = new URL('../../src/gateway/llm/local/', import.meta.url);

/** The TypeScript module for a text of WebAssembly. */
export async function assemble(text: string): Promise<string> {
  const wabt = await loadWabt();
  const { buffer } = wabt.parseWat('product.wat', text, { simd: true }).toBinary({});
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return `// Made of product.wat by scripts/meaning/assemble.ts.
export const productModule =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  writeFileSync(
    new URL('product-module.ts', folder),
    await assemble(readFileSync(new URL('product.wat', folder), 'utf8')),
  );
