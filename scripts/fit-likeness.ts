/**
 * Fits the weights and trees of the likeness of decisions and writes them beside the model (the trees by boosted-trees.ts):
 *
 *     npx tsx bench/decisions-similar.ts <folder> --candidates=one.jsonl   (for each folder of judged decisions)
 *     npx tsx scripts/fit-likeness.ts one.jsonl two.jsonl … [--read=three.jsonl,four.jsonl] [--check] [--words] [--keep-words] [--without-matters] [--hold=30]
 *
 * What is related is learnt from files that whoever wrote the tables of matters has not read: in those that were read (`--read`) the
 * tables know nearly every word, which no lake of somebody else's repeats. Which way a decision goes is learnt from both.
 * They are fitted to the candidates of each query, with and without the local model apart, and to small lakes drawn from them, where
 * nothing or little is related. `--check` writes nothing and prints, for each file by weights fitted to the other files, NDCG@5,
 * how often an opposite comes first, and what small lakes return; with `--words`, without the model; with `--without-matters`,
 * without the tables of matters. With `--beside-shipped`, the mean of the weights in the files and of those fitted, as what the
 * former were fitted to may be lost. The same files give the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { StoredOption } from '../src/db/decisions/options.ts';
import { featureNames, featuresOf } from '../src/handlers/decisions/domain/likeness/features.ts';
import {
  besideBest,
  byLikeness,
  leastRelated,
  namesOf,
  weights as shipped,
  together,
  type Weights,
} from '../src/handlers/decisions/domain/likeness/model.ts';
import { type Given, type Read, readGiven } from '../src/handlers/decisions/domain/likeness/text.ts';
import { firstLeaf } from '../src/handlers/decisions/domain/likeness/trees.ts';
import { optionsFrom } from '../src/handlers/decisions/options.ts';
import { fitTrees } from './boosted-trees.ts';
import { fitLinear, type Row } from './logistic-linear.ts';
import { chance } from './small-lakes.ts';

type Stored = { options?: StoredOption[] | undefined };
type Judged = Omit<Given, 'options'> & Stored & { id: string; grade: number; opposite: boolean };
type Query = Omit<Given, 'options'> & Stored & { id: string; grades: number[]; candidates: Judged[] };
type Found = Read & { grade: number; contrary: boolean };
type Case = { file: string; asked: Read; found: Found[]; features: number[][]; grades: number[] };

const flags = process.argv.slice(2);
const files = flags.filter((one) => !one.startsWith('--'));
const alreadyRead =
  flags
    .find((one) => one.startsWith('--read='))
    ?.slice('--read='.length)
    .split(',') ?? [];
const hold = Number(flags.find((one) => one.startsWith('--hold='))?.split('=')[1] ?? 30);
const print = (line: string) => process.stdout.write(`${line}\n`);

const withoutMatters = flags.includes('--without-matters');
/** Options are as stored, which the local model marked; without it, they are read by the grammar. */
const read = ({ options, ...given }: Omit<Given, 'options'> & Stored, wordsOnly: boolean): Read => {
  const all = readGiven(
    wordsOnly ? { ...given, meaning: undefined } : { ...given, options: options && optionsFrom(options) },
  );
  return withoutMatters ? { ...all, matters: new Map() } : all;
};

const casesOf = (wordsOnly: boolean, from: readonly string[] = files): Case[] =>
  from.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const query: Query = JSON.parse(line);
        // As the product gives them: the latest first.
        const candidates = query.candidates.toSorted((a, b) => (a.id < b.id ? 1 : -1));
        const found = candidates.map((one) => ({
          ...read(one, wordsOnly),
          grade: one.grade,
          contrary: one.opposite,
        }));
        const asked = read(query, wordsOnly);
        return { file, asked, found, features: featuresOf(asked, found), grades: query.grades };
      }),
  );

/**
 * Of each case, small lakes of its candidates: one has nothing that is related, one a few, and in the others all were weighed
 * against the same alternatives in the same domain, which alone relates nothing.
 */
const lakes = 5;
/** From this one on, all were weighed against the same alternatives. */
const alikeAround = 2;
const largestLake = 20;
const mostRelatedIn = 3;

const around = (
  { alternatives, domain, options: asked }: Read,
  { statement, meaning, options }: Found,
): Read =>
  readGiven({
    statement,
    meaning,
    alternatives,
    domain,
    options: options && [
      ...options.filter(({ direction }) => direction !== 'considered'),
      ...(asked ?? []).filter(({ direction }) => direction === 'considered'),
    ],
  });

function smallOf(cases: readonly Case[]): Case[] {
  const random = chance(7);
  const some = <T>(list: readonly T[], count: number) =>
    list
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ one }) => one);
  return cases.flatMap((one) =>
    Array.from({ length: lakes }, (_, n) => {
      const size = 1 + Math.floor(random() * largestLake);
      const few = n !== 1 ? 0 : 1 + Math.floor(random() * mostRelatedIn);
      const related = some(
        one.found.filter(({ grade }) => grade > 0),
        Math.min(few, size),
      );
      const others = some(
        one.found.filter(({ grade }) => grade === 0),
        size - related.length,
      );
      const found = some([...related, ...others], size).map((other) =>
        n >= alikeAround ? { ...other, ...around(one.asked, other) } : other,
      );
      return {
        ...one,
        found,
        features: featuresOf(one.asked, found),
        grades: found.map(({ grade }) => grade),
      };
    }),
  );
}

const highest = 3;
const gain = (grade: number) => 2 ** grade - 1;

/** An author of judged decisions puts both ways of a matter into one domain; teams do not. */
const ofDomain = new Set([featureNames.indexOf('domain'), featureNames.indexOf('otherDomain')]);
const withoutDomain = (features: readonly number[]): number[] =>
  features.map((value, i) => (ofDomain.has(i) ? 0 : value));

function rowsOf(of: readonly Case[], featuresOf: (one: Case) => readonly (readonly number[])[]) {
  const related: Row[] = [];
  const opposite: Row[] = [];
  for (const one of of) {
    const rows = featuresOf(one);
    for (const [i, { grade, contrary }] of one.found.entries()) {
      const features = rows[i] ?? [];
      if (!alreadyRead.includes(one.file)) related.push({ features, wanted: gain(grade) / gain(highest) });
      if (grade > 0) opposite.push({ features: withoutDomain(features), wanted: contrary ? 1 : 0 });
    }
  }
  return { related, opposite };
}

function fitted(of: readonly Case[], wordsOnly: boolean): Weights {
  const own = fittedAlone(of, wordsOnly);
  return besideShipped ? meanOf(shipped[wordsOnly ? 'words' : 'meaning'], own) : own;
}

function fittedAlone(of: readonly Case[], wordsOnly: boolean): Weights {
  const first = rowsOf(of, ({ features }) => features);
  const alone = { related: fitLinear(first.related, hold), opposite: fitLinear(first.opposite, hold) };
  const then = rowsOf(of, ({ found, features }) => together(found, features, alone));
  const beside = () => rowsOf(of, ({ found, features }) => besideBest(together(found, features, alone)));
  const related = wordsOnly ? fitLinear(then.related, hold) : fitTrees(beside().related);
  return { alone, together: { related, opposite: fitLinear(then.opposite, hold) } };
}

/** The mean of two models, by the logarithms of their odds. */
function meanOf(a: Weights, b: Weights): Weights {
  const linear = (one: readonly number[], other: readonly number[]) =>
    one.map((value, i) => (value + (other[i] ?? 0)) / 2);
  const both = (
    { related }: Weights['together'],
    of: Weights['together'],
  ): Weights['together']['related'] => {
    if (!('trees' in related) || !('trees' in of.related))
      return 'trees' in related || 'trees' in of.related ? related : linear(related, of.related);
    const half = (tree: readonly number[]) => tree.map((value, i) => (i < firstLeaf ? value : value / 2));
    return {
      constant: (related.constant + of.related.constant) / 2,
      trees: [...related.trees, ...of.related.trees].map(half),
    };
  };
  return {
    alone: {
      related: linear(a.alone.related, b.alone.related),
      opposite: linear(a.alone.opposite, b.alone.opposite),
    },
    together: {
      related: both(a.together, b.together),
      opposite: linear(a.together.opposite, b.together.opposite),
    },
  };
}
const besideShipped = flags.includes('--beside-shipped');

const gains = (list: readonly number[]) =>
  list.slice(0, 5).reduce((all, grade, i) => all + gain(grade) / Math.log2(i + 2), 0);
const descending = (grades: readonly number[]) => grades.toSorted((a, b) => b - a);

function judge(of: readonly Case[], weights: Weights) {
  return of.map(({ asked, found, grades }) => {
    const order = byLikeness(asked, found, 5, weights).map(({ one }) => one);
    const best = gains(descending(grades));
    const share = (list: readonly number[]) => (best === 0 ? 1 : gains(list) / best);
    return {
      ndcg: share(order.map(({ grade }) => grade)),
      // The same five in the best order, and the best order of all candidates.
      sorted: share(descending(order.map(({ grade }) => grade))),
      reach: share(descending(found.map(({ grade }) => grade))),
      opposite: order[0]?.contrary === true,
    };
  });
}

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
const say = (name: string, judged: ReturnType<typeof judge>) => {
  const of = (key: 'ndcg' | 'sorted' | 'reach') => mean(judged.map((one) => one[key])).toFixed(3);
  print(
    `${name}: ${judged.length} queries, NDCG@5 ${of('ndcg')} (these five sorted ${of('sorted')}, all candidates ${of('reach')}), opposite first ${judged.filter((one) => one.opposite).length}`,
  );
};

/** How many that are not related small lakes return, and how many of those that are. */
function sayLakes(of: readonly Case[], weights: Weights) {
  const small = smallOf(of).map(({ asked, found }) => ({
    nothing: found.every(({ grade }) => grade === 0),
    order: byLikeness(asked, found, largestLake, weights).map(({ one, score }) => ({
      score,
      grade: one.grade,
    })),
    related: found.filter(({ grade }) => grade > 0).length,
  }));
  const nothing = small.filter((one) => one.nothing);
  const related = small.reduce((sum, one) => sum + one.related, 0);
  const said = [0.01, leastRelated, 0.05].map((least) => {
    const wrong = mean(
      nothing.map(({ order }) => order.slice(0, 5).filter(({ score }) => score >= least).length),
    );
    const kept = small.flatMap(({ order }) =>
      order.filter(({ score, grade }) => grade > 0 && score >= least),
    ).length;
    return `${least}: ${wrong.toFixed(2)} and ${((100 * kept) / Math.max(1, related)).toFixed(0)} %`;
  });
  print(`    unrelated in a lake of nothing else, and how many of the related, from ${said.join('; ')}`);
}

/** Small lakes set the floor. */
const learnOf = (cases: readonly Case[]) => [...cases, ...smallOf(cases)];
if (flags.includes('--check')) {
  const wordsOnly = flags.includes('--words');
  const cases = casesOf(wordsOnly);
  const learn = [...learnOf(cases), ...learnOf(casesOf(wordsOnly, alreadyRead))];
  const all = files.map((file) => {
    const own = cases.filter((one) => one.file === file);
    const weights = fitted(
      learn.filter((one) => one.file !== file),
      wordsOnly,
    );
    const judged = judge(own, weights);
    say(`${file} by the others`, judged);
    sayLakes(own, weights);
    return judged;
  });
  say('all', all.flat());
  say('by weights fitted to all of them', judge(cases, fitted(learn, wordsOnly)));
} else {
  const named = (of: readonly number[], names: readonly string[]) =>
    Object.fromEntries([...names, 'constant'].map((name, i) => [name, Number((of[i] ?? 0).toFixed(4))]));
  const columns = namesOf.together;
  const weightsFor = (wordsOnly: boolean) => {
    const { alone, together: then } = fitted(
      learnOf(casesOf(wordsOnly, [...files, ...alreadyRead])),
      wordsOnly,
    );
    const { related, opposite } = then;
    const regressions = {
      alone: { related: named(alone.related, namesOf.alone), opposite: named(alone.opposite, namesOf.alone) },
      together: {
        ...('trees' in related ? {} : { related: named(related, columns) }),
        opposite: named(opposite, columns),
      },
    };
    return { regressions, trees: 'trees' in related ? { columns: namesOf.trees, ...related } : undefined };
  };
  const fileOf = (name: string) =>
    new URL(`../src/handlers/decisions/domain/likeness/${name}`, import.meta.url);
  const write = (name: string, of: unknown, indent: number) =>
    writeFileSync(fileOf(name), `${JSON.stringify(of, null, indent)}\n`);
  const kept = flags.includes('--keep-words')
    ? (JSON.parse(readFileSync(fileOf('weights.json'), 'utf8')) as { words: unknown }).words
    : undefined;
  const [meaning, words] = [weightsFor(false), kept ?? weightsFor(true).regressions];
  write('weights.json', { meaning: meaning.regressions, words }, 2);
  write('trees.json', meaning.trees, 0);
}
