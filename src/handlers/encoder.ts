/**
 * The tokenizer merges in time quadratic in the length of what it never splits: one kind of characters without a break.
 * No language's words are this long.
 */
const longestRun = 500;
/** Found in stretches: one match over millions of characters exhausts the stack. */
const most = 10_000;
const runs = new RegExp(
  `\\p{L}{${longestRun},${most}}|[^\\s\\p{L}\\p{N}]{${longestRun},${most}}|\\s{${longestRun},${most}}`,
  'gu',
);
const parts = new RegExp(`[\\s\\S]{1,${longestRun}}`, 'gu');

/** Special tokens in a text are text. */
const plain = { disallowedSpecial: new Set<string>() };

/** The tokens of cl100k of a text, piece by piece. */
export type Encode = (text: string) => Iterable<number[]>;

/** Its tables (2 MB) are read when it is first asked for. */
export async function loadEncoder(): Promise<Encode> {
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
  return function* (text) {
    for (const piece of quickPieces(text)) yield encode(piece, plain);
  };
}

/** A text in pieces that the tokenizer is quick with; all of it but for longer runs, where each cut may cost a token. */
function* quickPieces(text: string): Generator<string> {
  let from = 0;
  for (const run of text.matchAll(runs)) {
    if (run.index > from) yield text.slice(from, run.index);
    for (const [part] of run[0].matchAll(parts)) yield part;
    from = run.index + run[0].length;
  }
  if (from < text.length) yield text.slice(from);
}
