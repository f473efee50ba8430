import { folded } from '../names/words.ts';

/** A word as it is typed: also with "ue" for "ü". */
export function spellings(word: string): string[] {
  const plain = folded(word);
  const typed = folded(
    word.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter),
  );
  return plain === typed ? [plain] : [plain, typed];
}

/** "d'", "qu'": the word that they stand for. */
export const elided = /^(?:[cdjlmnst]|qu|jusqu)['’](?=\p{L})/iu;

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/(?<=^| )([cdjlmnst]|qu|jusqu)'(?=\p{L})/gu, '$1e '),
    )
    .filter((one) => one !== '');

export const setOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).flatMap((word) => spellings(word)));
