import { cut as cutUnits } from '../tool/text.ts';
import { loadEncoder } from './encoder.ts';

/** Counts and cuts texts by cl100k tokens, a good approximation for models of several vendors. */
export type Tokenizer = {
  count(text: string): number;
  /** The longest prefix of a text with at most this many tokens, never ending inside a character. */
  cut(text: string, tokens: number): string;
};

let loaded: Promise<Tokenizer> | undefined;

/** The tokenizer; its tables (2 MB) are loaded on first use. */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Tokenizer> {
  const [encode, { decode }] = await Promise.all([
    loadEncoder(),
    import('gpt-tokenizer/encoding/cl100k_base'),
  ]);
  const encodeAll = (text: string): number[] => Array.from(encode(text)).flat();
  return {
    count: (text) => encodeAll(text).length,
    cut(text, most) {
      if (most <= 0) return '';
      // A token has at least one character except in rare scripts, so only this much of the text is examined.
      const tokens = encodeAll(cutUnits(text, most * 20));
      if (tokens.length <= most && text.length <= most * 20) return text;
      // A token may end inside a character: drop what does not decode to a prefix of the text.
      let kept = decode(tokens.slice(0, most));
      while (kept !== '' && !text.startsWith(kept)) kept = kept.slice(0, -1);
      return kept;
    },
  };
}
