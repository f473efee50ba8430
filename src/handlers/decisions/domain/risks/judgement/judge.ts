import { type Area, areas } from '../pack/rule.ts';
import type { Found } from '../polarity.ts';
import { tokensOf } from '../tokens.ts';
import { type Signs, signsOf } from './signs.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * Whether a statement is a danger, by weights fitted to the statements in test/corpora/decisions
 * (`npx tsx scripts/fit-dangers.ts`). The score is a logarithm of odds.
 */
export type Judgement = {
  score: number;
  /** The area of dangers that it speaks of; of safeguards in general where none stands out. */
  area: Area;
  /** What weighed most for a danger, as it stands in the statement. */
  telling: string[];
};

/**
 * Scores from which a statement is a danger, chosen with the weights for the best F1: `least` where a case of the pack
 * describes it, `leastAlone` where none does. With the meaning of a statement, a share of its danger is added to the score.
 */
export const thresholds = fitted.thresholds;

type Weights = ReadonlyMap<string, number>;
let weights: Weights | undefined;
let areaWeights: ReadonlyMap<Area, Weights> | undefined;

/** Names by their weight, as the file has them. */
const unpacked = (packed: Record<string, string>): Weights =>
  new Map(
    Object.entries(packed).flatMap(([weight, names]) =>
      names.split('\t').map((name) => [name, Number(weight)] as const),
    ),
  );

export function judge(text: string, cues: readonly Found[], rules: readonly string[]): Judgement {
  weights ??= unpacked(fitted.weights);
  const signs = signsOf(text, cues, rules);
  return {
    score: scoreOf(signs, weights, fitted.constant),
    area: areaOf(signs),
    telling: tellingOf(text, signs, weights),
  };
}

const scoreOf = (signs: Signs, by: Weights, constant: number): number =>
  [...signs].reduce((sum, [name, value]) => sum + value * (by.get(name) ?? 0), constant);

function areaOf(signs: Signs): Area {
  areaWeights ??= new Map(areas.map((area) => [area, unpacked(fitted.areas[area].weights)]));
  const [first] = areas
    .map((area) => ({
      area,
      score: scoreOf(signs, areaWeights?.get(area) ?? new Map(), fitted.areas[area].constant),
    }))
    .toSorted((a, b) => b.score - a.score);
  return first && first.score > 0 ? first.area : 'safeguards';
}

const most = 3;
const telling = 0.03;
/** No articles and prepositions. */
const meant = /^(?:\S{4,}|(?:\S{4,}|no|not|all|any|off|let) \S{4,})$/u;

/** Words and pairs of words that speak for a danger, as they stand in the statement; a pair says more than its words. */
function tellingOf(text: string, signs: Signs, by: Weights): string[] {
  const tokens = tokensOf(text);
  const weigh = (name: string) => (signs.get(name) ?? 0) * (by.get(name) ?? 0);
  const said = tokens
    .flatMap((token, i) => {
      const next = tokens[i + 1];
      const alone = { at: i, to: i, words: token.raw, weight: weigh(`u:${token.stem}`) };
      if (token.mark || !next || next.mark) return token.mark ? [] : [alone];
      const both = alone.weight + weigh(`u:${next.stem}`) + weigh(`b:${token.stem} ${next.stem}`);
      return [alone, { at: i, to: i + 1, words: `${token.raw} ${next.raw}`, weight: both }];
    })
    .filter(({ words, weight }) => weight >= telling && meant.test(words))
    .toSorted((a, b) => b.weight - a.weight);
  const chosen: typeof said = [];
  for (const one of said)
    if (chosen.length < most && chosen.every(({ at, to }) => one.to < at || one.at > to)) chosen.push(one);
  return chosen.toSorted((a, b) => a.at - b.at).map(({ words }) => words);
}
