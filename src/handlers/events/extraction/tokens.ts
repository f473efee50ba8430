import { loadEncoder } from '../../shared/encoder.ts';
import type { TokenEnds } from './domain/chunk.ts';

let loaded: Promise<TokenEnds> | undefined;

/** Ends of the cl100k tokens of a text; the tables (2 MB) are loaded on first use. */
export function loadTokenEnds(): Promise<TokenEnds> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<TokenEnds> {
  const [encode, { default: ranks }] = await Promise.all([
    loadEncoder(),
    import('gpt-tokenizer/bpeRanks/cl100k_base'),
  ]);
  const utf8 = new TextEncoder();
  const bytesOf = Uint8Array.from(ranks, (token) =>
    typeof token === 'string' ? utf8.encode(token).length : token.length,
  );

  return (text) => {
    const encoded = Array.from(encode(text));
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

/** UTF-8 bytes of the character at a code unit; 0 at the end. */
function utf8Width(text: string, unit: number): number {
  const code = text.codePointAt(unit);
  if (code === undefined) return 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
