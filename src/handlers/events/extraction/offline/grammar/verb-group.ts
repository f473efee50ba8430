import { type VerbClass, type VerbReading, verbForms } from './verbs.ts';
import { adverbs, determiners, isPerson } from './words.ts';

/** A word as written, and in lower case. */
export type Word = { raw: string; low: string };

export type Tense = 'past' | 'perfect' | 'present' | 'progressive' | 'future' | 'modal' | 'proposal';

export type VerbGroup = {
  tense: Tense;
  passive: boolean;
  negated: boolean;
  /** "Let me …". */
  offered: boolean;
  /** Undefined for "be" and "have" as full verbs, and for unknown verbs. */
  base: string | undefined;
  classes: readonly VerbClass[];
  /** Index of the group's first word, and of the full verb. */
  from: number;
  at: number;
};

const be = new Set(['am', 'is', 'are', 'was', 'were', "'m", "'re", "'s", 'be']);
const have = new Set(['have', 'has', 'had', "'ve"]);
const did = new Set(['do', 'does', 'did']);
const modals = new Set(['can', 'could', 'may', 'might', 'must', 'should', 'would', "'d", 'ought']);
const negations = new Set([
  "n't",
  'not',
  'never',
  'hardly',
  'neither',
  'nor',
  'nobody',
  'none',
  'nothing',
  'no-one',
]);
const nobody = new Set(['nobody', 'none', 'nothing', 'neither', 'no-one']);
const pronouns = new Set([
  'i',
  'we',
  'he',
  'she',
  'they',
  'you',
  'it',
  'who',
  'everyone',
  'everybody',
  'someone',
]);

export const readings = (word: string | undefined): readonly VerbReading[] =>
  verbForms.get(word ?? '') ?? verbForms.get(word?.replace(/^re-?(?=[a-z]{3})/, '') ?? '') ?? [];
const reading = (word: string | undefined, ...forms: string[]): VerbReading | undefined =>
  readings(word).find(({ form }) => forms.includes(form));
/** Words in -ed that are in no list and are not adjectives or nouns that happen to end so. */
const regularPast = (word: string): boolean =>
  /^(?:re-?)?[a-z]{3,}[a-z]ed$/.test(word) &&
  !/^(?:need|indeed|speed|exceed|proceed|succeed|seed|feed|hundred|kindred|sacred|naked|wicked|embed|shed|sled|united|red|ahead)$/.test(
    word,
  ) &&
  !/eed$/.test(word);

/** Index of the next word that is not an adverb, a negation or the subject of an inverted clause. */
function skip(words: readonly Word[], from: number): number {
  let at = from;
  while (at < words.length && at < from + 4) {
    const { low } = words[at] ?? { low: '' };
    if (!adverbs.has(low) && !negations.has(low) && !(low.endsWith('ly') && low.length > 4)) break;
    at += 1;
  }
  return at;
}

function group(
  words: readonly Word[],
  from: number,
  at: number,
  tense: Tense,
  passive: boolean,
  found?: VerbReading,
): VerbGroup {
  const between = words.slice(from, at + 1).map((word) => word.low);
  const before = words.slice(Math.max(0, from - 3), from).map((word) => word.low);
  // "Nobody in the group has": the clause starts with the subject.
  if (nobody.has(words[0]?.low ?? '')) before.push('nobody');
  return {
    tense,
    passive,
    negated:
      between.some((word) => negations.has(word)) ||
      before.some(
        (word) =>
          word === 'never' ||
          word === 'nobody' ||
          word === 'none' ||
          word === 'nothing' ||
          word === 'neither',
      ) ||
      (words[0]?.low === 'no' && from <= 3 && words[1]?.low !== ','),
    offered: words[from]?.low === 'let' && tense === 'future',
    base: found?.base,
    classes: found?.classes ?? [],
    from,
    at,
  };
}

/** A participle, or an unknown word in -ed. */
const participleAt = (words: readonly Word[], at: number): VerbReading | 'open' | undefined => {
  const low = words[at]?.low;
  return reading(low, 'participle', 'past') ?? (low !== undefined && regularPast(low) ? 'open' : undefined);
};
const known = (found: VerbReading | 'open' | undefined): VerbReading | undefined =>
  found === 'open' ? undefined : found;

/** The verb group that starts with an auxiliary. */
function auxiliary(words: readonly Word[], from: number): VerbGroup | undefined {
  const low = words[from]?.low ?? '';
  const next = skip(words, from + 1);
  const following = words[next]?.low;
  if (low === 'will' || low === "'ll" || low === 'shall') return complement(words, from, next, 'future');
  if (low === 'let' && following === "'s") return complement(words, from, skip(words, next + 1), 'proposal');
  if (low === 'let' && (following === 'me' || following === 'us'))
    return complement(words, from, skip(words, next + 1), following === 'me' ? 'future' : 'proposal');
  if (modals.has(low)) {
    // "'d" is "had" before a participle.
    const past = low === "'d" ? reading(following, 'participle') : undefined;
    return past === undefined
      ? complement(words, from, next, 'modal')
      : group(words, from, next, 'perfect', false, past);
  }
  if (did.has(low)) {
    const base = reading(following, 'base');
    return group(words, from, next, low === 'did' ? 'past' : 'present', false, base);
  }
  if ((low === 'need' || low === 'needs') && following === 'to')
    return complement(words, from, next + 1, 'modal');
  if (have.has(low)) {
    if (following === 'to') return complement(words, from, next + 1, 'modal');
    if (following === 'been') return passiveOrNot(words, from, skip(words, next + 1), 'perfect');
    const participle = participleAt(words, next);
    return group(
      words,
      from,
      participle === undefined ? from : next,
      participle === undefined ? (low === 'had' ? 'past' : 'present') : 'perfect',
      false,
      known(participle),
    );
  }
  if (be.has(low)) {
    if ((following === 'going' || following === 'about') && words[next + 1]?.low === 'to')
      return complement(words, from, skip(words, next + 2), 'future');
    return passiveOrNot(words, from, next, low === 'was' || low === 'were' ? 'past' : 'present');
  }
  return undefined;
}

/** The verb after "will", "might", "going to": a base form, "be" with a participle, or "have" with one. */
function complement(words: readonly Word[], from: number, at: number, tense: Tense): VerbGroup {
  const low = words[at]?.low;
  if (low === 'be') {
    const next = skip(words, at + 1);
    const gerund = reading(words[next]?.low, 'gerund');
    if (gerund !== undefined) return group(words, from, next, tense, false, gerund);
    const participle = participleAt(words, next);
    return group(
      words,
      from,
      participle === undefined ? at : next,
      tense,
      participle !== undefined,
      known(participle),
    );
  }
  if (low === 'have') {
    const next = skip(words, at + 1);
    const participle = participleAt(words, next);
    if (participle !== undefined) return group(words, from, next, tense, false, known(participle));
  }
  return group(words, from, Math.min(at, words.length - 1), tense, false, reading(low, 'base'));
}

function passiveOrNot(words: readonly Word[], from: number, at: number, tense: Tense): VerbGroup {
  const gerund = reading(words[at]?.low, 'gerund');
  const being = words[at]?.low === 'being' ? participleAt(words, skip(words, at + 1)) : undefined;
  if (being !== undefined) return group(words, from, skip(words, at + 1), tense, true, known(being));
  if (gerund !== undefined || /^[a-z]{2,}ing$/.test(words[at]?.low ?? ''))
    return group(words, from, at, 'progressive', false, gerund);
  const participle = participleAt(words, at);
  return group(
    words,
    from,
    participle === undefined ? from : at,
    tense,
    participle !== undefined,
    known(participle),
  );
}

/** Whether a word before a form in -ed makes it part of a noun phrase: "the revised plan". */
const modifies = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1];
  return (
    before !== undefined &&
    determiners.has(before.low) &&
    before.low !== 'that' &&
    before.low !== 'this' &&
    before.low !== 'all' &&
    before.low !== 'both'
  );
};

/** Third-person forms that cannot be plural nouns. */
const plainThird =
  /^(?:says|tells|thinks|finds|feels|wants|needs|likes|loves|hates|asks|complains|believes|prefers|suggests|recommends|keeps|gets|goes|makes|takes|gives|brings|becomes|seems|owns|joins|remains|contains|includes|requires|expects|hopes|knows|promises|agrees|decides|refuses|writes)$/;

/** Finds the first finite verb of a clause, with its auxiliaries. */
export function findVerb(words: readonly Word[]): VerbGroup | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const low = words[at]?.low ?? '';
    // "'s" is usually a genitive; after a pronoun it is a verb.
    const genitive =
      low === "'s" &&
      !/^(?:it|he|she|that|there|what|who|everything|let|here|all)$/.test(words[at - 1]?.low ?? '') &&
      participleAt(words, skip(words, at + 1)) === undefined &&
      reading(words[skip(words, at + 1)]?.low, 'gerund') === undefined;
    // The month, not the modal.
    const month = low === 'may' && words[at]?.raw === 'May' && at > 0;
    const found = genitive || month || modifies(words, at) ? undefined : auxiliary(words, at);
    if (found !== undefined) return found;
    if (modifies(words, at)) continue;
    if (at > 0 && plainThird.test(low)) return group(words, at, at, 'present', false, reading(low, 'third'));
    const past = reading(low, 'past');
    // Nouns and base forms that look like past forms: cut, set, split, put.
    const plain = past !== undefined && past.base === low;
    if (past !== undefined && (!plain || at === 0 || pronouns.has(words[at - 1]?.low ?? '')))
      return group(words, at, at, 'past', false, past);
    if (
      past === undefined &&
      regularPast(low) &&
      readings(low).length === 0 &&
      (at === 0 || !determiners.has(words[at - 1]?.low ?? ''))
    )
      return group(words, at, at, 'past', false);
  }
  for (let at = 0; at < words.length; at += 1) {
    const low = words[at]?.low ?? '';
    const before = words[at - 1]?.low;
    if (at > 0 && before !== undefined && !modifies(words, at)) {
      const third = reading(low, 'third');
      if (third !== undefined && !/^[^\p{L}]/u.test(before))
        return group(words, at, at, 'present', false, third);
      const base = reading(low, 'base');
      if (
        base !== undefined &&
        (pronouns.has(before) ||
          (adverbs.has(before) && pronouns.has(words[at - 2]?.low ?? '')) ||
          isPerson(before))
      )
        return group(words, at, at, 'present', false, base);
    }
  }
  const gerund = reading(words[0]?.low, 'gerund');
  return gerund === undefined ? undefined : group(words, 0, 0, 'progressive', false, gerund);
}
