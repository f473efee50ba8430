/** Kinds of characters: those that end a word, three that a plain word consists of, and all others. */
export const between = 0;
export const lower = 1;
export const upper = 2;
export const digit = 3;
export const other = 4;
export const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/[0-9]/.test(character)) return digit;
  return /[_.\-/\\:@#$+']/.test(character) ? other : between;
});

/** Whether an ASCII letter or digit stands at an index of an ASCII text. */
export function isWordAt(text: string, at: number): boolean {
  const kind = at < text.length ? kinds[text.charCodeAt(at)] : between;
  return kind === lower || kind === upper || kind === digit;
}
