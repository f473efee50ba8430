import type { DocumentModel } from '../document/block.ts';
import { isGivenName } from '../document/given-names.ts';
import { ordinaryIn } from './ordinary.ts';
import { shortNamesIn } from './parties.ts';

/** The people and parties of a document, each under one name. */
export type Registry = {
  /** The fullest name for a short one, or the name itself. */
  resolve(name: string): string;
  isKnown(name: string): boolean;
  /** How often a capitalised word occurs, and whether it also does in lower case. */
  occurs(word: string): { often: number; lower: boolean };
  /** Whether a capitalised word is a frequent one of the language, and not used as a name. */
  isOrdinary(word: string): boolean;
  /** Known single words (handles, first names, initials), in lower case. */
  words: ReadonlyMap<string, string>;
};

/** "Ms. Lee" is Cindy Lee. "M. Lee" is one in French, "Don Lee" in Spanish; elsewhere they have those names. */
const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sr|sra|srta|doña)\.? (?=\p{Lu})/iu;
const honorifics = new Map([
  ['fr', /^m\.? (?=\p{Lu})/iu],
  ['es', /^don\.? (?=\p{Lu})/iu],
]);

const simpleIn =
  (language: string) =>
  (name: string): string =>
    name
      .replace(/^@/, '')
      .replace(/\([^()]*\)$/, '')
      .replace(honorific, '')
      .replace(honorifics.get(language) ?? honorific, '')
      .replace(/[_\s]+/g, ' ')
      .trim();

/** Short forms of given names that do not begin them. */
const shortNames: readonly (readonly [string, RegExp])[] = [
  ['dave', /^david$/i],
  ['danny', /^daniel$/i],
  ['becky', /^rebecca$/i],
  ['maggie', /^margaret$/i],
  ['chuck', /^charles$/i],
  ['andy', /^andrew$/i],
  ['jenny', /^jennifer$/i],
  ['kathy', /^katherine$/i],
  ['pepe', /^jos[ée]$/i],
  ['paco', /^francisco$/i],
  ['mike', /^mi(?:chael|khail)$/i],
  ['bob', /^robert$/i],
  ['rob', /^robert$/i],
  ['bill', /^william$/i],
  ['will', /^william$/i],
  ['jim', /^james$/i],
  ['joe', /^joseph$/i],
  ['tony', /^anthony$/i],
  ['dick', /^richard$/i],
  ['rick', /^richard$/i],
  ['ted', /^(?:edward|theodore)$/i],
  ['liz', /^elizabeth$/i],
  ['kate', /^katherine$/i],
  ['peggy', /^margaret$/i],
  ['sasha', /^alexand(?:er|ra)$/i],
  ['andi', /^andreas$/i],
  ['toni', /^anton$/i],
];

/** Words that are names only together with others. */
const common =
  /^(?:the|of|and|team|group|will|may|mark|bill|grant|chair|board|committee|working|project|open|source|foundation|council|data|web|dr|mr|mrs|ms|van|von|de|la|le|der)$/;

export function registryOf(model: DocumentModel, text: string, language = 'en'): Registry {
  const simple = simpleIn(language);
  const written = wordsOf(text);
  const full = new Map<string, string>();
  const words = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  for (const raw of model.names) {
    const name = simple(raw);
    if (name === '' || name.length > 80) continue;
    full.set(name.toLowerCase(), raw.includes('_') ? raw : name);
  }
  const claim = (short: string, name: string) => {
    const low = short.toLowerCase();
    if (low.length < 2 || common.test(low)) return;
    taken.set(low, (taken.get(low) ?? new Set()).add(name));
  };
  for (const name of full.values()) {
    const parts = name.split(/[\s_]+/).filter((part) => /^[\p{L}\p{N}]/u.test(part));
    const [first, last] = [parts[0], parts.at(-1)];
    if (parts.length > 1 && first !== undefined && last !== undefined && parts.length < 5) {
      claim(first, name);
      claim(last, name);
      claim(`${first.slice(0, 1)} ${last}`, name);
      claim(`${first.slice(0, 1)}. ${last}`, name);
      claim(`${first} ${last.slice(0, 1)}`, name);
      claim(`${first} ${last.slice(0, 1)}.`, name);
      // "José Carlos" of José Carlos Ortiz.
      if (parts.length > 2) claim(parts.slice(0, 2).join(' '), name);
      for (const [short, long] of shortNames) if (long.test(first)) claim(short, name);
      claim(parts.map((part) => part.slice(0, 1)).join(''), name);
      // "DW" of David A. Wheeler.
      if (parts.length > 2) claim(first.slice(0, 1) + last.slice(0, 1), name);
      // "JC" of Jean-Christophe Morin.
      if (first.includes('-')) claim(first.replace(/(?<=\p{L})[^-]*-?/gu, ''), name);
      // Handles: "alopez", "analopez", "anal".
      claim(`${first.slice(0, 1)}${last}`, name);
      claim(`${first.slice(0, 2)}${last}`, name);
      claim(`${first}${last}`, name);
      claim(`${first}${last.slice(0, 1)}`, name);
      claim(`${first}${last.slice(0, 3)}`, name);
    } else claim(name, name);
  }
  for (const [short, name] of taken) {
    if (common.test(short)) continue;
    const longer = [...name].filter((one) => one.toLowerCase() !== short);
    if (longer.length === 1) words.set(short, longer[0] ?? '');
    else if (longer.length === 0) words.set(short, [...name][0] ?? '');
  }
  for (const [short, name] of shortNamesIn(text)) words.set(short.toLowerCase(), name);
  for (const [short, name] of model.aliases) words.set(short, name);
  const unaccented = new Map<string, string>();
  for (const [low, name] of [...full, ...words]) unaccented.set(withoutAccents(low), name);
  const find = (name: string): string | undefined => {
    const short = simple(name);
    const low = short.toLowerCase();
    return (
      byHandle(short, full.values()) ??
      words.get(low) ??
      // "davidmiller7"
      words.get(/^\p{L}{5,}(?=\d{1,4}$)/u.exec(low)?.[0] ?? low) ??
      full.get(low) ??
      unaccented.get(withoutAccents(low)) ??
      byNickname(short, full.values())
    );
  };
  const resolve = (name: string): string => find(name) ?? simple(name);
  const isOrdinary = ordinaryIn(text, language);
  return {
    resolve,
    words,
    isKnown: (name) => find(name) !== undefined,
    isOrdinary: (word) => isOrdinary(word) && find(word) === undefined,
    occurs: (word) => ({ often: written.get(word) ?? 0, lower: written.has(word.toLowerCase()) }),
  };
}

const withoutAccents = (low: string): string => low.normalize('NFD').replace(/\p{M}/gu, '');

/** How often each word is written as it is. */
function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.slice(0, 60_000).matchAll(/[\p{L}\p{N}][\p{L}\p{N}_'’-]*/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** "igno" for ignopeverell, "Colin" for colinb: the beginning of only one handle, for a name with a capital nearly all of it. */
function byHandle(short: string, names: Iterable<string>): string | undefined {
  if (!/^[\p{L}][\p{Ll}\p{N}]{3,}$/u.test(short)) return undefined;
  const low = short.toLowerCase();
  const longest = low === short ? Number.POSITIVE_INFINITY : short.length + 3;
  const meant = [...names].filter(
    (name) =>
      !/\s/.test(name) &&
      name.length > short.length &&
      name.length <= longest &&
      (low === short || /^\p{Ll}/u.test(name)) &&
      name.toLowerCase().startsWith(low),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

/** "Cart" for Carter Anderson: the beginning of the first name of only one. */
function byNickname(short: string, names: Iterable<string>): string | undefined {
  if (!/^\p{Lu}\p{Ll}{2,}$/u.test(short) || common.test(short.toLowerCase())) return undefined;
  // "Jan" is hardly Janet.
  if (short.length === 3 && isGivenName(short)) return undefined;
  const meant = [...names].filter((name) => {
    const [first = '', ...rest] = name.split(/[\s_]+/);
    return rest.length > 0 && first.length <= short.length + 5 && first.startsWith(short);
  });
  return meant.length === 1 ? meant[0] : undefined;
}
