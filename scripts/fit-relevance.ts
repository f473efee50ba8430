/**
 * Fits the weights of `gather_context`'s model of relevance and writes them beside it:
 *
 *     npx tsx bench/gather-context.ts <folder> --candidates=one.jsonl   (for each lake of judged problems)
 *     npx tsx scripts/fit-relevance.ts one.jsonl two.jsonl … [--small] [--check]
 *
 * With `--small`, the weights for lakes with few texts, fitted to small lakes drawn from these; the others stay as they are.
 * `--check` writes nothing and prints what each lake's problems find by weights that were fitted to the other lakes. The
 * second stage learns from what the first one says of problems of other lakes. The same files give the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  compareTexts,
  groupFeatures,
  groupNames,
  type Meant,
  ownNames,
} from '../src/handlers/reasoning/domain/relevance/features.ts';
import { firstLook, secondLook } from '../src/handlers/reasoning/domain/relevance/stages.ts';
import { fitLinear } from './logistic-linear.ts';
import { chance, smallLakes } from './small-lakes.ts';

type Text = Meant & { id: string };
type Problem = {
  id: string;
  problem: string;
  relevant: string[];
  acceptable: string[];
  /** The meaning of the problem. */
  vector: Float32Array;
  texts: Text[];
};
type Case = Problem & {
  lake: string;
  compared: ReturnType<typeof compareTexts>;
  /** 1: relevant, 0: not, undefined: doubtful. */
  wanted: (number | undefined)[];
};

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const check = process.argv.includes('--check');
const hold = Number(process.argv.find((one) => one.startsWith('--hold='))?.split('=')[1] ?? 3);
const print = (line: string) => process.stdout.write(`${line}\n`);

const onSmall = process.argv.includes('--small');

const problemsIn = (lake: string): Problem[] =>
  readFileSync(lake, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const read: Problem = JSON.parse(line);
      const texts = read.texts.map((text) => ({ ...text, vector: Float32Array.from(text.vector) }));
      return { ...read, vector: Float32Array.from(read.vector ?? []), texts };
    });

function caseOf(lake: string, problem: Problem): Case {
  const wanted = problem.texts.map(({ id }) =>
    problem.acceptable.includes(id) ? undefined : problem.relevant.includes(id) ? 1 : 0,
  );
  return { ...problem, lake, wanted, compared: compareTexts(problem.problem, problem.texts) };
}

const cases: Case[] = files.flatMap((lake) => {
  const problems = problemsIn(lake);
  if (!onSmall) return problems.map((problem) => caseOf(lake, problem));
  const all = [...new Map(problems.flatMap(({ texts }) => texts).map((text) => [text.id, text])).values()];
  const random = chance(11);
  return problems.flatMap((problem) =>
    smallLakes(problem, all, random).map((texts) => {
      const relevant = problem.relevant.filter((id) => texts.some((text) => text.id === id));
      return caseOf(lake, { ...problem, relevant, texts });
    }),
  );
});

/** Some lakes know the project of everything, others of some kinds only, or of nothing: weights must do for all of these. */
const knowing = [
  (one: Text) => one,
  (one: Text) => (['decision', 'artifact'].includes(one.kind) ? { ...one, project: null } : one),
];

type Row = { features: number[]; wanted: number };

function ownRows(of: readonly Case[]): Row[] {
  return of.flatMap(({ compared, wanted }) => {
    const likely = firstLook(compared, compared.own[0]?.map(() => 0) ?? []);
    return compared.own.flatMap((features, i) => {
      const target = wanted[i];
      return target === undefined || likely[i] === 0 ? [] : [{ features, wanted: target }];
    });
  });
}

function groupRows(of: readonly Case[], own: readonly number[]): Row[] {
  return of.flatMap((one) =>
    knowing.flatMap((know) => {
      const features = groupFeatures(one.texts.map(know), one.compared, firstLook(one.compared, own));
      return [...features].flatMap(([i, beside]) => {
        const target = one.wanted[i];
        return target === undefined
          ? []
          : [{ features: [...beside, ...(one.compared.own[i] ?? [])], wanted: target }];
      });
    }),
  );
}

/** The problems that the lake knows something about; of large lakes, the others are for the check of the topic. */
const known = (of: readonly Case[]) => of.filter(({ relevant }) => onSmall || relevant.length > 0);

function weightsFor(of: readonly Case[]) {
  const learning = known(of);
  const own = fitLinear(ownRows(learning), hold);
  const lakes = [...new Set(learning.map(({ lake }) => lake))];
  const rows = lakes.flatMap((lake) => {
    const others = learning.filter((one) => one.lake !== lake);
    const weights = others.length === 0 ? own : fitLinear(ownRows(others), hold);
    return groupRows(
      learning.filter((one) => one.lake === lake),
      weights,
    );
  });
  return { own, group: fitLinear(rows, 2 * hold) };
}

type Weights = ReturnType<typeof weightsFor>;

function judge(one: Case, { own, group }: Weights, know: (text: Text) => Meant) {
  return secondLook(one.texts.map(know), one.compared, firstLook(one.compared, own), group);
}

if (check) {
  const lakes = [...new Set(cases.map(({ lake }) => lake))];
  for (const [at, know] of knowing.entries()) {
    const judged = lakes.flatMap((lake) => {
      const weights = weightsFor(cases.filter((one) => one.lake !== lake));
      return cases
        .filter((one) => one.lake === lake)
        .map((one) => ({ one, likely: judge(one, weights, know) }));
    });
    print(at === 0 ? 'all projects known' : 'projects of some kinds unknown');
    if (process.argv.includes('--show'))
      for (const { one, likely } of judged) {
        const best = Math.max(...one.texts.map(({ likeness }) => likeness));
        const words = Math.max(...one.compared.own.map((own) => own[3] ?? 0));
        const top = likely.toSorted((a, b) => b - a);
        const sum = likely.reduce((all, n) => all + n, 0);
        const likes = one.texts.map(({ likeness }) => likeness).toSorted((a, b) => b - a);
        print(
          `${one.relevant.length > 0 ? 'known  ' : 'unknown'} best ${best.toFixed(2)} second ${(likes[2] ?? 0).toFixed(2)} tail ${(likes[50] ?? 0).toFixed(2)} words ${words.toFixed(2)} likely ${top
            .slice(0, 4)
            .map((n) => n.toFixed(2))} sum ${sum.toFixed(1)} | ${one.problem.slice(0, 60)}`,
        );
      }
    for (let least = 0.25; least < 0.8; least += 0.05) {
      const count = { found: 0, right: 0, known: 0, quiet: 0 };
      const each: string[] = [];
      for (const lake of [...lakes, undefined]) {
        const sum = { found: 0, right: 0, known: 0, quiet: 0, unknown: 0 };
        for (const { one, likely } of judged.filter((j) => lake === undefined || j.one.lake === lake)) {
          const chosen = likely.flatMap((n, i) => (n >= least && one.wanted[i] !== undefined ? [i] : []));
          if (one.relevant.length === 0) {
            sum.quiet += chosen.length === 0 ? 1 : 0;
            sum.unknown += 1;
            continue;
          }
          sum.found += chosen.length;
          sum.right += chosen.filter((i) => one.wanted[i] === 1).length;
          sum.known += one.relevant.length;
        }
        each.push(
          `${(sum.right / Math.max(1, sum.found)).toFixed(2)} ${(sum.right / sum.known).toFixed(2)} quiet ${sum.quiet} of ${sum.unknown}`,
        );
        Object.assign(count, sum);
      }
      print(`from ${least.toFixed(2)}: ${each.join(' | ')}`);
    }
  }
} else {
  const { own, group } = weightsFor(cases);
  const named = (names: readonly string[], weights: readonly number[]) =>
    Object.fromEntries([...names, 'constant'].map((name, i) => [name, Number((weights[i] ?? 0).toFixed(4))]));
  const to = new URL('../src/handlers/reasoning/domain/relevance/weights.json', import.meta.url);
  const weights = { own: named(ownNames, own), group: named([...groupNames, ...ownNames], group) };
  const before: object = JSON.parse(readFileSync(to, 'utf8'));
  const written = onSmall ? { ...before, small: weights } : { ...before, ...weights };
  writeFileSync(to, `${JSON.stringify(written, null, 2)}\n`);
}
