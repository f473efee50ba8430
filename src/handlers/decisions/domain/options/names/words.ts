import { stemOf } from './stem.ts';

/** A word or a mark of punctuation of a statement. */
export type Word = {
  /** As written. */
  text: string;
  /** Lower case, without dots and apostrophes: `nextjs` for Next.js, `dont` for don't. */
  lower: string;
  /** Empty for punctuation. */
  stem: string;
  /** Whether it begins a sentence, where a capital says nothing. */
  first: boolean;
};

const pattern = /[\p{L}\p{N}]+(?:['’._][\p{L}\p{N}]+)*[+#]{0,2}|→|->|=>|[,;:()!?.–—]/gu;
const letter = /[\p{L}\p{N}]/u;
const ends = new Set(['.', '!', '?', ';', ':', '(']);

/** The words of a text; hyphens and slashes separate them, and `deleted_at` is one word: it says of nothing that it is deleted. A statement has at most 500 characters. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let first = true;
  for (const [found] of text.matchAll(pattern)) {
    const isWord = letter.test(found);
    const lower = found.toLowerCase().replace(/['’]s$|['’.]/g, '');
    words.push({
      text: found,
      lower: isWord ? lower : found,
      stem: isWord ? stemOf(lower) : '',
      first,
    });
    first = ends.has(found);
  }
  return words;
}

const version = /^v?\d+(?:x|[a-z])?$/;

/** Whether a word is a version: 16, v2, 3.x, 18.2. */
export const isVersion = ({ lower }: Word): boolean => version.test(lower);

/** A word without case and accents. */
export const folded = (word: string): string => {
  const lower = word.toLowerCase();
  return /^[a-z0-9]*$/.test(lower)
    ? lower
    : lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
};
