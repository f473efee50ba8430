/**
 * The tokenizer takes time quadratic in the length of a piece it cannot split: a run of characters of one kind. No word of
 * a natural language is this long.
 */
const longestRun = 500;
/** Runs are matched in stretches: one match over millions of characters would exhaust the stack. */
const most = 10_000;
const kinds = [String.raw`\p{L}`, String.raw`[^\s\p{L}\p{N}]`, String.raw`\s`];
/** Matches only at the start of a run: a run slightly too short would otherwise be rescanned from each character. */
const runs = new RegExp(
  kinds.map((kind) => `${kind}(?<!${kind}{2})${kind}{${longestRun - 1},${most - 1}}`).join('|'),
  'gu',
);
const further = new RegExp(kinds.map((kind) => `${kind}{${longestRun},${most}}`).join('|'), 'uy');
const parts = new RegExp(`[\\s\\S]{1,${longestRun}}`, 'gu');

/** Special tokens in a text are treated as plain text. */
const plain = { disallowedSpecial: new Set<string>() };

/** The cl100k tokens of a text, piece by piece. */
export type Encode = (text: string) => Iterable<number[]>;

/** The encoder; its tables (2 MB) are loaded on first use. */
export async function loadEncoder(): Promise<Encode> {
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
  return function* (text) {
    for (const piece of quickPieces(text)) yield encode(piece, plain);
  };
}

/** Splits a text into pieces the tokenizer handles quickly. Nothing is lost; each cut in an overlong run may cost a token. */
function* quickPieces(text: string): Generator<string> {
  let from = 0;
  for (let run = seek(runs, text, 0); run; run = seek(further, text, from) ?? seek(runs, text, from)) {
    if (run.index > from) yield text.slice(from, run.index);
    for (const [part] of run[0].matchAll(parts)) yield part;
    from = run.index + run[0].length;
  }
  if (from < text.length) yield text.slice(from);
}

function seek(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}
