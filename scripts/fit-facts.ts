/**
 * Fits the weights of the tagger of facts and writes them beside it:
 *
 *     npx tsx scripts/fit-facts.ts problems.jsonl [more.jsonl] [--check]
 *
 * Each line has a `text` and its `facts`, exact parts of it, and may have `rules`: what the rules found before anybody had
 * read the problem with them in mind, so that their word is not trusted too much. `--check` writes nothing and prints how
 * well each file's problems are read by weights fitted to the other files. The same files give the same weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { judgeFacts } from '../bench/facts.ts';
import type { Fact } from '../src/handlers/reasoning/domain/intent/facts/kinds.ts';
import {
  begin,
  gaps,
  inside,
  likelihoods,
  outside,
  stepAt,
  tags,
} from '../src/handlers/reasoning/domain/intent/facts/tagger/chain.ts';
import { featuresOf } from '../src/handlers/reasoning/domain/intent/facts/tagger/features.ts';
import { joinedFacts } from '../src/handlers/reasoning/domain/intent/facts/tagger/spans.ts';
import { type Piece, split } from '../src/handlers/reasoning/domain/intent/facts/tagger/split.ts';
import type { Model } from '../src/handlers/reasoning/domain/intent/facts/tagger/tag.ts';
import { factsByRules } from '../src/handlers/reasoning/domain/intent/facts.ts';

type Problem = { text: string; facts: string[]; rules?: Fact[] };
type Example = Required<Problem> & { file: string; pieces: Piece[]; names: string[][]; wanted: number[] };

const rounds = 18;
const step = 0.2;
/** How strongly weights are held to 0. */
const hold = 25;
/** A feature in fewer pieces is left out, and so are all but the most telling ones. */
const leastPieces = 2;
const mostFeatures = 5000;

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const examples = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Example => {
      const { text, facts, rules = factsByRules(text) }: Problem = JSON.parse(line);
      const pieces = split(text);
      const names = featuresOf(pieces, text, rules);
      return { file, text, facts, rules, pieces, names, wanted: tagsOf(text, facts, pieces) };
    }),
);

/** The tag of each piece: every place where a fact stands by itself, or else the first place. */
function tagsOf(text: string, facts: readonly string[], pieces: readonly Piece[]): number[] {
  const wanted = pieces.map((): number => outside);
  for (const fact of [...facts].sort((a, b) => b.length - a.length)) {
    const places: number[] = [];
    for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1)) places.push(at);
    const isWord = (character = ' ') => /[\p{L}\p{N}]/u.test(character);
    const alone = places.filter((at) => !isWord(text[at - 1]) && !isWord(text[at + fact.length]));
    for (const at of alone.length > 0 ? alone : places.slice(0, 1)) {
      const within = pieces.flatMap(({ start, end }, i) => (start < at + fact.length && end > at ? [i] : []));
      if (within.some((i) => wanted[i] !== outside)) continue;
      for (const [n, i] of within.entries()) wanted[i] = n === 0 ? begin : inside;
    }
  }
  return wanted;
}

/** Numbers from 0 to 1, the same every time. */
function chance(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
}

type Fitted = { names: Map<string, number>; weights: Float64Array; steps: Float64Array };

/** By gradient descent with a step for each weight (Duchi et al., 2011), problem by problem. */
function fitTo(on: readonly Example[], names: Map<string, number>): Fitted {
  const random = chance();
  const weights = new Float64Array(names.size * tags);
  const steps = new Float64Array(gaps.length * tags * tags);
  const squares = new Map<Float64Array, Float64Array>();
  for (const values of [weights, steps]) squares.set(values, new Float64Array(values.length));
  const change = (values: Float64Array, i: number, error: number) => {
    if (Math.abs(error) < 1e-4) return;
    const slope = error + (hold / on.length) * (values[i] ?? 0);
    const all = squares.get(values) as Float64Array;
    all[i] = (all[i] ?? 0) + slope * slope;
    values[i] = (values[i] ?? 0) - (step * slope) / Math.sqrt((all[i] ?? 0) + 1e-6);
  };
  const order = on.map((example) => ({
    ...example,
    at: example.names.map((own) => own.flatMap((name) => names.get(name) ?? [])),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as (typeof order)[0], order[i] as (typeof order)[0]];
    }
    for (const { at, pieces, wanted } of order) {
      const scores = new Float64Array(pieces.length * tags);
      for (const [i, own] of at.entries())
        for (const feature of own)
          for (let k = 0; k < tags; k += 1)
            scores[i * tags + k] = (scores[i * tags + k] ?? 0) + (weights[feature * tags + k] ?? 0);
      const { single, pair } = likelihoods({ scores, gaps: pieces.map(({ gap }) => gap), steps });
      for (const [i, own] of at.entries())
        for (let k = 0; k < tags; k += 1) {
          const error = (single[i * tags + k] ?? 0) - (wanted[i] === k ? 1 : 0);
          for (const feature of own) change(weights, feature * tags + k, error);
          if (i === 0) continue;
          for (let from = 0; from < tags; from += 1)
            change(
              steps,
              stepAt(pieces[i]?.gap ?? '', from, k),
              (pair[(i * tags + from) * tags + k] ?? 0) - (wanted[i - 1] === from && wanted[i] === k ? 1 : 0),
            );
        }
    }
  }
  return { names, weights, steps };
}

const numbered = (names: readonly string[]) => new Map(names.map((name, i) => [name, i]));

/** Fits all features, then the most telling ones again. */
function fitTelling(on: readonly Example[]): Fitted {
  const counts = new Map<string, number>();
  for (const name of on.flatMap(({ names }) => names.flat())) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = fitTo(
    on,
    numbered([...counts].flatMap(([name, n]) => (n >= leastPieces ? [name] : [])).sort()),
  );
  const tells = (name: string, i: number) =>
    Math.sqrt(counts.get(name) ?? 0) *
    Math.max(...all.weights.subarray(i * tags, (i + 1) * tags).map(Math.abs));
  const kept = [...all.names]
    .map(([name, i]) => ({ name, tells: tells(name, i) }))
    .sort((a, b) => b.tells - a.tells || (a.name < b.name ? -1 : 1))
    .slice(0, mostFeatures)
    .map(({ name }) => name);
  return fitTo(on, numbered(kept.sort()));
}

/** Only what beginning or going on with a fact scores beside being outside counts. */
function modelOf({ names, weights, steps }: Fitted): Model {
  const beside = (i: number, tag: number) =>
    Math.round(((weights[i * tags + tag] ?? 0) - (weights[i * tags + outside] ?? 0)) * 100);
  return {
    steps: steps.map((value) => Math.round(value * 1000) / 1000),
    weights: new Map([...names].map(([name, i]) => [name, [beside(i, begin), beside(i, inside)]])),
  };
}

if (process.argv.includes('--check')) {
  const judged = files.flatMap((file) => {
    const model = modelOf(fitTelling(examples.filter((example) => example.file !== file)));
    const rows = examples
      .filter((example) => example.file === file)
      .map(({ text, facts, rules }) => ({
        text,
        facts,
        found: joinedFacts(text, rules, model).map((fact) => fact.text),
        ruled: rules.map((fact) => fact.text),
      }));
    process.stdout.write(`${file}: ${JSON.stringify(judgeFacts(rows))}\n`);
    return rows;
  });
  process.stdout.write(`all: ${JSON.stringify(judgeFacts(judged))}\n`);
  process.stdout.write(
    `rules alone: ${JSON.stringify(judgeFacts(judged.map((row) => ({ ...row, found: row.ruled }))))}\n`,
  );
} else {
  const { steps, weights } = modelOf(fitTelling(examples));
  writeFileSync(
    new URL('../src/handlers/reasoning/domain/intent/facts/tagger/weights.json', import.meta.url),
    `${JSON.stringify({ steps: [...steps], weights: [...weights].map(([name, [first, second]]) => `${first} ${second} ${name}`) }, null, 1)}\n`,
  );
}
