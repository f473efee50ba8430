import type { Language, SourceDocument } from '../collection/collection.ts';
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

/** Analyses a document into terms; yields while processing a long one. */
export async function analyse(document: SourceDocument, fallback: Language): Promise<Analysed> {
  const { text, language, ...face } = document;
  const pace = createPacer();
  const terms: Terms = new Map();
  let length = 0;
  let position = 0;
  const add = (term: string, at: number) => {
    const known = terms.get(term);
    if (known) known.push(at);
    else terms.set(term, [at]);
  };
  const said = label.exec(text.slice(0, 200));
  if (said) position = tokenize(said[1] ?? '', language ?? fallback, (term, at) => add(labelMark + term, at));
  for (const piece of pieces(text, said?.[0].length ?? 0)) {
    position = tokenize(
      piece,
      language ?? fallback,
      (term, at) => {
        add(term, at);
        if (!stopWords.has(term)) length += 1;
      },
      position,
    );
    if (text.length > pieceLength) await pace();
  }
  // A word's whole form is emitted after its parts, at the position of the first part.
  for (const at of terms.values()) if (at.length > 1) at.sort((a, b) => a - b);
  const asks = /\?\s*$/.test(text.slice(-20)) ? question : 0;
  return {
    ...face,
    terms,
    length: Math.min(length, longestLength),
    flags: live | asks | (document.kind << kindShift),
  };
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
