import { platforms } from './platforms.ts';
import { practices } from './practices.ts';
import { services } from './services.ts';
import { software } from './software.ts';
import { stemOf } from './stem.ts';
import { stores } from './stores.ts';
import { tools } from './tools.ts';
import { isVersion, type Word, wordsOf } from './words.ts';

/**
 * The options known by name. A line with `#` begins a category; any other line is a canonical name and, after a
 * colon, its aliases: as written in any case, `=Go` in exactly this case (it is also a common word),
 * `~feature flag` by stems. A name that has an alias `=` of its own is itself matched in exactly this case.
 */
export type Named = {
  /** Identifies the option in the database. */
  key: string;
  /** As shown. */
  name: string;
  category: string | undefined;
};

export type Alias = { words: readonly string[]; by: 'case' | 'lower' | 'stem'; option: Named };

export const keyOf = (name: string): string => name.toLowerCase().replace(/\s+/g, '-');

const entries: Alias[] = [];
for (const list of [stores, services, platforms, software, tools, practices]) {
  let category: string | undefined;
  for (const line of list.trim().split('\n')) {
    if (line.startsWith('# ')) category = line.slice(2);
    else entries.push(...aliasesOf(line, category));
  }
}

function aliasesOf(line: string, category: string | undefined): Alias[] {
  const colon = line.indexOf(': ');
  const name = colon === -1 ? line : line.slice(0, colon);
  const given = colon === -1 ? [] : line.slice(colon + 2).split(', ');
  const option = { key: keyOf(name), name, category };
  const own = given.includes(`=${name}`) ? [] : [name];
  return [...own, ...given].map((alias): Alias => {
    const words = wordsOf(alias.replace(/^[=~]/, ''));
    if (alias.startsWith('~')) return { words: words.map(({ stem }) => stem), by: 'stem', option };
    if (alias.startsWith('=')) return { words: words.map(({ text }) => text), by: 'case', option };
    return { words: words.map(({ lower }) => lower), by: 'lower', option };
  });
}

/** Aliases by their first word, longest first. */
export const aliasesBy = (by: Alias['by']): ReadonlyMap<string, readonly Alias[]> => {
  const index = new Map<string, Alias[]>();
  for (const entry of entries.filter((one) => one.by === by)) {
    const first = entry.words[0] ?? '';
    index.set(first, [...(index.get(first) ?? []), entry]);
  }
  for (const list of index.values()) list.sort((a, b) => b.words.length - a.words.length);
  return index;
};

const joined = (phrase: readonly string[]): string => phrase.join(' ');
const byWords = new Map(
  entries
    .filter(({ by }) => by !== 'stem')
    .map(({ words, option }) => [joined(words).toLowerCase().replaceAll('.', ''), option]),
);
const byStems = new Map([
  ...entries.map(({ words, by, option }): [string, Named] => [
    joined(by === 'stem' ? words : words.map((word) => stemOf(word.toLowerCase()))),
    option,
  ]),
]);

/** The option that a whole phrase names, in any case of its letters and with any version; undefined for an unknown one. */
export function knownPhrase(phrase: readonly Word[]): Named | undefined {
  const words = phrase.filter((word, i) => word.stem !== '' && (i === 0 || !isVersion(word)));
  return (
    byWords.get(joined(words.map(({ lower }) => lower))) ?? byStems.get(joined(words.map(({ stem }) => stem)))
  );
}

const categories = new Map(entries.map(({ option }) => [option.key, option.category]));

/** The kind of an option, such as database; undefined for an unknown one. */
export const categoryOf = (key: string): string | undefined => categories.get(key);

/** All spellings of an option that a text may use, in lower case; stems are left out. */
export const spellingsOf = (key: string): string[] => [
  ...new Set(
    entries
      .filter(({ by, option }) => option.key === key && by !== 'stem')
      .map(({ words }) => words.join(' ').toLowerCase()),
  ),
];

const leaving = [
  'drop',
  'remove',
  'retire',
  'stop',
  'avoid',
  'ban',
  'replace',
  'abandon',
  'without',
  'not',
  'no longer',
  'get rid of',
];

/** Groups of terms of which each must occur in a text that chooses an option, or chooses to do without it. */
export function termsOf(key: string, name: string, stance: 'for' | 'against'): string[][] {
  const spellings = [...new Set([name.toLowerCase(), ...spellingsOf(key)])];
  return stance === 'for' ? [spellings] : [leaving, spellings];
}

/** Names that are long enough to be recognised with a slip of the pen. */
export const longNames: readonly Alias[] = entries.filter(
  ({ words, by }) => by === 'lower' && words.length === 1 && (words[0]?.length ?? 0) >= 8,
);
