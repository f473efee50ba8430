import { folded } from '../names/words.ts';
import { listOf, setOf, spellings } from './spellings.ts';
import type { Frame, PrepositionKind, Tables } from './tables.ts';

export type Entry = { frame: Frame; prepositions: readonly string[]; noun: boolean };
export type Phrase<T> = { words: readonly ReadonlySet<string>[]; value: T; particle?: string };
export type Index<T> = ReadonlyMap<string, readonly Phrase<T>[]>;

function indexOf<T>(phrases: readonly Phrase<T>[]): Index<T> {
  const index = new Map<string, Phrase<T>[]>();
  for (const phrase of phrases)
    for (const form of phrase.words[0] ?? []) {
      const list = index.get(form);
      if (list) list.push(phrase);
      else index.set(form, [phrase]);
    }
  for (const list of index.values()) list.sort((a, b) => b.words.length - a.words.length);
  return index;
}

type Contracted = ReadonlyMap<string, string>;

const literal = (text: string, contracted: Contracted): ReadonlySet<string>[] =>
  text.split(' ').map((word) => new Set(spellings(word).flatMap((one) => [one, contracted.get(one) ?? one])));

const phrasesOf = (text: string, contracted: Contracted): Index<string> =>
  indexOf(listOf(text).map((one) => ({ words: literal(one, contracted), value: one })));

function prepositionsOf(
  prepositions: Tables['prepositions'],
  contracted: Contracted,
): Index<{ kinds: PrepositionKind[]; text: string }> {
  const kinds = new Map<string, PrepositionKind[]>();
  for (const [kind, list] of Object.entries(prepositions) as [PrepositionKind, string][])
    for (const text of listOf(list)) kinds.set(text, [...(kinds.get(text) ?? []), kind]);
  return indexOf(
    [...kinds].map(([text, of]) => ({
      words: literal(text, contracted),
      value: { kinds: of, text: folded(text) },
    })),
  );
}

function predicatesOf({ predicates, endings, participles }: Tables, contracted: Contracted): Index<Entry> {
  const tails = endings.split(' ').map(folded);
  const formsOf = (stem: string): string[] =>
    spellings(stem).flatMap((one) => [
      ...tails.map((tail) => one + tail),
      ...(participles?.split(' ') ?? []).map((tail) => `ge${one}${tail}`),
    ]);
  const wordOf = (word: string): ReadonlySet<string> =>
    word.endsWith('~') ? new Set(formsOf(word.slice(0, -1))) : (literal(word, contracted)[0] ?? new Set());
  const phrases: Phrase<Entry>[] = [];
  for (const line of predicates.replace(/\n\s+/g, ' ').trim().split('\n')) {
    const colon = line.indexOf(':');
    const [name = '', ...prepositions] = line.slice(0, colon).split(' ').filter(Boolean);
    const [frame, noun] = name.split('.');
    const list = line.slice(colon + 1);
    const value: Entry = {
      frame: frame as Frame,
      prepositions: prepositions.map(folded),
      noun: noun !== undefined,
    };
    for (const text of listOf(list)) {
      const [prefix = '', stem] = text.split('|');
      if (stem === undefined) {
        phrases.push({ words: text.split(' ').map(wordOf), value });
        continue;
      }
      const bare = stem.replace('~', '');
      const own = formsOf(bare);
      const joined = spellings(prefix).flatMap((one) => [
        ...own.map((form) => one + form),
        ...spellings(bare).map((form) => `${one}zu${form}en`),
      ]);
      phrases.push({ words: [new Set(joined)], value });
      phrases.push({ words: [new Set(own)], value, particle: folded(prefix) });
    }
  }
  return indexOf(phrases);
}

export type Grammar = {
  /** Forms of its verbs that are no English words. */
  tells: ReadonlySet<string>;
  predicates: Index<Entry>;
  prepositions: Index<{ kinds: PrepositionKind[]; text: string }>;
  contracted: ReadonlyMap<string, string>;
  marks: Record<'not' | 'none' | 'noMore' | 'and' | 'reasons', Index<string>>;
  pronouns: ReadonlySet<string>;
  fillers: Index<string>;
  letters: RegExp;
  finite: ReadonlySet<string>;
  nobody: ReadonlySet<string>;
  carriers: ReadonlySet<string>;
  capitals: boolean;
};

export function grammarOf(tables: Tables): Grammar {
  const contracted = new Map(
    listOf(tables.contracted).map((pair) => pair.split(' ').map(folded) as [string, string]),
  );
  const predicates = predicatesOf(tables, contracted);
  const tells = tables.tells.split(' ');
  const english = setOf(tables.english);
  return {
    predicates,
    tells: new Set(
      [...predicates]
        .filter(
          ([form, phrases]) =>
            form.length > 3 &&
            tells.some((ending) => form.endsWith(ending)) &&
            !english.has(form) &&
            phrases.some(({ words, particle }) => words.length === 1 && particle === undefined),
        )
        .map(([form]) => form),
    ),
    prepositions: prepositionsOf(tables.prepositions, contracted),
    contracted,
    marks: {
      not: phrasesOf(tables.not, contracted),
      none: phrasesOf(tables.none, contracted),
      noMore: phrasesOf(tables.noMore, contracted),
      and: phrasesOf(tables.and, contracted),
      reasons: phrasesOf(tables.reasons, contracted),
    },
    pronouns: setOf(tables.pronouns),
    fillers: phrasesOf(
      tables.fillers
        .trim()
        .split(/\s+/)
        .map((one) => one.replaceAll('_', ' '))
        .join(),
      contracted,
    ),
    letters: tables.letters,
    finite: setOf(tables.finite),
    nobody: setOf(tables.nobody),
    carriers: setOf(tables.carriers),
    capitals: tables.capitals,
  };
}

/** The longest phrase that begins at a word. */
export function phraseAt<T>(index: Index<T>, words: readonly string[], at: number): Phrase<T> | undefined {
  return index
    .get(words[at] ?? '')
    ?.find((phrase) => phrase.words.every((forms, i) => forms.has(words[at + i] ?? '')));
}
