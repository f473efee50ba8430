/**
 * Every number of the ranking. `k1` and `b` hold for all modes, the rest for `auto`. They were chosen by hand and
 * checked on three conversations of LoCoMo (see `bench/README.md`); fitting them to one half of those made the other
 * half worse, so they stay round.
 */
export const weights = {
  /** BM25: how soon a word's repetitions stop to count, and how much a text's length counts against it. */
  k1: 0.9,
  b: 0.4,
  /** What a turn gets of the score of the turn before it, of the one after it, and of those two away. */
  afterMatch: 0.4,
  beforeMatch: 0.15,
  twoAfterMatch: 0.1,
  twoBeforeMatch: 0.05,
  /** More, when the turn before is a question: this one may be the answer. */
  afterQuestion: 1.3,
  /** What a turn gets of its conversation's score, which is BM25 over the conversation as one text. */
  group: 0.35,
  groupK1: 1.2,
  groupB: 0.75,
  /** Up to so much more when all the words occur, weighted by how rare they are. */
  coverage: 0.25,
  /** A word that is mostly a speaker's name: what its speaker says counts more, the name in a text and as label less. */
  speaker: 0.4,
  name: 0.5,
  label: 0.5,
  /** From this share of uses as a label on, a word is a speaker's name. */
  nameShare: 0.3,
  /** Words that shape a question more than they say what it is about. */
  dull: 0.8,
};

/** The rarity of a term that `n` of `all` documents hold, as BM25 weighs it. */
export const rarity = (n: number, all: number): number => {
  const found = Math.min(n, all);
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
};
