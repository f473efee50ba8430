/**
 * Fits the weights of the likeness of decisions and writes them beside the model:
 *
 *     npx tsx bench/decisions-similar.ts <folder> --candidates=one.jsonl   (for each folder of judged decisions)
 *     npx tsx scripts/fit-likeness.ts one.jsonl two.jsonl … [--check]
 *
 * `--check` writes nothing and prints NDCG@5 and how often an opposite comes first: by weights fitted to the queries of all
 * files but a fifth, in turn, and by weights fitted to the other files. The same files give the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { featureNames, featuresOf } from '../src/handlers/decisions/domain/likeness/features.ts';
import { byLikeness } from '../src/handlers/decisions/domain/likeness/model.ts';
import { type Given, type Read, readGiven } from '../src/handlers/decisions/domain/likeness/text.ts';
import { fitLinear, type Row } from './logistic-linear.ts';

type Judged = Given & { grade: number; opposite: boolean; options: null | { option: string }[] };
type Query = Given & { id: string; grades: number[]; candidates: Judged[] };
type Case = {
  file: string;
  asked: Read;
  found: Read[];
  features: number[][];
  candidates: Judged[];
  grades: number[];
};

const files = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const hold = Number(process.argv.find((one) => one.startsWith('--hold='))?.split('=')[1] ?? 3);
const withoutMeaning = process.argv.includes('--words');
const print = (line: string) => process.stdout.write(`${line}\n`);
const read = ({ options: _, ...given }: Given & { options?: unknown }, wordsOnly: boolean) =>
  readGiven(wordsOnly ? { ...given, meaning: undefined } : given);

const casesOf = (wordsOnly: boolean): Case[] =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const query: Query = JSON.parse(line);
        const found = query.candidates.map((one) => read(one, wordsOnly));
        const { candidates, grades } = query;
        const asked = read(query, wordsOnly);
        return { file, asked, found, features: featuresOf(asked, found), candidates, grades };
      }),
  );

const highest = 3;
const gain = (grade: number) => 2 ** grade - 1;

function fitted(of: readonly Case[]) {
  const related: Row[] = [];
  const opposite: Row[] = [];
  for (const { features, candidates } of of)
    for (const [i, { grade, opposite: contrary }] of candidates.entries()) {
      const row = features[i] ?? [];
      related.push({ features: row, wanted: gain(grade) / gain(highest) });
      if (grade > 0) opposite.push({ features: row, wanted: contrary ? 1 : 0 });
    }
  return { related: fitLinear(related, hold), opposite: fitLinear(opposite, hold) };
}

type Weights = ReturnType<typeof fitted>;

function judge(of: readonly Case[], weights: Weights) {
  return of.map(({ asked, found, candidates, grades }) => {
    const order = byLikeness(asked, found, 5, weights).map(({ one }) => candidates[found.indexOf(one)]);
    const sum = (list: readonly number[]) =>
      list.slice(0, 5).reduce((all, grade, i) => all + gain(grade) / Math.log2(i + 2), 0);
    const best = sum(grades.toSorted((a, b) => b - a));
    const ndcg = best === 0 ? 1 : sum(order.map((one) => one?.grade ?? 0)) / best;
    const reach = best === 0 ? 1 : sum(candidates.map(({ grade }) => grade).toSorted((a, b) => b - a)) / best;
    return { ndcg, reach, opposite: order[0]?.opposite === true };
  });
}

const say = (name: string, judged: ReturnType<typeof judge>) => {
  const mean = (of: (one: (typeof judged)[number]) => number) =>
    judged.reduce((sum, one) => sum + of(one), 0) / judged.length;
  print(
    `${name}: ${judged.length} queries, NDCG@5 ${mean((one) => one.ndcg).toFixed(3)} of ${mean((one) => one.reach).toFixed(3)} within reach, opposite first ${judged.filter((one) => one.opposite).length}`,
  );
};

const folds = 5;
if (process.argv.includes('--check')) {
  const cases = casesOf(withoutMeaning);
  const learn = [...casesOf(false), ...casesOf(true)];
  const among = (all: readonly Case[], keep: (at: number) => boolean) =>
    all.filter((_, i) => keep(i % cases.length));
  const crossed = Array.from({ length: folds }, (_, fold) => {
    const weights = fitted(among(learn, (i) => i % folds !== fold));
    return cases.flatMap((one, i) =>
      i % folds === fold ? judge([one], weights).map((j) => ({ ...j, file: one.file })) : [],
    );
  }).flat();
  say('in turn', crossed);
  for (const file of files) {
    say(
      `  of ${file}`,
      crossed.filter((one) => one.file === file),
    );
    const own = cases.filter((one) => one.file === file);
    if (files.length > 1)
      say(`  fitted to others`, judge(own, fitted(learn.filter((one) => one.file !== file))));
    say('  fitted to all', judge(own, fitted(learn)));
  }
} else {
  const { related, opposite } = fitted([...casesOf(false), ...casesOf(true)]);
  const named = (weights: readonly number[]) =>
    Object.fromEntries(
      [...featureNames, 'constant'].map((name, i) => [name, Number((weights[i] ?? 0).toFixed(4))]),
    );
  const to = new URL('../src/handlers/decisions/domain/likeness/weights.json', import.meta.url);
  writeFileSync(to, `${JSON.stringify({ related: named(related), opposite: named(opposite) }, null, 2)}\n`);
}
