import { folded, type Word } from '../names/words.ts';
import { type Entry, type Grammar, type Phrase, phraseAt } from './grammar.ts';
import type { Token } from './tokens.ts';

const opens = (token: Token | undefined): boolean =>
  token === undefined || token.kind === 'comma' || token.kind === 'and' || token.kind === 'reasons';

/** Joins verbs with prefixes that stand apart from them, and leaves out words that are predicates only with such a prefix. */
export function joinedVerbs(tokens: readonly Token[], words: readonly Word[], grammar: Grammar): Token[] {
  const taken = new Set<Token>();
  const found = new Map<Token, Phrase<Entry>[]>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'predicate' || taken.has(token)) continue;
    let own = token.phrases.filter(({ particle }) => particle === undefined);
    const apart = token.phrases.filter(({ particle }) => particle !== undefined);
    for (let j = i + 1; apart.length > 0 && j < tokens.length; j += 1) {
      const other = tokens[j];
      if (!other) break;
      const text = folded(words[other.start]?.lower ?? '');
      const fitting = apart.filter(({ particle }) => particle === text);
      const next = tokens[j + 1];
      if (fitting.length > 0 && (opens(next) || next?.kind === 'preposition')) {
        own = fitting;
        taken.add(other);
        break;
      }
      if (
        other.kind === 'predicate' &&
        other.phrases.some(({ value }) => !value.noun) &&
        fitting.length === 0 &&
        j > i + 1 &&
        other.phrases.some(({ particle }) => particle === undefined)
      )
        break;
    }
    found.set(token, own);
  }
  return tokens.flatMap((token): Token[] => {
    if (taken.has(token)) return [{ kind: 'filler', start: token.start, end: token.end }];
    if (token.kind !== 'predicate') return [token];
    const phrases = found.get(token) ?? [];
    const plain = folded(words[token.start]?.lower ?? '');
    const preposition =
      token.end === token.start + 1 ? phraseAt(grammar.prepositions, [plain], 0) : undefined;
    const next = tokens[tokens.indexOf(token) + 1];
    // "Aus für X", but "aus dem X".
    const fits = (needed: readonly string[]) =>
      preposition === undefined ||
      needed.length === 0 ||
      (next?.kind === 'preposition' && needed.includes(next.text));
    const fitting = phrases.filter(({ value }) => fits(value.prepositions));
    if (fitting.length > 0) return [{ ...token, phrases: fitting }];
    return [
      preposition
        ? { kind: 'preposition', start: token.start, end: token.end, ...preposition.value }
        : { kind: 'filler', start: token.start, end: token.end },
    ];
  });
}
