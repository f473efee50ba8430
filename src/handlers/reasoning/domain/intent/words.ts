import { fold, titleAndBody, unspaced } from '../cues/words.ts';

/**
 * The words of a problem as the classifier counts them: by where they stand, with their beginnings and endings, so that
 * inflected forms count together, and what else the text shows, whatever its language.
 */

/** Longer problems state their intent in their beginning. */
const mostCharacters = 4000;
const mostWords = 120;
const longWord = 5;
const longerWord = 7;

/** What a text shows beside its words. */
const marks: readonly [string, RegExp][] = [
  ['#hole', /CVE-\d|GHSA-/i],
  ['#amount', /\d\s?(?:ms|s|sec|secs|seconds|min|minutes|h|MB|GB|GiB|MiB|kB|KB|Go|Mo)\b/],
  ['#percent', /\d\s?%/],
  ['#error', /\w(?:Error|Exception)\b|\bE[A-Z]{4,20}\b|Traceback|panic:|segfault/i],
  ['#quote', /["“„«「][^"“”„«»「」]{3,120}["”“»」]/],
  ['#version', /\b\d{1,6}\.\d{1,6}(?:\.\d{1,6})?\b/],
];
const choice = /\b(?:or|oder|ou|o|vs|versus|gegen)\b/i;

const withoutCode = (text: string): string =>
  text.replaceAll(/https?:\/\/\S+/g, ' xurl ').replaceAll(/`[^`\n]{1,200}`/g, ' xcode ');

/** Words and signs; numbers are alike. */
const tokensOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}_]+|[?？:;…]/gu) ?? [])
    .slice(0, mostWords)
    .map((word) => (/^\d+$/.test(word) ? '0' : /\d/.test(word) ? 'x0' : word));

/** Each different feature of a problem by its name. */
export function wordFeatures(problem: string): Set<string> {
  const text = problem.slice(0, mostCharacters);
  const { title, body } = titleAndBody(withoutCode(text));
  const [opening, rest] = [tokensOf(title), tokensOf(body)];
  const [first = '', second = ''] = opening;
  return new Set([
    ...inZone('', opening),
    ...inZone(' ', rest),
    ...[...opening, ...rest].filter((word) => !unspaced.test(word)).flatMap((word) => forms('.', word)),
    `^${first}`,
    `^${first.slice(0, longWord)}~`,
    `^${first} ${second}`,
    `$${opening.at(-1) ?? ''}`,
    ...marks.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
    ...(choice.test(text) && /[?？]/.test(text) ? ['#choice'] : []),
    ...(rest.length === 0 ? ['#title'] : []),
    `#length ${Math.min(4, Math.floor(text.length / 60))}`,
  ]);
}

const forms = (zone: string, word: string): string[] =>
  word.length > longWord ? [`${zone}${word}`, `${zone}${word.slice(0, longWord)}~`] : [`${zone}${word}`];

/** Words with their beginnings and endings, and pairs of words; of scripts without spaces, characters in twos and threes. */
const inZone = (zone: string, words: readonly string[]): string[] =>
  words.flatMap((word, i) => {
    if (unspaced.test(word)) return grams(word).map((gram) => `${zone}${gram}`);
    const ending = word.length > longerWord ? [`~${word.slice(-4)}`] : [];
    return [...forms(zone, word), ...ending, ...(i > 0 ? [`${zone}${words[i - 1]} ${word}`] : [])];
  });

const grams = (word: string): string[] => {
  const characters = [...word];
  return characters.flatMap((_, i) =>
    [2, 3].flatMap((size) => (i + size <= characters.length ? [characters.slice(i, i + size).join('')] : [])),
  );
};

/** How much each of so many known features counts: long texts have many of them. */
export const weightAmong = (count: number): number => 0.6 * Math.min(1, Math.sqrt(30 / Math.max(1, count)));
