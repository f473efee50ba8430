/**
 * Called for each term of a text.
 *
 * @param position counts words; the parts of an identifier have consecutive positions, its whole form that of its first
 *   part.
 * @param start offset in the text where the source of the term begins; `end`: where it ends.
 */
export type Emit = (term: string, position: number, start: number, end: number) => void;

/** Called for a plain word in place of {@link Emit}, with the number of its term in the lexicon of the language. */
export type EmitKnown = (number: number, position: number) => void;

/** Longer runs (hashes, base64) are truncated; a query for them still matches by the beginning. */
export const longestTerm = 64;
