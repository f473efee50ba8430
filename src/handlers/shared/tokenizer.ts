import { cut as cutUnits } from '../tool/text.ts';
import { loadEncoder } from './encoder.ts';

/** Counts and cuts texts by tokens of cl100k, which models of several makers are close to. */
export type Tokenizer = {
  count(text: string): number;
  /** The longest beginning of a text that has at most this many tokens, never ending within a character. */
  cut(text: string, tokens: number): string;
};

let loaded: Promise<Tokenizer> | undefined;

/** The tokenizer; its tables (2 MB) are read when it is first asked for. */
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
      // A token has at least one character in all but odd scripts; far more text than that is not looked at.
      const tokens = encodeAll(cutUnits(text, most * 20));
      if (tokens.length <= most && text.length <= most * 20) return text;
      // A token may end within a character: what does not decode to the text's own beginning is dropped.
      let kept = decode(tokens.slice(0, most));
      while (kept !== '' && !text.startsWith(kept)) kept = kept.slice(0, -1);
      return kept;
    },
  };
}
