import type { Mention } from '../names/mentions.ts';
import { folded, type Word } from '../names/words.ts';
import { type Entry, type Grammar, type Phrase, phraseAt } from './grammar.ts';
import type { PrepositionKind } from './tables.ts';

/** Words that belong together in a statement, and what they are in it. */
export type Token =
  | { kind: 'predicate'; start: number; end: number; phrases: Phrase<Entry>[] }
  | { kind: 'preposition'; start: number; end: number; text: string; kinds: readonly PrepositionKind[] }
  | {
      kind: 'not' | 'none' | 'noMore' | 'and' | 'reasons' | 'comma' | 'mark' | 'filler' | 'word' | 'name';
      start: number;
      end: number;
    };

const closing = new Set(['.', ';', '!', '?', ':', '–', '—', '(', ')']);
const marks = ['noMore', 'none', 'not', 'reasons', 'and'] as const;

export function tokensOf(words: readonly Word[], names: readonly Mention[], grammar: Grammar): Token[] {
  const plain = words.map(({ lower }) => folded(lower)).map((word) => grammar.contracted.get(word) ?? word);
  const accented = grammar.letters.test('à') && words.some(({ lower }) => grammar.letters.test(lower));
  const tokens: Token[] = [];
  for (let start = 0; start < words.length; ) {
    const token = tokenAt(start);
    tokens.push(token);
    start = token.end;
  }
  return tokens;

  function tokenAt(start: number): Token {
    const text = words[start]?.text ?? '';
    const name = names.find((one) => one.start === start);
    if (name) return { kind: 'name', start, end: name.end };
    if (text === ',' || closing.has(text))
      return { kind: text === ',' ? 'comma' : 'mark', start, end: start + 1 };
    const found: Token[] = [];
    const ends = (grammar.predicates.get(plain[start] ?? '') ?? []).flatMap((phrase) => {
      const end = endOf(phrase, start);
      return end === undefined ? [] : [{ phrase, end }];
    });
    const end = Math.max(0, ...ends.map((one) => one.end));
    if (end > 0)
      found.push({
        kind: 'predicate',
        start,
        end,
        phrases: ends.filter((one) => one.end === end).map(({ phrase }) => phrase),
      });
    // French "a" is a verb where accents are written.
    const preposition = text === 'a' && accented ? undefined : phraseAt(grammar.prepositions, plain, start);
    if (preposition)
      found.push({ kind: 'preposition', start, end: start + preposition.words.length, ...preposition.value });
    for (const kind of marks) {
      const mark = phraseAt(grammar.marks[kind], plain, start);
      if (mark) found.push({ kind, start, end: start + mark.words.length });
    }
    const filler = phraseAt(grammar.fillers, plain, start);
    if (filler) found.push({ kind: 'filler', start, end: start + filler.words.length });
    found.sort((a, b) => b.end - a.end);
    return found[0] ?? { kind: 'word', start, end: start + 1 };
  }

  /** Where a phrase ends that begins here; words that say nothing may stand inside it: "mis rapidement en place". */
  function endOf({ words: forms }: Phrase<Entry>, start: number): number | undefined {
    let at = start;
    for (const [i, form] of forms.entries()) {
      for (
        let gap = 0;
        i > 0 && gap < 2 && !form.has(plain[at] ?? '') && grammar.fillers.has(plain[at] ?? '');
        gap += 1
      )
        at += 1;
      if (!form.has(plain[at] ?? '')) return undefined;
      at += 1;
    }
    return at;
  }
}

/** Without reasons and asides. */
export function withoutReasons(tokens: readonly Token[], words: readonly Word[], grammar: Grammar): Token[] {
  const told: Token[] = [];
  let skipping: 'no' | 'toComma' | 'toEnd' = 'no';
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (skipping !== 'no') {
      const resumes = token.kind === 'comma' && (skipping === 'toComma' || next?.kind === 'and');
      if (!resumes) continue;
      skipping = 'no';
    }
    const aside =
      tokens[i - 1]?.kind === 'comma' &&
      grammar.pronouns.has(words[token.start]?.lower ?? '') &&
      next?.kind !== 'word' &&
      next?.kind !== 'name';
    if (token.kind === 'reasons' || aside) {
      const telling = told.some(({ kind }) => kind === 'predicate' || kind === 'name' || kind === 'word');
      skipping = telling && !aside ? 'toEnd' : 'toComma';
      continue;
    }
    told.push(token);
  }
  return told;
}
