/**
 * All parameters of the ranking. `k1` and `b` apply to all modes, the rest to `auto`. They were chosen by hand and
 * checked on three conversations of LoCoMo (see `bench/README.md`); fitting them to one half of those made the other
 * half worse, so they stay round.
 */
export const weights = {
  /** BM25: saturation of term frequency, and strength of length normalization. */
  k1: 0.9,
  b: 0.4,
  /** The share of the score that a turn gets from the turn before it, the one after it, and those two away. */
  afterMatch: 0.4,
  beforeMatch: 0.15,
  twoAfterMatch: 0.1,
  twoBeforeMatch: 0.05,
  /** Factor when the previous turn is a question: this one may be the answer. */
  afterQuestion: 1.3,
  /** The share that a turn gets of its conversation's score, which is BM25 over the conversation as one text. */
  group: 0.35,
  groupK1: 1.2,
  groupB: 0.75,
  /** Maximum bonus when all words occur, weighted by their rarity. */
  coverage: 0.25,
  /**
   * A word that is mostly a speaker's name: that speaker's texts count more, and the name itself, in a text or as a
   * label, less.
   */
  speaker: 0.4,
  name: 0.5,
  label: 0.5,
  /** A word with at least this share of uses as a label is a speaker's name. */
  nameShare: 0.3,
  /** Factor for words that shape a question more than they describe its subject. */
  dull: 0.8,
};

/**
 * How `hybrid` adds meaning to the score of `auto`. Chosen among a few round values on the tuning half of the same
 * conversations.
 */
export const meaningWeights = {
  /** The score by words is divided by that of so many of the rarest words: a short query counts less by its words. */
  rareWords: 4,
  /** The share of the likeness. */
  share: 0.5,
  /** The same of a model that reads a text after the one before it. */
  contextualShare: 1.6,
  /** Factor for a document that asks, if the query is a question too: what answers it is elsewhere. */
  asking: 0.85,
};

/** BM25's inverse document frequency of a term that `n` of `all` documents contain. */
export const rarity = (n: number, all: number): number => {
  const found = Math.min(n, all);
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
};
