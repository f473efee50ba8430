/**
 * What a verb or noun of deciding does with the options around it:
 *
 * - `adopt`, `keep`: they are chosen; `stop`, `forbid`: given up.
 * - `replace`: what it names gives way to what stands after "by"; a subject before it takes the place of what follows.
 * - `move`: what stands after "from" is given up for what stands after "to".
 * - `place`: something is kept, run or made in, with or by what is chosen.
 * - `prefer`, `win`: chosen over what stands after "to".
 * - `poor`: a known name is complained of, and given up.
 * - `none`: nothing is decided on, as what is postponed.
 */
export type Frame =
  | 'adopt'
  | 'keep'
  | 'stop'
  | 'forbid'
  | 'poor'
  | 'replace'
  | 'move'
  | 'place'
  | 'prefer'
  | 'win'
  | 'none';

/** Kinds of prepositions: "from", "to", "by", "instead of", "in favour of", "with", "in", "without" and all others. */
export type PrepositionKind =
  | 'from'
  | 'to'
  | 'by'
  | 'instead'
  | 'favour'
  | 'with'
  | 'in'
  | 'without'
  | 'other';

/**
 * The words of a language, in lists separated by commas or spaces. A line of `predicates` is `frame prepositions: words`: its options stand after one of
 * those prepositions, or after none; `frame.noun` is a noun, whose options stand after one of them. `setz~` is a stem with the
 * `endings`; `ein|setz~` one with a prefix that may stand apart from it.
 */
export type Tables = {
  endings: string;
  /** Endings of a participle with "ge". */
  participles?: string;
  predicates: string;
  /** Endings of verbs that English does not have, and words that have them in English, too. */
  tells: string;
  english: string;
  prepositions: Record<PrepositionKind, string>;
  /** A form of a preposition and the form in which it is listed. */
  contracted: string;
  not: string;
  /** "No X": the option itself is denied. */
  none: string;
  noMore: string;
  and: string;
  /** Words that begin a reason, a condition or an aside. */
  reasons: string;
  /** Those that begin one only after a comma. */
  pronouns: string;
  /** Words that are no part of a name; `ab_sofort` is a phrase. */
  fillers: string;
  /** Letters that English does not have. */
  letters: RegExp;
  /** Nouns begin with capitals, which then give no names away. */
  capitals: boolean;
  /** Those of them that make a clause: verbs and subjects. */
  finite: string;
  /** Persons and times: no options. */
  nobody: string;
  /** Nouns of which the name after them is the option: "the contract with X". */
  carriers: string;
};
