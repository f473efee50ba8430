import { keyOf, knownPhrase, type Named } from '../names/lexicon.ts';
import type { Mention } from '../names/mentions.ts';
import { folded, isVersion, type Word } from '../names/words.ts';
import { type Clause, genitives, type Part } from './clause.ts';
import { clausesOf } from './clauses.ts';
import { type FoundOption, optionsOfClause } from './frames.ts';
import type { Grammar } from './grammar.ts';
import type { NamedPart } from './roles.ts';

const longestName = 6;

/** What a statement in a language other than English chooses and gives up. */
export function readIn(
  grammar: Grammar,
  words: readonly Word[],
  mentions: readonly Mention[],
  isAlternative: (option: Named) => boolean,
): FoundOption[] {
  const known = ({ option }: Mention) => option.category !== undefined || isAlternative(option);
  const names = mentions.flatMap((one) => (known(one) ? one : (nameIn(one, words, grammar) ?? [])));
  const isNamed = (part: Part) => names.some(({ start, end }) => start >= part.start && end <= part.end);
  const read: FoundOption[] = [];
  const clauses = clausesOf(words, names, grammar);
  let before: NamedPart[] = [];
  let pending: Clause['predicates'] = [];
  for (const clause of clauses) {
    if (clause.predicates.length === 0) clause.predicates.push(...pending);
    pending =
      clause.mark === ':' && clause.parts.every(({ preposition }) => preposition !== '')
        ? clause.predicates
        : [];
    const parts = merged(clause, isNamed).flatMap((part) => namedPart(part, words, names, grammar) ?? []);
    const own = parts.some(({ options }) => options.length > 0);
    read.push(
      ...optionsOfClause(
        clause,
        own || clause.predicates.length === 0 || pending.length > 0 ? parts : before,
      ),
    );
    if (own) before = parts;
  }
  return read;
}

/** A name that its capitals give away, which are not those of nouns. */
function nameIn(mention: Mention, words: readonly Word[], { capitals }: Grammar): Mention | undefined {
  const isName = ({ text, first }: Word) => /\p{Ll}\p{Lu}|\p{Lu}{2}|\d/u.test(text) || (!capitals && !first);
  const own = words.slice(mention.start, mention.end);
  const start = own.findIndex(isName);
  if (start === -1) return undefined;
  if (start === 0) return mention;
  const name = own
    .slice(start)
    .map(({ text }) => text)
    .join(' ');
  return {
    ...mention,
    start: mention.start + start,
    option: { key: keyOf(name), name, category: undefined },
  };
}

/** Parts with their genitives, except where those may be what is left; parts of a list stand after the preposition of its first. */
const merged = ({ predicates, parts }: Clause, isNamed: (part: Part) => boolean): Part[] => {
  const moving = predicates.some(({ entries }) =>
    entries.some(({ frame }) => frame === 'move' || frame === 'place'),
  );
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (part.attached && before && predicates.length > 0 && !(moving && genitives.has(part.preposition))) {
      before.end = part.end;
      continue;
    }
    // "X for searching, Y for logs"
    const anew = before?.kinds.includes('other') && isNamed(part) && !isNamed(before);
    all.push(
      part.listed && before && !anew
        ? { ...part, preposition: before.preposition, kinds: before.kinds, denied: before.denied }
        : { ...part, listed: part.listed && !anew },
    );
  }
  return all;
};

const ofWords = new Set('de du des del von vom'.split(' '));

function namedPart(
  part: Part,
  words: readonly Word[],
  names: readonly Mention[],
  grammar: Grammar,
): NamedPart | undefined {
  const inside = names.filter(({ start, end }) => start >= part.start && end <= part.end);
  // "the contract with X", but not "the indexes of X".
  const [first] = inside;
  const genitive = words.findIndex(({ lower }, at) => at > part.start && at < part.end && ofWords.has(lower));
  const carried = grammar.carriers.has(folded(words[genitive - 1]?.lower ?? ''));
  if (first && (genitive === -1 || first.start < genitive || carried))
    return {
      ...part,
      options: inside
        .filter(({ start }) => genitive === -1 || carried || start < genitive)
        .map(({ option }) => option),
      known: true,
      capital: true,
    };
  const own = words.slice(part.start, part.end).filter(({ stem }) => stem !== '');
  const plain = own.map(({ lower }) => folded(lower));
  if (
    own.length === 0 ||
    own.length > longestName ||
    (own.length === 1 && grammar.carriers.has(plain[0] ?? ''))
  )
    return undefined;
  if (plain.some((word) => grammar.nobody.has(word)) || plain.every((word) => /^\d+$/.test(word)))
    return undefined;
  const telling = own.filter((word, i) => i === 0 || !isVersion(word));
  const name = telling.map(({ text }) => text).join(' ');
  return {
    ...part,
    known: false,
    capital: own.every(({ text }) => /^\p{Lu}/u.test(text)),
    options: [
      knownPhrase(telling) ?? { key: telling.map(({ stem }) => stem).join('-'), name, category: undefined },
    ],
  };
}
