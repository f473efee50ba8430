import type { Language, SourceDocument } from '../collection/collection.ts';
import { type Lexicon, lexicons } from './lexicon.ts';
import { stopWords } from './stem.ts';
import { tokenize } from './tokenize.ts';
import { createPacer } from './yield.ts';

/** Bits of a document's flags; the third and higher bits hold its kind. */
export const live = 1;
export const question = 2;
export const kindShift = 2;
/** Flags are one byte. */
export const mostKinds = 64;

/** Marks a term in a speaker's label, as in `Name: text`. */
export const labelMark = '@';
const label = /^(\p{Lu}[\p{L}\p{N}.'_-]{0,40}(?: \p{Lu}[\p{L}\p{N}.'_-]{0,40}){0,2}): /u;

/** Lengths are stored in 16 bits. */
export const longestLength = 65_535;

export type Terms = Map<string, number[]>;
export type Analysed = Omit<SourceDocument, 'text' | 'language'> & {
  /** The positions of each term, ascending. */
  terms: Terms;
  /** Number of words without stop words. */
  length: number;
  flags: number;
};

/** Long texts are tokenised in pieces of about this many characters, yielding to the event loop in between. */
const pieceLength = 32_768;

/** Called for each term of a text; returns whether the term counts towards its length. */
export type Occur = (term: string, position: number) => boolean;
/** The same for a plain word, with the number of its term in the lexicon of the language. */
export type OccurKnown = (number: number, position: number, lexicon: Lexicon) => boolean;

/** Reads the terms of a document, in the order of the tokeniser; yields while processing a long one. */
export async function readTerms(
  document: SourceDocument,
  fallback: Language,
  occur: Occur,
  occurKnown?: OccurKnown,
): Promise<Omit<Analysed, 'terms'>> {
  const { text, language, ...face } = document;
  const pace = createPacer();
  let length = 0;
  let position = 0;
  const count = (term: string, at: number) => {
    if (occur(term, at)) length += 1;
  };
  const lexicon = lexicons[language ?? fallback];
  const countKnown =
    occurKnown &&
    ((number: number, at: number) => {
      if (occurKnown(number, at, lexicon)) length += 1;
    });
  const said = label.exec(text.slice(0, 200));
  if (said)
    position = tokenize(said[1] ?? '', language ?? fallback, (term, at) => occur(labelMark + term, at));
  for (const piece of pieces(text, said?.[0].length ?? 0)) {
    position = tokenize(piece, language ?? fallback, count, position, countKnown);
    if (text.length > pieceLength) await pace();
  }
  const asks = /\?\s*$/.test(text.slice(-20)) ? question : 0;
  return {
    ...face,
    length: Math.min(length, longestLength),
    flags: live | asks | (document.kind << kindShift),
  };
}

/** Analyses a document into terms with their positions; yields while processing a long one. */
export async function analyse(document: SourceDocument, fallback: Language): Promise<Analysed> {
  const terms: Terms = new Map();
  const face = await readTerms(document, fallback, (term, at) => {
    const known = terms.get(term);
    if (known) known.push(at);
    else terms.set(term, [at]);
    return !stopWords.has(term);
  });
  // A word's whole form is emitted after its parts, at the position of the first part.
  for (const at of terms.values()) if (at.length > 1) at.sort((a, b) => a - b);
  return { ...face, terms };
}

/** Splits the text from an offset on, at spaces if there are any. */
function* pieces(text: string, from: number): Generator<string> {
  let start = from;
  while (start < text.length) {
    let end = Math.min(text.length, start + pieceLength);
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end);
      if (space > start) end = space;
    }
    yield start === 0 && end === text.length ? text : text.slice(start, end);
    start = end;
  }
}
