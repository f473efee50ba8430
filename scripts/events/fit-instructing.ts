/**
 * Fits what tells a text that instructs from a record of what happened, and writes it to `instructing.json`. Deterministic.
 *
 *     npx tsx scripts/events/fit-instructing.ts [--write]
 *
 * `test/corpora/events/development` has records, `test/corpora/events/instructions` texts that instruct. It prints what the weights
 * of other publishers say of each part.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Instructing,
  instructs,
  sharesOf,
} from '../../src/handlers/events/extraction/offline/scoring/instructing.ts';
import { sigmoid } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import { readSet } from '../../test/support/event-sets/read.ts';
import { foldsOf, type Prepared, prepare } from './examples.ts';
import { minimise } from './logistic.ts';

const corpora = fileURLToPath(new URL('../../test/corpora/events/', import.meta.url));
const target = fileURLToPath(
  new URL('../../src/handlers/events/extraction/offline/scoring/instructing.json', import.meta.url),
);
/** Least number of documents that have a feature, and least spread of its share: rarer ones tell who wrote. */
const leastDocuments = 8;
const leastSpread = 0.02;
const penalty = 10;

type Known = { prepared: Prepared; shares: ReadonlyMap<string, number>; is: number };
const knownOf = (folder: string, is: number): Known[] =>
  readSet(corpora + folder)
    .map(prepare)
    .filter(({ candidates }) => candidates.length > 0)
    .map((prepared) => ({ prepared, shares: sharesOf(prepared.candidates), is }));
const known = [...knownOf('development', 0), ...knownOf('instructions', 1)];

function weighed(documents: readonly Known[]): Instructing {
  const counts = new Map<string, number>();
  for (const { shares } of documents)
    for (const name of shares.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].filter((name) => (counts.get(name) ?? 0) >= leastDocuments).sort();
  const spreads = names.map((name) => {
    const values = documents.map(({ shares }) => shares.get(name) ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.max(
      leastSpread,
      Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length),
    );
  });
  const rows = documents.map(({ shares, is }) => ({
    values: names.map((name, at) => (shares.get(name) ?? 0) / (spreads[at] ?? 1)),
    is,
  }));
  const lossAt = (w: Float64Array, into: Float64Array): number => {
    into.fill(0);
    let loss = 0;
    for (const { values, is } of rows) {
      const score = values.reduce((sum, value, at) => sum + value * (w[at + 1] ?? 0), w[0] ?? 0);
      const said = sigmoid(score);
      loss += Math.log(1 + Math.exp(-Math.abs(score))) + Math.max(0, is === 1 ? -score : score);
      into[0] = (into[0] ?? 0) + said - is;
      values.forEach((value, at) => {
        into[at + 1] = (into[at + 1] ?? 0) + (said - is) * value;
      });
    }
    for (let at = 1; at < w.length; at += 1) {
      const value = w[at] ?? 0;
      loss += 0.5 * penalty * value * value;
      into[at] = (into[at] ?? 0) + penalty * value;
    }
    return loss;
  };
  const fitted = minimise(lossAt, new Float64Array(names.length + 1), 200);
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    bias: rounded(fitted[0] ?? 0),
    weights: Object.fromEntries(
      names.map((name, at) => [name, rounded((fitted[at + 1] ?? 0) / (spreads[at] ?? 1))]),
    ),
  };
}

const groups = foldsOf(
  known.map(({ prepared }) => prepared),
  8,
);
const told: { one: Known; likely: number }[] = [];
for (const group of groups) {
  const fitted = weighed(known.filter(({ prepared }) => !group.includes(prepared)));
  for (const one of known.filter(({ prepared }) => group.includes(prepared)))
    told.push({ one, likely: instructs(one.prepared.candidates, fitted) });
}
for (const least of [0.5, 0.8]) {
  const count = (is: number) => {
    const part = told.filter(({ one }) => one.is === is);
    return `${part.filter(({ likely }) => likely >= least).length} of ${part.length}`;
  };
  process.stdout.write(`at ${least} or more: ${count(1)} texts that instruct, ${count(0)} records\n`);
}
if (process.argv.includes('--write')) writeFileSync(target, `${JSON.stringify(weighed(known))}\n`);
for (const { one, likely } of told)
  if ((one.is === 0) === likely >= 0.5)
    process.stdout.write(
      `  ${one.is === 0 ? 'a record' : 'instructs'}, said ${likely.toFixed(2)}: ${one.prepared.document.id}\n`,
    );
