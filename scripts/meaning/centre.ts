/**
 * Writes src/gateway/llm/local/message-centre.ts: the mean vector that e5-small-v2 gives the paragraphs of the labelled documents in
 * test/corpora/events, in four languages.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';

const folder = 'test/corpora/events/development';
const [perDocument, shortest, longest] = [12, 30, 500];
const perLine = 108;

const model = await openModel('e5-small-v2');
const sum = new Float64Array(model.dimensions);
let count = 0;
for (const name of readdirSync(folder).sort()) {
  const { text } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { text: string };
  const paragraphs = text
    .split('\n')
    .map((line) => line.trim())
    .filter(({ length }) => length > shortest && length < longest)
    .slice(0, perDocument);
  for (const paragraph of paragraphs) {
    const vector = model.encode(paragraph, { prefix: 'passage:', before: '' });
    for (const [k, value] of vector.entries()) sum[k] = (sum[k] as number) + value;
    count += 1;
  }
}
const lines = Buffer.from(Float32Array.from(sum, (value) => value / count).buffer)
  .toString('base64')
  .match(new RegExp(`.{1,${perLine}}`, 'g'));
writeFileSync(
  'src/gateway/llm/local/message-centre.ts',
  `// Made by scripts/meaning/centre.ts.\nexport const messageCentre =\n${(lines ?? []).map((line) => `  '${line}'`).join(' +\n')};\n`,
);
process.stdout.write(`${count} paragraphs\n`);
