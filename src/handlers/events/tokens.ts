import type { TokenEnds } from './domain/chunk.ts';

let loaded: Promise<TokenEnds> | undefined;

/** Where the cl100k tokens of a text end; the tables (2 MB) are read when it is first asked for. */
export function loadTokenEnds(): Promise<TokenEnds> {
  loaded ??= load();
  return loaded;
}

/** Special tokens in a text are text. */
const plain = { disallowedSpecial: new Set<string>() };

/**
 * The tokenizer merges in time quadratic in the length of what it never splits: one kind of characters without a break.
 * A longer run is encoded in parts, which may cost a token for each part; no language's words are that long.
 */
const longestRun = 500;
const runs = new RegExp(
  `\\p{L}{${longestRun},}|[^\\s\\p{L}\\p{N}]{${longestRun},}|\\s{${longestRun},}`,
  'gu',
);
const parts = new RegExp(`[\\s\\S]{1,${longestRun}}`, 'gu');

async function load(): Promise<TokenEnds> {
  const [{ encode }, { default: ranks }] = await Promise.all([
    import('gpt-tokenizer/encoding/cl100k_base'),
    import('gpt-tokenizer/bpeRanks/cl100k_base'),
  ]);
  const utf8 = new TextEncoder();
  const bytesOf = Uint8Array.from(ranks, (token) =>
    typeof token === 'string' ? utf8.encode(token).length : token.length,
  );

  function encodeAll(text: string): number[][] {
    const encoded: number[][] = [];
    let from = 0;
    for (const run of text.matchAll(runs)) {
      if (run.index > from) encoded.push(encode(text.slice(from, run.index), plain));
      for (const [part] of run[0].matchAll(parts)) encoded.push(encode(part, plain));
      from = run.index + run[0].length;
    }
    if (from < text.length) encoded.push(encode(text.slice(from), plain));
    return encoded;
  }

  return (text) => {
    const encoded = encodeAll(text);
    const ends = new Uint32Array(encoded.reduce((sum, tokens) => sum + tokens.length, 0));
    let [token, unit, bytes, reached] = [0, 0, 0, 0];
    for (const tokens of encoded)
      for (const rank of tokens) {
        bytes += bytesOf[rank] ?? 0;
        for (;;) {
          const width = utf8Width(text, unit);
          if (width === 0 || reached + width > bytes) break;
          reached += width;
          unit += width === 4 ? 2 : 1;
        }
        ends[token] = unit;
        token += 1;
      }
    return ends;
  };
}

/** Bytes of the character that begins at a code unit; 0 at the end. */
function utf8Width(text: string, unit: number): number {
  const code = text.codePointAt(unit);
  if (code === undefined) return 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
