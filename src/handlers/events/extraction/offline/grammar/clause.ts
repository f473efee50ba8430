import { findVerb, readings, type VerbGroup, type Word } from './verb-group.ts';
import { adverbs, isPerson, notNames } from './words.ts';

export type { Word } from './verb-group.ts';

export type SubjectKind = 'first' | 'second' | 'person' | 'thing' | 'none';

export type Clause = {
  /** In lower case, with contractions expanded: `we will send`. */
  text: string;
  words: Word[];
  verb: VerbGroup | undefined;
  subject: SubjectKind;
};

/** Contractions with one expansion; "'s" and "'d" have two each. */
const whole = new Map([
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["n't", 'not'],
]);

/** Parses one clause: its words, its first finite verb, and the kind of its subject. */
export function readClause(text: string): Clause {
  const words = wordsOf(text);
  const verb = findVerb(words);
  return {
    text: words.map(({ low }) => whole.get(low) ?? low).join(' '),
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

/** `release 4.2`, `node.js` and `pg_trgm` are not cut: what differs behind the mark is another thing. */
const word =
  /n't|'(?:ll|ve|re|d|m|s)\b|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'-]|_(?=[\p{L}\p{N}])|\.(?=[\p{Ll}\p{N}]))*|[^\s\p{L}\p{N}]/gu;

export function wordsOf(text: string): Word[] {
  const apart = text
    .replace(/[’‘ʼ]/g, "'")
    // A phrase that opens a sentence, not an obligation.
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
  return Array.from(apart.matchAll(word), ([raw]) => ({
    raw,
    low: raw.toLowerCase(),
  }));
}

const interjections = new Set(
  'sure ok okay yes yeah yep no well right thanks good great honestly hi hello btw fyi hey oh ah um so and but'.split(
    ' ',
  ),
);
const firstPerson = new Set(['i', 'we', 'us', 'me', 'ourselves', 'myself']);

/** Kind of the subject: that of the last word before the verb that can be one. */
function subjectOf(before: readonly Word[], verb: VerbGroup): SubjectKind {
  if (verb.tense === 'proposal' || verb.offered) return 'first';
  // Words before the last comma usually state time or place.
  const comma = before.findLastIndex(({ low }) => low === ',');
  const near = comma !== -1 && comma < before.length - 1 ? before.slice(comma + 1) : before;
  const content = near.filter(
    ({ low }) => !adverbs.has(low) && !interjections.has(low) && /[\p{L}\p{N}]/u.test(low),
  );
  if (content.length === 0) return 'none';
  const last = content.at(-1)?.low ?? '';
  if (firstPerson.has(last) || content.some(({ low }) => low === 'i' || low === 'we')) return 'first';
  if (last === 'you') return 'second';
  if (last === 'he' || last === 'she' || last === 'they' || last === 'who') return 'person';
  if (last === 'it' || last === 'this' || last === 'that' || last === 'there' || last === 'which')
    return 'thing';
  if (content.some(({ low }) => isPerson(low))) return 'person';
  // A name: capitalised where the sentence does not require it, or not a common word.
  const head = [...content.slice(0, 3), ...content.slice(3).slice(-2)];
  if (content.some(({ raw }) => /^(?:Mr|Mrs|Ms|Dr|Prof|Professor|Nurse|Aunt|Uncle)$/.test(raw)))
    return 'person';
  const determined =
    /^(?:the|an?|this|that|these|those|my|your|his|her|its|our|their|some|any|each|every|no|all|both)$/.test(
      content[0]?.low ?? '',
    );
  if (!determined && head.some((word, i) => isName(word, i === 0))) return 'person';
  return 'thing';
}

export const isName = (word: Word, first: boolean): boolean =>
  /^\p{Lu}\p{Ll}/u.test(word.raw) &&
  !notNames.has(word.low) &&
  (!first || readings(word.low).length === 0) &&
  !/(?:ly|tion|sion|ment|ness|ity|ship|ance|ence|ism|ware|work|ings?)$/.test(word.low);
