/**
 * The tokenizer merges in time quadratic in the length of what it never splits: one kind of characters without a break.
 * No language's words are this long.
 */
const longestRun = 500;
/** Found in stretches: one match over millions of characters exhausts the stack. */
const most = 10_000;
const kinds = [String.raw`\p{L}`, String.raw`[^\s\p{L}\p{N}]`, String.raw`\s`];
/** From its beginning alone: a run that is a little too short would be read anew from each of its characters. */
const runs = new RegExp(
  kinds.map((kind) => `${kind}(?<!${kind}{2})${kind}{${longestRun - 1},${most - 1}}`).join('|'),
  'gu',
);
const further = new RegExp(kinds.map((kind) => `${kind}{${longestRun},${most}}`).join('|'), 'uy');
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
