import { findVerb, readings, type VerbGroup, type Word } from './verb-group.ts';
import { adverbs, determiners, isPerson, notNames } from './words.ts';

export type { Word } from './verb-group.ts';

export type SubjectKind = 'first' | 'second' | 'person' | 'thing' | 'none';

export type Clause = {
  /** In lower case, contractions apart: `we 'll send`. */
  text: string;
  words: Word[];
  verb: VerbGroup | undefined;
  subject: SubjectKind;
};

/** Reads one clause: its words, its first finite verb, and who does it. */
export function readClause(text: string): Clause {
  const words = wordsOf(text);
  const verb = findVerb(words);
  return {
    text: words.map((word) => word.low).join(' '),
    words,
    verb,
    subject: verb === undefined ? 'none' : subjectOf(words.slice(0, verb.from), verb),
  };
}

const unapostrophed: Record<string, string> = {
  dont: "do n't",
  doesnt: "does n't",
  didnt: "did n't",
  isnt: "is n't",
  wasnt: "was n't",
  arent: "are n't",
  cant: "can n't",
  wont: "will n't",
  havent: "have n't",
  hasnt: "has n't",
  im: "i 'm",
  ive: "i 've",
  youre: "you 're",
  theyre: "they 're",
  theres: "there 's",
  lets: "let 's",
  gonna: 'going to',
  cannot: 'can not',
};

export function wordsOf(text: string): Word[] {
  const apart = text
    .replace(/[’‘ʼ]/g, "'")
    // A way of beginning, not a duty.
    .replace(/\b(I|we) (?:must|have to|should|can only) say\b/gi, '$1 say')
    .replace(/\bcan't\b/gi, "can n't")
    .replace(/\bwon't\b/gi, "will n't")
    .replace(/\bshan't\b/gi, "shall n't")
    .replace(/(\p{L})n't\b/giu, "$1 n't")
    .replace(/(\p{L})('(?:ll|ve|re|d|m|s))\b/giu, '$1 $2')
    .replace(
      /\b(?:dont|doesnt|didnt|isnt|wasnt|arent|cant|wont|havent|hasnt|im|ive|youre|theyre|theres|lets|gonna|cannot)\b/gi,
      (word) => unapostrophed[word.toLowerCase()] ?? word,
    );
  return Array.from(
    apart.matchAll(/n't|'(?:ll|ve|re|d|m|s)\b|[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*|[^\s\p{L}\p{N}]/gu),
    ([raw]) => ({
      raw,
      low: raw.toLowerCase(),
    }),
  );
}

const firstPerson = new Set(['i', 'we', 'us', 'me', 'ourselves', 'myself']);

/** Who does it: the last of the words before the verb that can. */
function subjectOf(before: readonly Word[], verb: VerbGroup): SubjectKind {
  if (verb.tense === 'proposal') return 'first';
  const content = before.filter(({ low }) => !adverbs.has(low) && /[\p{L}\p{N}]/u.test(low));
  if (content.length === 0) return 'none';
  const last = content.at(-1)?.low ?? '';
  if (firstPerson.has(last) || content.some(({ low }) => low === 'i' || low === 'we')) return 'first';
  if (last === 'you') return 'second';
  if (last === 'he' || last === 'she' || last === 'they' || last === 'who') return 'person';
  if (last === 'it' || last === 'this' || last === 'that' || last === 'there' || last === 'which')
    return 'thing';
  if (content.some(({ low }) => isPerson(low))) return 'person';
  // A name: a capital where the sentence does not ask for one, or no common word.
  const head = content.slice(0, 3);
  const determined = determiners.has(content[0]?.low ?? '');
  if (!determined && head.some((word, i) => isName(word, i === 0))) return 'person';
  return 'thing';
}

export const isName = (word: Word, first: boolean): boolean =>
  /^\p{Lu}\p{Ll}/u.test(word.raw) &&
  !notNames.has(word.low) &&
  (!first || readings(word.low).length === 0) &&
  !word.low.endsWith('ly');
