import { type Token, tokensOf } from '../tokens.ts';
import table from './classes.json' with { type: 'json' };

/**
 * Words and phrases of a statement with the classes they may belong to (`classes.json`): what is done (lower, raise, expose,
 * permit, persist, destroy, change, launch, spend), to what (guard, hazard, asset, place, input, test), and how (haste, all,
 * excuse, care, neg, truth). A word may have several classes, or none.
 */
export type Tagged = { word: string; classes: readonly string[]; mark: boolean };

type Phrase = { stems: readonly string[]; classes: Set<string> };

/** Phrases by the stem of their first word, longest first; made when first used. */
let phrases: Map<string, Phrase[]> | undefined;

function made(): Map<string, Phrase[]> {
  const all = new Map<string, Phrase[]>();
  for (const [name, terms] of Object.entries(table.classes))
    for (const term of terms.split(', ')) {
      const stems = tokensOf(term).map(({ stem }) => stem);
      const [first] = stems;
      if (first === undefined) continue;
      const list = all.get(first) ?? [];
      all.set(first, list);
      const same = list.find((one) => one.stems.join(' ') === stems.join(' '));
      if (same) same.classes.add(name);
      else list.push({ stems, classes: new Set([name]) });
    }
  for (const list of all.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return all;
}

export function tagged(tokens: readonly Token[]): Tagged[] {
  phrases ??= made();
  const found: Tagged[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    if (!token) break;
    if (token.mark) {
      found.push({ word: token.raw, classes: [token.mark === 'sentence' ? '.' : ','], mark: true });
      i += 1;
      continue;
    }
    const phrase = phrases
      .get(token.stem)
      ?.find(({ stems }) => stems.every((stem, over) => tokens[i + over]?.stem === stem));
    found.push({
      word: phrase ? phrase.stems.join('_') : token.stem,
      classes: phrase ? [...phrase.classes] : [],
      mark: false,
    });
    i += phrase?.stems.length ?? 1;
  }
  return found;
}
