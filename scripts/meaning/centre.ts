/**
 * Writes src/gateway/llm/local/message-centre.ts: the mean vector that e5-small-v2 gives the paragraphs of the labelled documents in
 * test/corpora/events, in four languages, and that of the questions in questions.txt.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';

const folder = 'test/corpora/events/development';
const [perDocument, shortest, longest] = [12, 30, 500];
const perLine = 108;

const model = await openModel('e5-small-v2');

/** A constant with the mean of the vectors of these texts. */
function meanOf(name: string, texts: readonly string[], encode: (text: string) => Float32Array): string {
  const sum = new Float64Array(model.dimensions);
  for (const text of texts)
    for (const [k, value] of encode(text).entries()) sum[k] = (sum[k] as number) + value;
  process.stdout.write(`${name}: ${texts.length} texts\n`);
  const lines = Buffer.from(Float32Array.from(sum, (value) => value / texts.length).buffer)
    .toString('base64')
    .match(new RegExp(`.{1,${perLine}}`, 'g'));
  return `export const ${name} =\n${(lines ?? []).map((line) => `  '${line}'`).join(' +\n')};\n`;
}

const paragraphs = readdirSync(folder)
  .sort()
  .flatMap((name) => {
    const { text } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { text: string };
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(({ length }) => length > shortest && length < longest)
      .slice(0, perDocument);
  });
const questions = readFileSync(new URL('questions.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

writeFileSync(
  'src/gateway/llm/local/message-centre.ts',
  `// Made by scripts/meaning/centre.ts.\n${[
    meanOf('messageCentre', paragraphs, (text) => model.encode(text, { prefix: 'passage:', before: '' })),
    meanOf('questionCentre', questions, (text) => model.encode(text, { prefix: 'query:' })),
  ].join('\n')}`,
);
