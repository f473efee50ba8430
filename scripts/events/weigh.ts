import type { Linear } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import { type Choice, type Example, fitChoices, fitLogistic } from './logistic.ts';

/** An example by the names of its features. */
export type Named = { features: readonly string[]; target: Float64Array; weight: number; publisher: string };

/** A choice among options by the names of their features. */
export type NamedChoice = {
  options: readonly (readonly string[])[];
  target: Float64Array;
  weight: number;
  publisher: string;
  document: string;
};

export type Expected = readonly [feature: string, name: string, weight: number];

export type Options = {
  /** L2 penalty of a feature's weight. */
  penalty: number;
  /** Least number of examples and of publishers that have a feature. */
  least: number;
  publishers: number;
  /** Penalties of features by the start of their name, times the penalty. */
  /** Weights that are expected before any example is seen. */
  prior?: readonly Expected[];
  heavier?: readonly [prefix: string, factor: number][];
  /**
   * The features of options that may weigh otherwise in each document, and the penalty of that: what all choices of a document have
   * in common then teaches little of what tells them apart. These weights are left out of the file.
   */
  own?: { features: RegExp; penalty: number };
};

/** Smaller weights change no decision, and the file has hundreds of them. */
const smallest = 0.06;

/** Fits weights to examples; features that few publishers share are left out, for they tell who wrote, not what. */
export function weigh(examples: readonly Named[], classes: readonly string[], options: Options): Linear {
  const names = namesOf(examples, options);
  const numbers = new Map(names.map((name, at) => [name, at]));
  // One class less for a single probability: the other is its complement.
  const two = classes.length === 1;
  const columns = two ? 2 : classes.length;
  const penalties = penaltiesOf(names, options);
  const sparse: Example[] = examples.map(({ features, target, weight }) => ({
    features: Int32Array.from(features.flatMap((name) => numbers.get(name) ?? [])),
    target: two ? Float64Array.from([target[0] ?? 0, 1 - (target[0] ?? 0)]) : target,
    weight,
  }));
  const prior = new Float64Array(names.length * columns);
  for (const [name, expected, weight] of options.prior ?? []) {
    const [row, column] = [numbers.get(name), classes.indexOf(expected)];
    if (row !== undefined && column !== -1) prior[row * columns + column] = weight;
  }
  const fitted = fitLogistic(sparse, names.length, columns, penalties, prior);
  const weights: Record<string, number[]> = {};
  names.forEach((name, at) => {
    const row = Array.from(fitted.subarray(at * columns, at * columns + columns));
    const kept = (two ? [(row[0] ?? 0) - (row[1] ?? 0)] : row).map((value) => Math.round(value * 100) / 100);
    if (kept.some((value) => Math.abs(value) >= smallest)) weights[name] = kept;
  });
  return { classes, weights };
}

const penaltiesOf = (names: readonly string[], { penalty, heavier }: Options): Float64Array =>
  Float64Array.from(
    names,
    (name) => penalty * (heavier?.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 1),
  );

/** The features that enough examples of enough publishers have, and those of which something is expected. */
function namesOf(examples: readonly Pick<Named, 'features' | 'publisher'>[], options: Options): string[] {
  const counts = new Map<string, { count: number; publishers: Set<string> }>();
  for (const { features, publisher } of examples)
    for (const name of features) {
      const seen = counts.get(name) ?? { count: 0, publishers: new Set() };
      seen.count += 1;
      seen.publishers.add(publisher);
      counts.set(name, seen);
    }
  return [...counts]
    .filter(([, { count, publishers }]) => count >= options.least && publishers.size >= options.publishers)
    .map(([name]) => name)
    .concat((options.prior ?? []).map(([name]) => name))
    .filter((name, at, all) => all.indexOf(name) === at)
    .sort();
}

/** Fits weights to choices among options. */
export function weighChoices(choices: readonly NamedChoice[], name: string, options: Options): Linear {
  const names = namesOf(
    choices.flatMap(({ options: all, publisher }) => all.map((features) => ({ features, publisher }))),
    options,
  );
  const numbers = new Map(names.map((each, at) => [each, at]));
  const { own } = options;
  const ownNumber = (document: string, feature: string): number => {
    const key = `${document} ${feature}`;
    const at = numbers.get(key) ?? numbers.size;
    numbers.set(key, at);
    return at;
  };
  const sparse: Choice[] = choices.map(({ options: all, target, weight, document }) => ({
    options: all.map((features) =>
      Int32Array.from([
        ...features.flatMap((each) => numbers.get(each) ?? []),
        ...features.filter((each) => own?.features.test(each)).map((each) => ownNumber(document, each)),
      ]),
    ),
    target,
    weight,
  }));
  const penalties = new Float64Array(numbers.size).fill(own?.penalty ?? 0);
  penalties.set(penaltiesOf(names, options));
  const prior = new Float64Array(numbers.size);
  for (const [feature, , weight] of options.prior ?? []) {
    const at = numbers.get(feature);
    if (at !== undefined) prior[at] = weight;
  }
  const fitted = fitChoices(sparse, numbers.size, penalties, prior);
  const weights: Record<string, number[]> = {};
  names.forEach((each, at) => {
    const value = Math.round((fitted[at] ?? 0) * 100) / 100;
    if (value !== 0) weights[each] = [value];
  });
  return { classes: [name], weights };
}
