import { fold, unspaced, wordsOf } from './words.ts';

/**
 * Finds words and phrases of a table in texts. Within a cue, `*` ends a prefix, `..` stands for up to five words, and `^`
 * for the beginning of the text. Brackets are ignored. Cues in scripts without spaces are found anywhere.
 */
export type Matcher<Value> = (text: string) => { cue: string; value: Value }[];

type Part = { word: string; prefix: boolean; gap: boolean };
type Cue<Value> = { cue: string; value: Value; first: boolean; parts: Part[] };

const widestGap = 5;

/**
 * Tables are prepared when they are first used: many commands never are.
 *
 * @param entries cues, separated by ` | `, with the value that a match returns.
 */
export function matcher<Value>(entries: readonly { cues: string; value: Value }[]): Matcher<Value> {
  let prepared: Matcher<Value> | undefined;
  return (text) => {
    prepared ??= prepare(entries);
    return prepared(text);
  };
}

function prepare<Value>(entries: readonly { cues: string; value: Value }[]): Matcher<Value> {
  /** Cues by their first word or prefix. */
  const byWord = new Map<string, Cue<Value>[]>();
  const byPrefix = new Map<string, Cue<Value>[]>();
  const anywhere: { cue: string; value: Value }[] = [];
  for (const { cues, value } of entries)
    for (const written of cues.split(' | ')) {
      const cue = fold(written.trim());
      const parts = unspaced.test(cue) ? [] : partsOf(cue);
      const head = parts[0];
      if (!head) {
        anywhere.push({ cue, value });
        continue;
      }
      const index = head.prefix ? byPrefix : byWord;
      const same = index.get(head.word) ?? [];
      same.push({ cue, value, first: cue.startsWith('^'), parts });
      index.set(head.word, same);
    }
  const longestPrefix = Math.max(0, ...[...byPrefix.keys()].map((prefix) => prefix.length));

  return (text) => {
    const folded = fold(text);
    const words = wordsOf(folded);
    const found: { cue: string; value: Value }[] = [];
    for (const [at, word] of words.entries()) {
      const here = [...(byWord.get(word) ?? [])];
      for (let length = 2; length <= Math.min(word.length, longestPrefix); length += 1)
        here.push(...(byPrefix.get(word.slice(0, length)) ?? []));
      for (const { cue, value, first, parts } of here)
        if ((!first || at === 0) && follows(words, at, parts)) found.push({ cue, value });
    }
    if (unspaced.test(folded)) found.push(...anywhere.filter(({ cue }) => folded.includes(cue)));
    return found;
  };
}

function partsOf(cue: string): Part[] {
  const parts: Part[] = [];
  let gap = false;
  for (const piece of cue.replace(/^\^/, '').split(/[\s[\]]+/)) {
    if (piece === '..') gap = true;
    else if (piece !== '') {
      parts.push({ word: piece.replace(/\*$/, ''), prefix: piece.endsWith('*'), gap });
      gap = false;
    }
  }
  return parts;
}

const fits = (part: Part, word: string | undefined): boolean =>
  word !== undefined && (part.prefix ? word.startsWith(part.word) : word === part.word);

function follows(words: readonly string[], from: number, parts: readonly Part[]): boolean {
  let at = from;
  for (const part of parts.slice(1)) {
    const last = part.gap ? at + 1 + widestGap : at + 1;
    let next = at + 1;
    while (next <= last && !fits(part, words[next])) next += 1;
    if (next > last) return false;
    at = next;
  }
  return true;
}
