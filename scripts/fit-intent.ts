/**
 * Fits the weights of the intent classifier and writes them beside it:
 *
 *     npx tsx scripts/fit-intent.ts problems.jsonl [--check]
 *
 * Each line has a `text`, its `labels`, the `primary` one and its `source.repository`. `--check` writes nothing and prints
 * how well each repository's problems are read by weights fitted to the others. The same file gives the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { rank, sharesOf } from '../src/handlers/reasoning/domain/intent/classify.ts';
import { intents } from '../src/handlers/reasoning/domain/intent/cues.ts';
import { featureCount, featuresOf } from '../src/handlers/reasoning/domain/intent/features.ts';

type Problem = { text: string; labels: string[]; primary: string; source: { repository: string } };
type Example = { features: number[]; target: number[]; problem: Problem };

const [file = ''] = process.argv.slice(2);
const check = process.argv.includes('--check');
const number = (name: string, otherwise: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
/** How strongly weights are held to the prior; chosen by `--check`. */
const hold = number('hold', 8);
const titleWeight = number('title', 1.3);
const bodyWeight = number('body', 0.8);
const rounds = 3000;
const step = 0.5;

/** Before any example: each cue speaks for its own intent, in the title more than elsewhere. */
const prior = intents.map((_, row) =>
  Array.from({ length: featureCount }, (_, i) =>
    i === row ? titleWeight : i === intents.length + row ? bodyWeight : 0,
  ),
);

const examples = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): Example => {
    const problem: Problem = JSON.parse(line);
    const others = problem.labels.filter((label) => label !== problem.primary);
    const share = others.length === 0 ? 1 : 0.65;
    return {
      problem,
      features: featuresOf(problem.text),
      target: intents.map((label) =>
        label === problem.primary ? share : others.includes(label) ? (1 - share) / others.length : 0,
      ),
    };
  });

/** Gradient descent on cross entropy plus the squared distance from the prior. */
function weightsFor(on: readonly Example[]): number[][] {
  const weights = prior.map((row) => [...row]);
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map((row, l) => row.map((weight, i) => hold * (weight - (prior[l]?.[i] ?? 0))));
    for (const { features, target } of on)
      for (const [l, share] of sharesOf(features, weights).entries())
        for (const [i, feature] of features.entries()) {
          const row = slopes[l];
          if (row) row[i] = (row[i] ?? 0) + (share - (target[l] ?? 0)) * feature;
        }
    for (const [l, row] of weights.entries())
      for (const [i, slope] of (slopes[l] ?? []).entries())
        row[i] = (row[i] ?? 0) - (step / on.length) * slope;
  }
  return weights.map((row) => row.map((weight) => Math.round(weight * 1000) / 1000));
}

if (check) {
  const sources = [...new Set(examples.map(({ problem }) => problem.source.repository))].sort();
  const folds = 10;
  let right = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const out = new Set(sources.filter((_, i) => i % folds === fold));
    const isOut = ({ problem }: Example) => out.has(problem.source.repository);
    const weights = weightsFor(examples.filter((example) => !isOut(example)));
    for (const { features, problem } of examples.filter(isOut)) {
      const found = rank(sharesOf(features, weights));
      const hit = problem.labels.includes(found[0]?.label ?? '');
      right += hit ? 1 : 0;
      if (!hit)
        process.stdout.write(
          `${problem.primary} [${problem.labels.join(', ')}] read as ${found.map(({ label, score }) => `${label} ${score}`).join(', ')}: ${problem.text.slice(0, 150)}\n`,
        );
    }
  }
  const bare = examples.filter(({ features, problem }) =>
    problem.labels.includes(rank(sharesOf(features, prior))[0]?.label ?? ''),
  );
  process.stdout.write(
    `right by cross-validation: ${right} of ${examples.length}; by cues alone: ${bare.length}\n`,
  );
} else {
  const to = new URL('../src/handlers/reasoning/domain/intent/weights.json', import.meta.url);
  const rows = weightsFor(examples).map((row) => `    [${row.join(', ')}]`);
  writeFileSync(
    to,
    `{\n  "intents": ${JSON.stringify(intents).replaceAll(',', ', ')},\n  "weights": [\n${rows.join(',\n')}\n  ]\n}\n`,
  );
}
