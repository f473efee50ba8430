import { folded, type Word } from '../names/words.ts';
import type { Entry, Grammar } from './grammar.ts';
import type { PrepositionKind } from './tables.ts';
import type { Token } from './tokens.ts';

/** A stretch of a clause after a preposition, or after none. */
export type Part = {
  preposition: string;
  kinds: readonly PrepositionKind[];
  start: number;
  end: number;
  /** "no X", "not X": the opposite of what the clause says becomes of it. */
  denied: boolean;
  /** "but X" after a denial, which does not hold for it. */
  affirmed: boolean;
  /** It continues the list that the part before it began. */
  listed: boolean;
  /** It follows the part before it directly. */
  attached: boolean;
  /** No article stands between it and its preposition. */
  direct: boolean;
};

/** A verb or noun of deciding with the readings that it may have. */
export type Predicate = { at: number; entries: readonly Entry[] };

export type Clause = {
  predicates: Predicate[];
  parts: Part[];
  /** Prepositions that stand before its predicates. */
  prepositions: string[];
  /** How many words deny it. */
  denials: number;
  /** "no longer" */
  ended: boolean;
  /** It says what is done instead of what was denied before it. */
  affirmed: boolean;
  /** It only follows another clause, without a verb of its own. */
  aside: boolean;
  /** What ends its sentence. */
  mark: string;
};

/** What stands between commas and conjunctions. */
export type Chunk = { tokens: Token[]; comma: boolean; and: boolean; contrast: boolean };

/** "it", "has": the verb or the subject of a clause. */
export const hasSubject = ({ kind, start }: Token, words: readonly Word[], grammar: Grammar): boolean =>
  kind === 'filler' && grammar.finite.has(folded(words[start]?.lower ?? ''));

export const names = ({ tokens }: Chunk): boolean =>
  tokens.some(({ kind }) => kind === 'word' || kind === 'name');
export const decides = ({ tokens }: Chunk): boolean => tokens.some(({ kind }) => kind === 'predicate');
const denying = new Set<Token['kind']>(['not', 'noMore']);
/** "…, not X" */
export const denies = (chunk: Chunk): boolean =>
  !decides(chunk) && chunk.tokens.some(({ kind }) => denying.has(kind) || kind === 'none');
export const deniesFirst = ({ tokens }: Chunk): boolean => tokens[0]?.kind === 'none';

/** Only an article and a preposition stand between them. */
const touches = (before: Part, { start }: Token): boolean => start - before.end <= 2;

export const genitives = new Set(['de', 'von']);

/** What some chunks say together. */
export function clauseOf(
  chunks: readonly Chunk[],
  words: readonly Word[],
  grammar: Grammar,
  mark: string,
): Clause {
  const contracted = (at: number) => grammar.contracted.has(folded(words[at]?.lower ?? ''));
  const carries = ({ end }: Part) => grammar.carriers.has(folded(words[end - 1]?.lower ?? ''));
  const clause: Clause = {
    predicates: [],
    parts: [],
    prepositions: [],
    denials: 0,
    ended: false,
    affirmed: false,
    aside: false,
    mark,
  };
  for (const { tokens, comma, and, contrast } of chunks) {
    const elliptic =
      denies({ tokens, comma, and, contrast }) && !tokens.some((token) => hasSubject(token, words, grammar));
    let denied = false;
    let afterVerb = false;
    let preposition: { text: string; kinds: readonly PrepositionKind[]; end: number } | undefined;
    let open: Part | undefined;
    let first = comma || and;
    for (const token of tokens) {
      if (token.kind === 'predicate') {
        clause.predicates.push({ at: token.start, entries: token.phrases.map(({ value }) => value) });
        if (preposition) clause.prepositions.push(preposition.text);
        preposition = undefined;
        afterVerb = true;
      } else if (token.kind === 'preposition')
        preposition = preposition?.kinds.includes('instead') ? preposition : token;
      else if (token.kind === 'none') denied = true;
      else if (token.kind === 'not' || token.kind === 'noMore') {
        if (token.kind === 'noMore') clause.ended = true;
        if (elliptic) denied = true;
        else clause.denials += 1;
      } else if (token.kind === 'word' || token.kind === 'name') {
        // "for charts D3": a name begins anew.
        if (
          open &&
          !(token.kind === 'name' && open.kinds.includes('other')) &&
          !grammar.nobody.has(folded(words[open.end - 1]?.lower ?? ''))
        ) {
          open.end = token.end;
          continue;
        }
        const before = clause.parts.at(-1);
        open = {
          preposition: preposition?.text ?? '',
          kinds: preposition?.kinds ?? [],
          start: token.start,
          end: token.end,
          denied,
          affirmed: contrast && clause.parts.length > 0 && clause.denials > 0,
          listed:
            before !== undefined &&
            preposition === undefined &&
            (denied ? before.denied : first) &&
            !(comma && !and && before.kinds.includes('instead') && clause.parts.length === 1),
          direct:
            preposition !== undefined && preposition.end === token.start && !contracted(preposition.end - 1),
          attached:
            before !== undefined &&
            preposition !== undefined &&
            !afterVerb &&
            touches(before, token) &&
            (genitives.has(preposition.text) || carries(before)),
        };
        clause.parts.push(open);
        first = false;
        afterVerb = false;
        preposition = undefined;
        continue;
      }
      open = undefined;
    }
  }
  return clause;
}
