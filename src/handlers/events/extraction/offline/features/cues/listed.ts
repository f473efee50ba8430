/** An expression for whole words, also of alphabets beyond ASCII; `\w` in it stands for any letter. */
export const listed = (alternatives: string, atStart = false): RegExp =>
  new RegExp(
    String.raw`${atStart ? String.raw`^\P{L}{0,9}` : String.raw`(?<![\p{L}\p{N}])`}(?:${alternatives.replaceAll(String.raw`\w`, String.raw`[\p{L}\p{N}]`)})(?!\p{L})`,
    'iu',
  );
