/**
 * Fits the weights of the intent classifier and writes them beside it:
 *
 *     npx tsx scripts/fit-intent.ts problems.jsonl [more.jsonl] [--beside=always.jsonl] [--check]
 *
 * Each line has a `text`, its `labels`, and the `primary` one. `--check` writes nothing and prints how well each file's
 * problems are read by weights fitted to the other files and to the one named by `--beside`. The same files give the same
 * weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openModel } from '../src/gateway/llm/local/model-file.ts';
import { packed } from '../src/handlers/reasoning/domain/intent/classify.ts';
import { intents } from '../src/handlers/reasoning/domain/intent/cues.ts';
import { featureCount, featuresOf } from '../src/handlers/reasoning/domain/intent/features.ts';
import { weightAmong, wordFeatures } from '../src/handlers/reasoning/domain/intent/words.ts';
import { fitSoftmax, type Row, sharesIn } from './softmax.ts';

type Problem = { text: string; labels: string[]; primary: string };
type Example = Problem & { cues: number[]; words: string[]; vector: number[]; file: string };

const model = 'all-MiniLM-L6-v2 int8';
const vectorScale = 3;
const mostEmbedded = 6000;
const classes = intents.length;
const rounds = 120;
/** How strongly weights are held: cues to the prior, all others to 0; chosen by `--check`. */
const hold = { cues: 4, words: 0.7, vector: 1 };
/** A word in fewer examples is left out, and so are all but the most telling ones. */
const leastExamples = 2;
const mostWords = 2500;
/** Before any example: each cue speaks for its own intent, in the title more than elsewhere. */
const [titlePrior, bodyPrior] = [1.3, 0.8];
const shareOfPrimary = 0.7;

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const beside = option('beside');

const encoder = await openModel('all-minilm-l6-v2');
const examples = [...files, ...(beside ? [beside] : [])].flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Example => {
      const problem: Problem = JSON.parse(line);
      return {
        ...problem,
        file,
        cues: featuresOf(problem.text),
        words: [...wordFeatures(problem.text)],
        vector: [...encoder.encode(problem.text.slice(0, mostEmbedded))].map((value) => value * vectorScale),
      };
    }),
);

function targetOf({ labels, primary }: Problem): number[] {
  const others = labels.filter((label) => label !== primary);
  const share = others.length === 0 ? 1 : shareOfPrimary;
  return intents.map((label) =>
    label === primary ? share : others.includes(label) ? (1 - share) / others.length : 0,
  );
}

const dense = (values: readonly number[], example: Problem): Row => ({
  at: values.map((_, i) => i),
  values,
  target: targetOf(example),
});
const withVector = (example: Example): Row => dense([...example.cues, ...example.vector], example);
function withWords(example: Example, known: ReadonlyMap<string, number>): Row {
  const found = example.words.flatMap((word) => known.get(word) ?? []);
  const row = dense(example.cues, example);
  return {
    ...row,
    at: [...row.at, ...found.map((i) => featureCount + i)],
    values: [...row.values, ...found.map(() => weightAmong(found.length))],
  };
}

function weigh(rows: readonly Row[], extra: number, holdOfExtra: number): Float64Array {
  const prior = new Float64Array((featureCount + extra) * classes);
  for (let k = 0; k < classes; k += 1) {
    prior[k * classes + k] = titlePrior;
    prior[(classes + k) * classes + k] = bodyPrior;
  }
  const constant = featureCount - 1;
  const holdOf = (i: number) => (i === constant ? 0 : i < featureCount ? hold.cues : holdOfExtra);
  return fitSoftmax(rows, prior, holdOf, rounds);
}

const rowsOf = (weights: Float64Array, from: number, to: number): number[][] =>
  Array.from({ length: to - from }, (_, i) => [
    ...weights.subarray((from + i) * classes, (from + i + 1) * classes),
  ]);

/** Fits all words, then the most telling ones again. */
function fitWords(on: readonly Example[]) {
  const counts = new Map<string, number>();
  for (const word of on.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const numbered = (words: string[]) => new Map(words.map((word, i) => [word, i]));
  const all = [...counts].flatMap(([word, count]) => (count >= leastExamples ? [word] : [])).sort();
  const known = numbered(all);
  const first = weigh(
    on.map((one) => withWords(one, known)),
    all.length,
    hold.words,
  );
  const tells = rowsOf(first, featureCount, featureCount + all.length).map((row) =>
    Math.max(...row.map(Math.abs)),
  );
  const kept = numbered(
    all
      .map((word, i) => ({ word, tells: tells[i] ?? 0 }))
      .sort((a, b) => b.tells - a.tells || (a.word < b.word ? -1 : 1))
      .slice(0, mostWords)
      .map(({ word }) => word)
      .sort(),
  );
  const weights = weigh(
    on.map((one) => withWords(one, kept)),
    kept.size,
    hold.words,
  );
  return { kept, weights };
}
const fitVector = (on: readonly Example[]) => weigh(on.map(withVector), encoder.dimensions, hold.vector);

if (process.argv.includes('--check')) {
  const right = (one: Example, shares: readonly number[]) =>
    one.labels.includes(intents[shares.indexOf(Math.max(...shares))] ?? '');
  const sums = { problems: 0, words: 0, meaning: 0 };
  for (const file of files) {
    const [on, out] = [true, false].map((other) => examples.filter((one) => (one.file !== file) === other));
    if (!on || !out) continue;
    const { kept, weights } = fitWords(on);
    const meant = fitVector(on);
    const words = out.filter((one) => right(one, sharesIn(withWords(one, kept), weights))).length;
    const meaning = out.filter((one) => right(one, sharesIn(withVector(one), meant))).length;
    sums.problems += out.length;
    sums.words += words;
    sums.meaning += meaning;
    process.stdout.write(`${file}: of ${out.length}, ${words} by words, ${meaning} by meaning\n`);
  }
  process.stdout.write(`of ${sums.problems}, ${sums.words} by words, ${sums.meaning} by meaning\n`);
} else {
  const { kept, weights } = fitWords(examples);
  const meant = fitVector(examples);
  const largest = (rows: number[][]) => Math.max(...rows.flat().map(Math.abs));
  const rounded = (rows: number[][]) =>
    rows.map((row) => row.map((value) => Math.round(value * 1000) / 1000));
  const words = rowsOf(weights, featureCount, featureCount + kept.size);
  const vector = rowsOf(meant, featureCount, featureCount + encoder.dimensions);
  const write = (name: string, content: object) =>
    writeFileSync(
      new URL(`../src/handlers/reasoning/domain/intent/${name}`, import.meta.url),
      `${JSON.stringify(content, null, 1)}\n`,
    );
  const scale = largest(words);
  write('by-words.json', {
    intents,
    scale,
    words: [...kept.keys()].map((word, i) => packed(words[i] ?? [], scale) + word),
  });
  write('weights.json', {
    intents,
    model,
    beside_words: rounded(rowsOf(weights, 0, featureCount)),
    beside_meaning: rounded(rowsOf(meant, 0, featureCount)),
    scale: largest(vector),
    vector: vector.map((row) => packed(row, largest(vector))),
  });
}
