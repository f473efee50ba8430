/** A value that a sentence could tell: where it stands, and what stands around it. */
export type SentenceValue = { value: string; start: number; end: number; before: string; after: string };

/** Characters that are read on each side of the words that a matcher begins at. */
export const behindWord = 220;
export const aheadOfWord = 140;
const nearby = 48;

const value = /[^\s"'`“”„«»‹›<>()[\]{}|,;\\]{4,80}/g;
/** Lines that begin as code does, and strings and numbers as arguments. */
const code =
  /^[ \t]{0,40}(?:(?:import|export|const|let|var|return|def|class|function|func|public|private|if|for)\b|[*@+]|\/\/)|\w\(['"\w)]|= \(/m;

/** The part of a text around an index that belongs together: as far as an empty line. */
export function regionOf(text: string, at: number): { from: number; to: number } {
  const least = Math.max(0, at - aheadOfWord);
  const empty = text.slice(least, at).lastIndexOf('\n\n');
  const next = text.slice(at, at + behindWord).indexOf('\n\n');
  return {
    from: empty < 0 ? least : least + empty + 2,
    to: next < 0 ? Math.min(text.length, at + behindWord) : at + next,
  };
}

/** Two signs that stand together in code and not in sentences. */
const pairs = new Set(['=>', '==', '()', '::', '&&', '||', '</', '/*', '${', ';\n', ';\r']);

/** Whether a part of a text is prose, not code. */
export function isProse(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 123 || c === 125) return false;
    if ((c < 48 || (c > 57 && c < 65) || c === 124) && c > 35 && pairs.has(text.slice(i, i + 2)))
      return false;
  }
  return !code.test(text.slice(from, to));
}

/** Whether a part of a text has a digit, as nearly all that is looked for has. */
export function hasDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57) return true;
  }
  return false;
}

/** All words of a region that contain a digit, a sign or a capital, with what stands around them. */
export function valuesIn(text: string, from: number, to: number): SentenceValue[] {
  const region = text.slice(from, to);
  const found: SentenceValue[] = [];
  for (const { 0: whole, index } of region.matchAll(value)) {
    const trimmed = whole.replace(/[.,:?…*]{1,3}$/, '').replace(/^[*_]{1,2}(?=\p{L})/u, '');
    if (trimmed.length < 4) continue;
    const start = from + index + whole.indexOf(trimmed);
    const end = start + trimmed.length;
    // A placeholder.
    if (text[start - 1] === '<' && text[end] === '>') continue;
    found.push({
      value: trimmed,
      start,
      end,
      before: text.slice(Math.max(0, start - nearby), start),
      after: text.slice(end, end + nearby),
    });
  }
  return found;
}
