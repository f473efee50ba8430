/**
 * Fits the weights by which the firewall judges statements, and writes them beside the judgement:
 *
 *     npx tsx scripts/fit-dangers.ts [--check]
 *
 * It reads test/corpora/decisions and the statements of the firewall's test. `--check` writes nothing, and prints how well
 * statements are judged by weights fitted to the others: ten neighbouring lines, or all lines of one source, are judged
 * together. The same statements give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { openModel } from '../src/gateway/llm/local/model-file.ts';
import { rulesFor } from '../src/handlers/decisions/domain/risks/cases.ts';
import { signsOf } from '../src/handlers/decisions/domain/risks/judgement/signs.ts';
import { areas } from '../src/handlers/decisions/domain/risks/pack/rule.ts';
import { cuesOf } from '../src/handlers/decisions/domain/risks/polarity.ts';
import { statements } from './dangers/statements.ts';

const check = process.argv.includes('--check');
const option = (name: string, otherwise: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const scoresTo = process.argv.find((argument) => argument.startsWith('--scores='))?.slice('--scores='.length);
/** How strongly weights are held to 0, how often a sign must occur, and the least score; chosen by `--check`. */
const hold = option('hold', 5);
const leastCount = option('count', 3);
const least = option('least', -0.5);
/** The same where no case of the pack describes the statement: nothing but words speaks for a danger then. */
const leastAlone = option('alone', 0.5);
/** The share of the danger by meaning that is added to the score, and the scores from which the sum is a danger. */
const meaning = { share: 0.75, least: 0.25, leastAlone: 0 };
const thresholds = { words: { share: 0, least, leastAlone }, meaning };
const rounds = 90;
const step = 0.3;
const folds = 6;

type Row = {
  at: number[];
  values: number[];
  risky: boolean;
  group: string;
  set: string;
  author: string;
  area?: string;
  /** A case of the pack describes it. */
  ruled: boolean;
  weight: number;
  protects: boolean;
};
type Fitted = { weights: Float64Array; constant: number };

const examples = statements().map((one) => {
  const { found } = cuesOf(one.text);
  // The pack was made with the statements of the test at hand: what its rules say of those proves nothing.
  const rules = one.set === 'test' ? [] : rulesFor(found).map(({ id }) => id);
  return { ...one, signs: signsOf(one.text, found, rules), ruled: rulesFor(found).length > 0 };
});
const counts = new Map<string, number>();
for (const { signs } of examples)
  for (const name of signs.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
const names = [...counts].filter(([, count]) => count >= leastCount).map(([name]) => name);
const places = new Map(names.map((name, at) => [name, at]));

const rows = examples.map(({ signs, risky, group, set, author, area, ruled, weight, protects }): Row => {
  const known = [...signs].flatMap(([name, value]) => {
    const at = places.get(name);
    return at === undefined ? [] : [{ at, value }];
  });
  return {
    at: known.map(({ at }) => at),
    values: known.map(({ value }) => value),
    risky,
    group,
    set,
    author,
    ruled,
    weight,
    protects: protects ?? false,
    ...(area === undefined ? {} : { area }),
  };
});

const scoreOf = ({ at, values }: Row, { weights, constant }: Fitted) =>
  at.reduce((sum, place, i) => sum + (weights[place] ?? 0) * (values[i] ?? 0), constant);

/** Logistic regression by AdaGrad; weights are held to 0 by their squares, the constant is free. */
function weigh(
  on: readonly Row[],
  is: (row: Row) => boolean,
  by: (name: string) => boolean = () => true,
): Fitted {
  const used = names.map(by);
  const weights = new Float64Array(names.length);
  const steps = new Float64Array(names.length);
  const fitted = { weights, constant: 0 };
  let constantSteps = 1e-9;
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map((weight) => hold * weight);
    let slope = 0;
    for (const row of on) {
      const error = row.weight * (1 / (1 + Math.exp(-scoreOf(row, fitted))) - (is(row) ? 1 : 0));
      slope += error;
      for (const [i, place] of row.at.entries())
        if (used[place]) slopes[place] = (slopes[place] ?? 0) + error * (row.values[i] ?? 0);
    }
    for (const [i, value] of slopes.entries()) {
      const sum = (steps[i] ?? 0) + value * value;
      steps[i] = sum;
      if (sum > 0) weights[i] = (weights[i] ?? 0) - (step * value) / Math.sqrt(sum + 1e-9);
    }
    constantSteps += slope * slope;
    fitted.constant -= (step * slope) / Math.sqrt(constantSteps);
  }
  return fitted;
}

const flaggedBy = ({ score, ruled }: { score: number; ruled: boolean }) =>
  score >= (ruled ? least : leastAlone);

function figures(name: string, of: readonly { score: number; risky: boolean; ruled: boolean }[]): string {
  const count = (risky: boolean, flagged: boolean) =>
    of.filter((one) => one.risky === risky && flaggedBy(one) === flagged).length;
  const [hit, missed, wrong] = [count(true, true), count(true, false), count(false, true)];
  const share = (part: number, whole: number) => (part / Math.max(whole, 1)).toFixed(3);
  return `${name.padEnd(12)} ${String(of.length).padStart(4)}  precision ${share(hit, hit + wrong)}  recall ${share(hit, hit + missed)}  F1 ${share(2 * hit, 2 * hit + missed + wrong)}\n`;
}

/** Weights as they are kept: by value, in steps of a twentieth; smaller ones are left out. */
function packed({ weights, constant }: Fitted, smallest = 0.05) {
  const buckets = new Map<number, string[]>();
  for (const [i, name] of names.entries()) {
    const value = Math.round((weights[i] ?? 0) * 20);
    if (Math.abs(value) >= smallest * 20) buckets.set(value, [...(buckets.get(value) ?? []), name]);
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  return {
    constant: Math.round(constant * 100) / 100,
    weights: Object.fromEntries(sorted.map(([value, of]) => [(value / 20).toFixed(2), of.sort().join('\t')])),
  };
}

/** What tells areas apart: words, cues and classes. */
const ofAreas = (name: string) => /^[uck]:/.test(name);
const weighAreas = (on: readonly Row[]) =>
  areas.map((area) => ({ area, fitted: weigh(on, (row) => row.area === area, ofAreas) }));
const named = rows.filter(({ risky, area }) => risky && area !== undefined);

const authors = [...new Set(rows.map(({ author }) => author))];

/** The statements of one author with their scores by weights fitted to those of the others. */
function leftOut(author: string) {
  const fitted = weigh(
    rows.filter((row) => row.author !== author),
    ({ risky }) => risky,
  );
  return {
    scored: rows.flatMap((row, i) =>
      row.author === author ? [{ ...row, text: examples[i]?.text ?? '', score: scoreOf(row, fitted) }] : [],
    ),
  };
}

if (scoresTo !== undefined) {
  const model = await openModel('all-minilm-l6-v2');
  const lines = authors.flatMap((author) =>
    leftOut(author).scored.map(({ text, risky, score, ruled, weight, protects }) =>
      JSON.stringify({ tokens: model.tokens(text), risky, author, score, ruled, weight, protects }),
    ),
  );
  writeFileSync(scoresTo, `${lines.join('\n')}\n`);
} else if (check) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const judged = Array.from({ length: folds }, (_, fold) => {
    const out = new Set(groups.filter((_, i) => i % folds === fold));
    const fitted = weigh(
      rows.filter(({ group }) => !out.has(group)),
      ({ risky }) => risky,
    );
    return rows.filter(({ group }) => out.has(group)).map((row) => ({ ...row, score: scoreOf(row, fitted) }));
  }).flat();
  process.stdout.write(figures('all', judged));
  for (const set of [...new Set(rows.map((row) => row.set)), 'ordinary.txt'])
    process.stdout.write(
      figures(
        set,
        judged.filter((row) => row.set === set || row.group.startsWith(set)),
      ),
    );
  // Each author's statements by weights fitted to those of the others.
  for (const author of authors) {
    const { scored } = leftOut(author);
    process.stdout.write(figures(`by ${author}`, scored));
  }
  const of = rows.filter(({ set }) => set === 'sources');
  const byArea = weighAreas(named.filter(({ set }) => set !== 'sources'));
  const risky = of.filter((row) => row.risky && row.area !== undefined);
  const placed = risky.filter((row) => {
    const [best] = byArea
      .map((one) => ({ area: one.area, score: scoreOf(row, one.fitted) }))
      .sort((a, b) => b.score - a.score);
    return best?.area === row.area;
  });
  process.stdout.write(`area of these right ${placed.length} of ${risky.length}\n`);
} else {
  const judged = packed(weigh(rows, ({ risky }) => risky));
  const byArea = Object.fromEntries(weighAreas(named).map(({ area, fitted }) => [area, packed(fitted, 0.2)]));
  const to = new URL('../src/handlers/decisions/domain/risks/judgement/weights.json', import.meta.url);
  writeFileSync(to, `${JSON.stringify({ thresholds, ...judged, areas: byArea }, null, 2)}\n`);
}
