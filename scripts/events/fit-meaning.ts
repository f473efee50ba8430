/**
 * Fits how the meaning of undecided sentences changes their scores, and writes it to `meaning.json`. Deterministic.
 *
 *     npx tsx scripts/events/fit-meaning.ts test/corpora/events/development [another folder …] [--vectors=path] [--write]
 *
 * It takes ten minutes of a core, half of them for the vectors of all sentences, which `--vectors` keeps for the next time. The threshold
 * and the calibration come from cross-validation by publisher, in which neither the scores nor what changes them know the fold.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extractOffline } from '../../src/handlers/events/extraction/offline/index.ts';
import { fitted as shipped } from '../../src/handlers/events/extraction/offline/scoring/fitted.ts';
import { type Fitted, scorerOf } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import { type Refined, readTextOf } from '../../src/handlers/events/extraction/offline/scoring/meaning.ts';
import { type Pair, pairUp } from '../../test/support/event-sets/match.ts';
import { measure, reliability } from '../../test/support/event-sets/metrics.ts';
import { asLabelled, readSet, sourceOf } from '../../test/support/event-sets/read.ts';
import { labelled } from '../../test/support/events.ts';
import { calibrate } from './calibrate.ts';
import { classes, foldsOf, type Prepared, prepare, targetOf } from './examples.ts';
import { moreWeight, settings, vagueWeight } from './models.ts';
import { refinedOf, type Scored } from './refine.ts';
import { vectorsOf } from './vectors.ts';
import { type Named, weigh } from './weigh.ts';

const options = process.argv.slice(2);
const folders = options.filter((option) => !option.startsWith('-'));
const kept = options.find((option) => option.startsWith('--vectors='))?.slice('--vectors='.length);
const thresholds = [0.18, 0.2, 0.22, 0.24];

const say = (line: string) => process.stdout.write(`${line}\n`);
const documents = folders.flatMap(readSet).map(prepare);
const more = (['development', 'other-kinds'] as const).flatMap(labelled).map(asLabelled).map(prepare);
const meanings = await vectorsOf(
  documents.flatMap(({ candidates }) => candidates.map(({ unit }) => readTextOf(unit))),
  kept,
);

/** What the candidates of a document teach of what is an event. */
const examplesOf = ({ candidates, labels, publisher }: Prepared): Named[] =>
  candidates.map(({ features }, at) => ({
    features,
    target: targetOf(labels[at] ?? [], settings.share),
    weight: labels[at] === undefined ? vagueWeight : 1,
    publisher,
  }));
const known = new Map(documents.map((document) => [document, examplesOf(document)]));
const further = more.flatMap((document) =>
  examplesOf(document).flatMap((example, at) =>
    document.labels[at] === undefined ? [] : [{ ...example, weight: moreWeight }],
  ),
);

const groups = foldsOf(documents, 6);
/** What is an event by features, fitted without some folds. Who and when are the same with and without the meaning. */
const fittedWithout = (...left: readonly Prepared[][]): Fitted => {
  const rest = groups.flatMap((group) => (left.includes(group) ? [] : group));
  const examples = [...rest.flatMap((one) => known.get(one) ?? []), ...further];
  return { ...shipped, events: weigh(examples, classes, settings.events) };
};
const scoredBy = ({ events }: Fitted, group: readonly Prepared[]): Scored[] => {
  const scorer = scorerOf(events);
  return group.flatMap((one) =>
    (known.get(one) ?? []).flatMap(({ features, target, weight }, at): Scored[] => {
      const unit = one.candidates[at]?.unit;
      const vector = unit && meanings.get(readTextOf(unit));
      return vector === undefined ? [] : [{ scores: scorer(features), vector, target, weight }];
    }),
  );
};

/** What the meaning changes in a fold is learnt from scores that know nothing of this fold either. */
type Fold = { held: Prepared[]; fitted: Fitted; others: Scored[]; scored: Scored[] };
const folds = groups.map((held): Fold => {
  const fitted = fittedWithout(held);
  return { held, fitted, others: [], scored: scoredBy(fitted, held) };
});
for (const [at, one] of folds.entries())
  for (const other of folds.slice(at + 1)) {
    const without = fittedWithout(one.held, other.held);
    one.others.push(...scoredBy(without, other.held));
    other.others.push(...scoredBy(without, one.held));
    say('two folds left out');
  }

const uncalibrated: Fitted['calibration'] = [
  [0, 0],
  [1, 1],
];
const apart = folds.map(({ others }) => refinedOf(others));
/** The vectors that the extraction asks for, and no others. */
function askedIn({ held, fitted }: Fold): Map<Prepared, Map<string, Float32Array>> {
  return new Map(
    held.map((one) => {
      const { undecided = [] } = extractOffline(sourceOf(one.document), fitted);
      return [one, new Map([...meanings].filter(([text]) => undecided.includes(text)))];
    }),
  );
}
const asked = folds.map(askedIn);
const pairsWith = (read: boolean, event: number, calibration: Fitted['calibration']): Pair[] =>
  folds.flatMap(({ held, fitted }, at) =>
    held.flatMap((one) => {
      const source = sourceOf(one.document);
      const refined: Refined = { ...(apart[at] as (typeof apart)[number]), event, calibration };
      const given = read ? { ...source, meanings: asked[at]?.get(one) ?? new Map() } : source;
      return pairUp(one.document, extractOffline(given, fitted, refined).events);
    }),
  );

const line = (name: string, pairs: Pair[]) => {
  const { precision, recall, f1, mainF1 } = measure(pairs);
  const figures = [precision, recall, f1, mainF1].map((value) => value.toFixed(3));
  say(`${name.padEnd(16)} P ${figures[0]} R ${figures[1]} F1 ${figures[2]} main ${figures[3]}`);
};
line('features alone', pairsWith(false, 0, []));
let event = 0;
let most = 0;
for (const threshold of thresholds) {
  const pairs = pairsWith(true, threshold, uncalibrated);
  line(`meaning, ${threshold}`, pairs);
  const { f1 } = measure(pairs);
  if (f1 > most) [event, most] = [threshold, f1];
}
const calibration = calibrate(pairsWith(true, event, uncalibrated));
const final = pairsWith(true, event, calibration);
line('all', final);
for (const name of new Set(final.map(({ label, found }) => (label ?? found)?.category ?? '')))
  line(
    name,
    final.filter(({ label, found }) => (label ?? found)?.category === name),
  );
say(`calibration error ${reliability(final).error.toFixed(3)}`);
const sentences = documents.reduce((sum, { candidates }) => sum + candidates.length, 0);
const askedFor = asked.reduce(
  (sum, fold) => sum + [...fold.values()].reduce((all, { size }) => all + size, 0),
  0,
);
say(`${askedFor} of ${sentences} sentences are read for their meaning`);

if (options.includes('--write')) {
  const refined: Refined = { ...refinedOf(folds.flatMap(({ scored }) => scored)), event, calibration };
  const target = new URL(
    '../../src/handlers/events/extraction/offline/scoring/meaning.json',
    import.meta.url,
  );
  writeFileSync(target, `${JSON.stringify(refined)}\n`);
  say(`wrote ${fileURLToPath(target)}`);
}
