import type { Fact } from '../kinds.ts';
import { begin, bestTags, type Chain, inside, likelihoods, outside, tags } from './chain.ts';
import { featuresOf } from './features.ts';
import { type Piece, split } from './split.ts';
import fitted from './weights.json' with { type: 'json' };

/** Finds facts by a fitted model of what pieces and their neighbours look like; `scripts/fit-facts.ts` fits the weights. */

/** Weights in hundredths, those for beginning and for going on with a fact. */
export type Weights = ReadonlyMap<string, readonly [number, number]>;
export type Model = { weights: Weights; steps: Float64Array };

export type Tagged = {
  pieces: Piece[];
  /** How likely each piece belongs to a fact. */
  likely: number[];
  /** Where facts begin and end in the text. */
  runs: [number, number][];
};

/** How much speaks for facts beside what the weights say, carefully, so that few are lost, and so that long ones are whole. */
const costsOfOutside = [1.4, 2.8, 4.5];
/** A fact is as likely as this on average, and plain words and others at its ends as this. */
const leastOfRun = 0.02;
const leastOfEnd = 0.02;
const leastOfPlainEnd = 0.1;
/** A sign between clauses is a part of a fact that is as likely as this. */
const leastOfSign = 0.05;

let read: Model | undefined;
/** The weights are read when they are first used. */
const model = (): Model =>
  (read ??= {
    steps: Float64Array.from(fitted.steps),
    weights: new Map(
      fitted.weights.map((line) => {
        const [first = '', second = ''] = line.split(' ', 2);
        return [line.slice(first.length + second.length + 2), [Number(first), Number(second)]] as const;
      }),
    ),
  });

/** @param facts what rules find in the text. */
export function tag(text: string, facts: readonly Fact[], { weights, steps } = model()): Tagged {
  const pieces = split(text);
  const scores = new Float64Array(pieces.length * tags);
  for (const [i, names] of featuresOf(pieces, text, facts).entries())
    for (const name of names) {
      const pair = weights.get(name);
      if (!pair) continue;
      scores[i * tags + begin] = (scores[i * tags + begin] ?? 0) + pair[0] / 100;
      scores[i * tags + inside] = (scores[i * tags + inside] ?? 0) + pair[1] / 100;
    }
  const chain: Chain = { scores, gaps: pieces.map(({ gap }) => gap), steps };
  const { single } = likelihoods(chain);
  const likely = pieces.map((_, i) => 1 - (single[i * tags + outside] ?? 1));
  const runs = costsOfOutside
    .flatMap((cost) => runsOf(bestTags(chain, cost)))
    .flatMap(([from, to]) => partsOf(pieces, likely, from, to))
    .map(([from, to]) => trimmed(pieces, likely, from, to));
  return {
    pieces,
    likely,
    runs: runs
      .filter(([from, to]) => mean(likely.slice(from, to)) >= leastOfRun)
      .map(([from, to]) => [pieces[from]?.start ?? 0, pieces[to - 1]?.end ?? 0]),
  };
}

/** The geometric mean: one unlikely stretch makes a whole unlikely. */
const mean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value + 1e-4), 0) / Math.max(1, values.length));

/** The parts of a run between unlikely signs that end a clause. */
function partsOf(pieces: readonly Piece[], likely: readonly number[], from: number, to: number) {
  const parts: [number, number][] = [];
  let first = from;
  for (let i = from; i < to; i += 1) {
    const parting = /^[;.!?]$/.test(pieces[i]?.text ?? '') && pieces[i + 1]?.gap !== '';
    if (!parting || (likely[i] ?? 0) >= leastOfSign) continue;
    if (i > first) parts.push([first, i]);
    first = i + 1;
  }
  if (to > first) parts.push([first, to]);
  return parts;
}

/** Without what is unlikely at both ends. */
function trimmed(
  pieces: readonly Piece[],
  likely: readonly number[],
  from: number,
  to: number,
): [number, number] {
  let [first, end] = [from, to];
  const isBeside = (i: number) =>
    (likely[i] ?? 0) < (/^\p{Ll}+$/u.test(pieces[i]?.text ?? '') ? leastOfPlainEnd : leastOfEnd);
  while (end > first + 1 && isBeside(end - 1)) end -= 1;
  while (first < end - 1 && isBeside(first)) first += 1;
  return [first, end];
}

/** The first piece of each fact, and the one behind it. */
function runsOf(found: Uint8Array): [number, number][] {
  const runs: [number, number][] = [];
  for (const [i, one] of found.entries()) {
    const last = runs.at(-1);
    if (one === begin) runs.push([i, i + 1]);
    else if (one === inside && last) last[1] = i + 1;
  }
  return runs;
}
