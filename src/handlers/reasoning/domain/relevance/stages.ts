import { type Compared, groupFeatures, type Meant, mostRead, ownNames } from './features.ts';

/** The two looks at texts; each row of weights ends with a constant. */

const place = ownNames.indexOf('place');

/** How likely each text is to be related, by itself; 0 for those whose place is too low to be read. */
export const firstLook = ({ own }: Compared, weights: readonly number[]): number[] =>
  own.map((features) => ((features[place] ?? 0) < Math.log1p(mostRead) ? sigmoid(features, weights) : 0));

/** The same, beside the texts that are likely. */
export function secondLook(
  texts: readonly Meant[],
  compared: Compared,
  likely: readonly number[],
  weights: readonly number[],
): number[] {
  const features = groupFeatures(texts, compared, likely);
  return likely.map((_, i) => {
    const beside = features.get(i);
    return beside ? sigmoid([...beside, ...(compared.own[i] ?? [])], weights) : 0;
  });
}

export function sigmoid(features: readonly number[], weights: readonly number[]): number {
  const constant = weights[features.length] ?? 0;
  return 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), constant)));
}
