/**
 * Fits the weights of the judgement whether a thought leaves its problem, and writes them beside it:
 *
 *     npx tsx scripts/fit-scope.ts thoughts.jsonl [more.jsonl] [--check] [--around=weights.json]
 *
 * Each line has a `problem`, the `thread` so far, the `thought`, and whether it is a `drift`. `--check` writes nothing and
 * prints how well the thoughts of each problem are judged by weights fitted to the other problems, for each file. The same
 * files give the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { featureNames, signsOf } from '../src/handlers/reasoning/domain/scope/signs.ts';

type Thought = { problem: string; thread: string[]; thought: string; drift: boolean };
type Example = { features: number[]; drift: boolean; problem: string; file: string };

const check = process.argv.includes('--check');
const number = (name: string, otherwise: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
/** How strongly weights are held to 0; chosen by `--check`. */
const hold = number('hold', 8);
const rounds = 4000;
const step = 0.5;
const folds = 10;

const examples = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): Example => {
        const { problem, thread, thought, drift }: Thought = JSON.parse(line);
        return { features: signsOf(thought, problem, thread).features, drift, problem, file };
      }),
  );

const around = process.argv.find((argument) => argument.startsWith('--around='))?.split('=')[1];
const earlier: Record<string, number> = around ? JSON.parse(readFileSync(around, 'utf8')).weights : {};
const prior = featureNames.map((name) => earlier[name] ?? 0);

const scoreOf = (features: readonly number[], weights: readonly number[]) =>
  features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);

/** Gradient descent on cross entropy plus the squared weights; the constant is free. */
function weightsFor(on: readonly Example[]): number[] {
  let weights: number[] = [...prior];
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map((weight, i) =>
      around === undefined && i === weights.length - 1 ? 0 : hold * (weight - (prior[i] ?? 0)),
    );
    for (const { features, drift } of on) {
      const error = 1 / (1 + Math.exp(-scoreOf(features, weights))) - (drift ? 1 : 0);
      for (const [i, value] of features.entries()) slopes[i] = (slopes[i] ?? 0) + error * value;
    }
    weights = weights.map((weight, i) => weight - (step / on.length) * (slopes[i] ?? 0));
  }
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

if (check) {
  const problems = [...new Set(examples.map(({ problem }) => problem))].sort();
  const judged = Array.from({ length: folds }, (_, fold) => {
    const out = new Set(problems.filter((_, i) => i % folds === fold));
    const weights = weightsFor(examples.filter(({ problem }) => !out.has(problem)));
    return examples
      .filter(({ problem }) => out.has(problem))
      .map((example) => ({ ...example, flagged: scoreOf(example.features, weights) > 0 }));
  }).flat();
  for (const file of new Set(examples.map((example) => example.file))) {
    const of = judged.filter((one) => one.file === file);
    const count = (drift: boolean, flagged: boolean) =>
      of.filter((one) => one.drift === drift && one.flagged === flagged).length;
    const right = count(true, true) + count(false, false);
    process.stdout.write(
      `${file}: right ${right} of ${of.length}; drifts found ${count(true, true)} of ${count(true, true) + count(true, false)}, honest thoughts flagged ${count(false, true)} of ${count(false, true) + count(false, false)}\n`,
    );
  }
} else {
  const to = new URL('../src/handlers/reasoning/domain/scope/weights.json', import.meta.url);
  const fitted = weightsFor(examples);
  const weights = Object.fromEntries(featureNames.map((name, i) => [name, fitted[i] ?? 0]));
  writeFileSync(to, `${JSON.stringify({ weights }, null, 2)}\n`);
}
