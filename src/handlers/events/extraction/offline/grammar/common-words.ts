import list from './common-words.json' with { type: 'json' };

/** Frequent words of English, without their regular endings; the file has the notice that must go with them. */
const common: ReadonlySet<string> = new Set(list.words.split(' '));

const endings: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ied', ['y']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ['ily', ['y']],
  ['ly', ['', 'le']],
];

/** Whether a word in lower case is a frequent word of English: capitalised by itself, it is hardly a name. */
export const isCommonWord = (low: string): boolean => common.has(low) || baseOf(low) !== undefined;

const baseOf = (low: string): string | undefined =>
  endings
    .filter(([ending]) => low.endsWith(ending) && low.length - ending.length >= 3)
    .flatMap(([ending, rests]) => {
      const start = low.slice(0, -ending.length);
      // "planned"
      const single = start.at(-1) === start.at(-2) ? [start.slice(0, -1)] : [];
      return [...rests.map((rest) => start + rest), ...single];
    })
    .find((base) => common.has(base));
