import type { Mention } from '../names/mentions.ts';
import { folded, type Word } from '../names/words.ts';
import {
  type Chunk,
  type Clause,
  clauseOf,
  decides,
  denies,
  deniesFirst,
  hasSubject,
  names,
} from './clause.ts';
import type { Grammar } from './grammar.ts';
import { type Token, tokensOf, withoutReasons } from './tokens.ts';
import { joinedVerbs } from './verbs.ts';

/** Cuts a statement into clauses, of which each has a verb of deciding where its sentence has any. */
export function clausesOf(words: readonly Word[], names: readonly Mention[], grammar: Grammar): Clause[] {
  const tokens = tokensOf(words, names, grammar);
  const clauses: Clause[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at += 1) {
    const token = tokens[at];
    if (token && (token.kind !== 'mark' || isOrdinal(token, words, grammar))) continue;
    const sentence = tokens.slice(from, at);
    clauses.push(...sentenceOf(sentence, words, grammar, words[token?.start ?? -1]?.text ?? ''));
    from = at + 1;
  }
  return clauses;
}

/** "am 1.7. abgeschaltet" */
const isOrdinal = ({ start }: Token, words: readonly Word[], { nobody }: Grammar): boolean => {
  const next = words[start + 1]?.text ?? '';
  return (
    words[start]?.text === '.' &&
    /^\d/.test(words[start - 1]?.text ?? '') &&
    (/^\p{Ll}/u.test(next) || nobody.has(folded(next)))
  );
};

const contrasts = new Set(['sondern', 'sino', 'mais', 'pero', 'aber']);

function sentenceOf(all: readonly Token[], words: readonly Word[], grammar: Grammar, mark: string): Clause[] {
  const tokens = withoutReasons(joinedVerbs(all, words, grammar), words, grammar);
  const chunks: Chunk[] = [];
  let chunk: Chunk = { tokens: [], comma: false, and: false, contrast: false };
  for (const token of tokens) {
    if (token.kind !== 'comma' && token.kind !== 'and') {
      chunk.tokens.push(token);
      continue;
    }
    if (chunk.tokens.length > 0) {
      chunks.push(chunk);
      chunk = { tokens: [], comma: false, and: false, contrast: false };
    }
    if (token.kind === 'comma') chunk.comma = true;
    else chunk.and = true;
    if (contrasts.has(words[token.start]?.lower ?? '')) chunk.contrast = true;
  }
  if (chunk.tokens.length > 0) chunks.push(chunk);

  const groups: Chunk[][] = [];
  for (const [i, one] of chunks.entries()) {
    const group = groups.at(-1);
    const next = chunks[i + 1];
    const decided = group?.some(decides) ?? false;
    const denied = group !== undefined && !decided && group.every(denies);
    const toNext = one.comma && !decides(one) && next?.and && !next.comma && decides(next);
    const named = group?.some(names) ?? false;
    const apart =
      group === undefined ||
      (named && !decided && !denied && one.comma && !one.and && decides(one) && speaks(one)) ||
      (decided &&
        named &&
        (decides(one) ||
          toNext ||
          denies(one) ||
          (one.comma && !one.and && !(next?.and && !decides(next))))) ||
      (denied &&
        (one.contrast || (one.comma && !one.and && !deniesFirst(one) && (decides(one) || !next?.and))));
    if (apart) groups.push([one]);
    else group.push(one);
  }
  return groups
    .filter(([first], i) => !(i > 0 && first && !decides(first) && speaks(first) && !first.contrast))
    .map((group, i) => ({
      ...clauseOf(group, words, grammar, mark),
      affirmed: group[0]?.contrast === true,
      aside:
        i > 0 &&
        !group.some((one) => decides(one) || one.contrast || denies(one)) &&
        groups.some((one) => one.some(decides)),
    }));

  /** "…, it has been slow": a clause of its own. */
  function speaks(chunk: Chunk): boolean {
    return chunk.tokens.some((token) => hasSubject(token, words, grammar));
  }
}
