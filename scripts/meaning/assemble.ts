/** Assembles `src/gateway/llm/local/*.wat` into the modules beside them: `npx tsx scripts/meaning/assemble.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import loadWabt from 'wabt';

const folder = new URL('../../src/gateway/llm/local/', import.meta.url);
export const sources = ['product', 'rows'];

/** The TypeScript module for a text of WebAssembly. */
export async function assemble(name: string, text: string): Promise<string> {
  const wabt = await loadWabt();
  const { buffer } = wabt.parseWat(`${name}.wat`, text, { simd: true }).toBinary({});
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return `// Made of ${name}.wat by scripts/meaning/assemble.ts.
export const ${name}Module =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const name of sources)
    writeFileSync(
      new URL(`${name}-module.ts`, folder),
      await assemble(name, readFileSync(new URL(`${name}.wat`, folder), 'utf8')),
    );
