import type { DocumentModel } from '../document/block.ts';
import { shortNamesIn } from './parties.ts';

/** The people and parties of a document, each under one name. */
export type Registry = {
  /** The fullest name for a short one, or the name itself. */
  resolve(name: string): string;
  isKnown(name: string): boolean;
  /** How often a capitalised word occurs, and whether it also does in lower case. */
  occurs(word: string): { often: number; lower: boolean };
  /** Known single words (handles, first names, initials), in lower case. */
  words: ReadonlyMap<string, string>;
};

/** "Ms. Lee" is Cindy Lee. */
const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|sr|sra|srta|don|doña)\.? (?=\p{Lu})/iu;

const simple = (name: string): string =>
  name
    .replace(/^@/, '')
    .replace(/\([^()]*\)$/, '')
    .replace(honorific, '')
    .replace(/[_\s]+/g, ' ')
    .trim();

/** Short forms of given names that do not begin them. */
const shortNames: readonly (readonly [string, RegExp])[] = [
  ['dave', /^david$/i],
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

export function registryOf(model: DocumentModel, text: string): Registry {
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
      full.get(low) ??
      unaccented.get(withoutAccents(low)) ??
      byNickname(short, full.values())
    );
  };
  const resolve = (name: string): string => find(name) ?? simple(name);
  return {
    resolve,
    words,
    isKnown: (name) => find(name) !== undefined,
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

/** "igno" for ignopeverell: the beginning of only one handle. */
function byHandle(short: string, names: Iterable<string>): string | undefined {
  if (!/^\p{Ll}[\p{Ll}\p{N}]{3,}$/u.test(short)) return undefined;
  const meant = [...names].filter(
    (name) => !/\s/.test(name) && name.length > short.length && name.toLowerCase().startsWith(short),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

/** "Cart" for Carter Anderson: the beginning of the first name of only one. */
function byNickname(short: string, names: Iterable<string>): string | undefined {
  if (!/^\p{Lu}\p{Ll}{3,}$/u.test(short)) return undefined;
  const meant = [...names].filter((name) => {
    const [first = '', ...rest] = name.split(/[\s_]+/);
    return rest.length > 0 && first.length <= short.length + 4 && first.startsWith(short);
  });
  return meant.length === 1 ? meant[0] : undefined;
}

const body =
  /(?<![\p{L}\p{N}-])((?:\p{Lu}[\p{L}\p{N}-]{0,30}(?: of(?: the)?)? ){0,5}(?:[Cc]ouncil|[Cc]ommittee|WG|[Ww]orking [Gg]roup|SIG|TSC|[Bb]oard|[Tt]eam|Foundation|[Gg]roup|Community Group|Association|Project)|\p{Lu}{2,6}(?= (?:[Mm]eeting|[Mm]inutes|[Cc]all)(?!\p{L}))|[Mm]itgliederversammlung|Gemeinderat|Stadtrat|Vorstand|Stadtverordnetenversammlung|[Cc]onseil (?:municipal|d'administration|communautaire)|[Aa]ssemblée générale(?: extraordinaire| ordinaire)?|Comité \p{L}+|Consejo \p{L}+|Junta \p{L}+|Ayuntamiento|Asamblea)(?!\p{L})/gu;
/** A committee of a foundation meets, not the foundation. */
const whole = /(?:Foundation|Association|Project)$/;

const bodyIn = (text: string): string | undefined => {
  const all = Array.from(text.slice(0, 200).matchAll(body), ([, name = '']) =>
    name.replace(
      /^(?:New|Formation of(?: the)?|Minutes of(?: the)?|Meeting of(?: the)?|Report of(?: the)?) /,
      '',
    ),
  );
  return all.find((name) => !whole.test(name)) ?? all[0];
};

/** The party whose meeting or record the document is, by its title. */
export const bodyOf = (title: string | null, model: DocumentModel): string | undefined =>
  bodyIn(title ?? '') ?? bodyIn(model.blocks[0]?.path[0]?.text ?? '');

const capitalised = /(?<=[\p{Ll},;(] )(?:\p{Lu}[\p{L}\p{N}.-]*\p{L})(?: \p{Lu}[\p{L}\p{N}-]*\p{L}){0,2}/gu;
const general =
  /^(?:i|we|the|a|an|it|this|github|gitlab|google|slack|api|pr|ci|adr|rfc|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|utc|javascript|python|linux|windows|macos|docker|kubernetes)$/i;
const leastNamed = 3;

/**
 * The project that "we" of a document may be: the name that its sentences use most, above all one of the title. In German every
 * noun looks like a name.
 */
export function projectOf(
  text: string,
  title: string | null,
  model: DocumentModel,
  language: string,
): string | undefined {
  if (language === 'de') return undefined;
  const people = new Set([...model.names].map((name) => name.toLowerCase()));
  const counts = new Map<string, number>();
  const body = text.slice(0, 60_000);
  for (const [name] of body.matchAll(capitalised))
    if (!general.test(name) && !people.has(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranked = [...counts]
    .filter(([, count]) => count >= leastNamed)
    .map(([name, count]) => [name, title?.includes(name) ? count * 3 : count] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 10)
    .map(([name, count]) => [name, count * (isParty(name, body) ? 2 : 1)] as const)
    .sort((a, b) => b[1] - a[1]);
  return ranked[0]?.[0];
}

/** Whether a text speaks of the team, the community or the maintainers of a name. */
const isParty = (name: string, text: string): boolean =>
  [
    'team',
    'community',
    'maintainer',
    'organi',
    'project',
    'group',
    'staff',
    'developers',
    'contributors',
  ].some((noun) => text.includes(`${name} ${noun}`) || text.includes(`${name}'s ${noun}`));

/** Whether a text is told by a "we": more than one in two hundred words. */
function weIn(text: string): 'never' | 'seldom' | 'often' {
  const body = text.slice(0, 60_000);
  const many =
    body.match(/(?<!\p{L})(?:we|our|wir|unser\p{L}{0,2}|nous|notre|nuestr\p{L}{1,2})(?!\p{L})/giu)?.length ??
    0;
  return many === 0 ? 'never' : many * 1000 > body.length ? 'often' : 'seldom';
}

/** What the document says of those who act in it. */
export function companyOf(
  author: string | null,
  title: string | null,
  model: DocumentModel,
  text: string,
  language: string,
) {
  const project = projectOf(text, title, model, language);
  return {
    author: author ?? model.sender,
    deciders: model.deciders,
    body: bodyOf(title, model),
    project,
    party: project !== undefined && isParty(project, text.slice(0, 60_000)),
    we: weIn(text),
  };
}
