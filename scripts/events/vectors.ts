import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';
import { readSentence } from '../../src/gateway/llm/local/sentence.ts';

/** Vectors by text, each calculated once; a file keeps them: a line of texts as JSON, then the numbers. */
export async function vectorsOf(
  texts: readonly string[],
  file: string | undefined,
): Promise<Map<string, Float32Array>> {
  const known = file !== undefined && existsSync(file) ? readVectors(file) : new Map<string, Float32Array>();
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  if (missing.length === 0) return known;
  const encoder = await openModel('e5-small-v2');
  for (const text of missing) known.set(text, readSentence(encoder, text));
  if (file !== undefined) {
    const head = Buffer.from(`${JSON.stringify([...known.keys()])}\n`);
    const numbers = [...known.values()].map(({ buffer }) => Buffer.from(buffer));
    writeFileSync(file, Buffer.concat([head, ...numbers]));
  }
  return known;
}

function readVectors(file: string): Map<string, Float32Array> {
  const content = readFileSync(file);
  const end = content.indexOf('\n') + 1;
  const texts = JSON.parse(content.toString('utf8', 0, end)) as string[];
  const size = (content.length - end) / texts.length;
  return new Map(
    texts.map((text, at) => {
      const from = content.byteOffset + end + at * size;
      return [text, new Float32Array(content.buffer.slice(from, from + size))];
    }),
  );
}
