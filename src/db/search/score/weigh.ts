import type { DocValues } from '../index/doc-values.ts';
import type { AskedWord } from './asked-word.ts';
import { rarity, weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/**
 * The weight of a word's occurrence in a text and in a speaker's label, its coverage weight, and the share of uses as a
 * name.
 */
export type WordWeight = { body: number; label: number; coverage: number; share: number };

/** The weights of a query's words. */
export class WordWeights {
  readonly each: WordWeight[];
  /** The sum of coverage weights when every word occurs. */
  allWords = 0;
  /** The share of a speaker's name, if there is one. */
  speakerShare = 0;

  constructor(words: readonly AskedWord[], documents: DocValues, auto: boolean) {
    const count = Math.max(1, documents.count);
    this.each = words.map((word) => weigh(word, count, auto));
    for (const { coverage, share } of this.each) {
      this.allWords += coverage;
      if (share > w.nameShare) this.speakerShare = Math.max(this.speakerShare, share);
    }
  }
}

function weigh({ lists, dull }: AskedWord, count: number, auto: boolean): WordWeight {
  let body = 0;
  let label = 0;
  for (const { list, isLabel, frequency = list.size } of lists)
    if (isLabel) label += frequency;
    else body += frequency;
  const everywhere = rarity(body + label, count);
  if (!auto) return { body: everywhere, label: everywhere, coverage: 0, share: 0 };
  const share = label / Math.max(1, label + body);
  const factor = dull ? w.dull : 1;
  const inBody = rarity(body, count) * factor * (1 - (1 - w.name) * share);
  return { body: inBody, label: everywhere * w.label * factor, coverage: inBody * (1 - share), share };
}

/** Adds what a word gives to the scores of groups, from its occurrences in each, and forgets those. */
export function addToGroups(documents: DocValues, workspace: Workspace, weight: WordWeight): void {
  const { groupScore, groupCount } = workspace;
  const average = Math.max(1, documents.words / Math.max(1, documents.groups));
  const free = w.groupK1 * (1 - w.groupB);
  const bound = (w.groupK1 * w.groupB) / average;
  const factor = weight.coverage * (w.groupK1 + 1);
  for (let g = 0; g < documents.groupHigh; g++) {
    const tf = groupCount[g] as number;
    if (tf === 0) continue;
    groupScore[g] =
      (groupScore[g] as number) + (factor * tf) / (tf + free + bound * (documents.groupLength[g] as number));
    groupCount[g] = 0;
  }
}
