import { folded, type Word, wordsOf } from '../../options/names/words.ts';
import type { Stance } from '../../options/stance.ts';
import { craft } from './craft.ts';
import { data } from './data.ts';
import { devices } from './devices.ts';
import { languages } from './languages.ts';
import { operations } from './operations.ts';
import { people } from './people.ts';
import { products } from './products.ts';
import { running } from './running.ts';
import { services } from './services.ts';
import { teamwork } from './teamwork.ts';
import { work } from './work.ts';

/**
 * Matters that teams decide on, and the ways in which each can be decided. A line is `matter.way: terms`; of a line without a
 * way, the terms say only which matter it is. A term is a phrase, compared by stems and without accents; with `*`, its last word
 * is the beginning of one. A term can belong to several matters.
 */
type Term = { rest: readonly string[]; begins: boolean; matter: string; way: string };

const terms = new Map<string, Term[]>();
/** Terms of one beginning, by its first letters. */
const beginnings = new Map<string, Term[]>();
const lettersOfIndex = 3;

/** Whole words that name a matter, for a search. */
const names = new Map<string, string[]>();
const add = (to: Map<string, Term[]>, key: string, term: Term) => to.set(key, [...(to.get(key) ?? []), term]);

const lists = [
  data,
  services,
  running,
  work,
  products,
  teamwork,
  craft,
  operations,
  languages,
  devices,
  people,
];
for (const line of lists.flatMap((list) => list.trim().split('\n'))) {
  const colon = line.indexOf(': ');
  const [matter = '', way = ''] = line.slice(0, colon).split('.');
  for (const text of line.slice(colon + 2).split(', ')) {
    if (!text.endsWith('*')) names.set(matter, [...(names.get(matter) ?? []), text]);
    const begins = text.endsWith('*');
    const words = wordsOf(folded(text)).filter(({ stem }) => stem !== '');
    const last = words.length - 1;
    const parts = words.map(({ lower, stem }, i) => (begins && i === last ? lower : stem));
    const [first = '', ...rest] = parts;
    const term = { rest, begins, matter, way };
    if (begins && last === 0) add(beginnings, first.slice(0, lettersOfIndex), { ...term, rest: [first] });
    else add(terms, first, term);
  }
}

/** Of each matter, the ways that a decision chooses and those that it leaves; both are empty where it only speaks of it. */
export type Ways = {
  chosen: Set<string>;
  left: Set<string>;
  /** Whether the statement itself speaks of it, and not only its alternatives. */
  said: boolean;
};
export type Matters = ReadonlyMap<string, Ways>;

const mostMatters = 3;
const mostNames = 7;

/** What else decisions on the same matters are likely to name, those that one decides first. */
export const namesNear = (matters: Matters): string[] =>
  [...matters]
    .toSorted(([, a], [, b]) => Number(decides(b)) - Number(decides(a)))
    .slice(0, mostMatters)
    .flatMap(([matter]) => (names.get(matter) ?? []).slice(0, mostNames));

export const decides = ({ chosen, left }: Ways): boolean => chosen.size + left.size > 0;

/**
 * @param stances of the words, by their place.
 * @param statement how many of the words are of the statement; the others are of its alternatives.
 */
export function mattersOf(words: readonly Word[], stances: readonly Stance[], statement: number): Matters {
  const found = new Map<string, Ways>();
  const said = words.map(({ lower, stem }) => ({ word: folded(lower), stem: folded(stem) }));
  const reasons: (() => void)[] = [];
  /** Where the longest term of a matter ends: those within it say less. */
  const covered = new Map<string, number>();
  for (const [at, { word, stem }] of said.entries()) {
    if (stem === '') continue;
    const here = [
      ...(terms.get(stem) ?? []).filter(({ rest, begins }) =>
        rest.every((part, i) => {
          const next = said[at + 1 + i];
          return begins && i === rest.length - 1 ? next?.word.startsWith(part) : next?.stem === part;
        }),
      ),
      ...(beginnings.get(word.slice(0, lettersOfIndex)) ?? []).filter(({ rest: [start = ''] }) =>
        word.startsWith(start),
      ),
    ];
    here.sort((a, b) => b.rest.length - a.rest.length);
    const stance = stances[at] ?? 'chosen';
    for (const { rest, begins, matter, way } of here) {
      const length = begins && rest.length === 1 ? 1 : 1 + rest.length;
      if (at + length <= (covered.get(matter) ?? 0)) continue;
      covered.set(matter, at + length);
      const entry = found.get(matter) ?? { chosen: new Set(), left: new Set(), said: at < statement };
      found.set(matter, entry);
      if (way === '') continue;
      if (stance === 'reason')
        reasons.push(() => entry.chosen.size === 0 && !entry.left.has(way) && entry.chosen.add(way));
      else entry[stance].add(way);
    }
  }
  // What a reason names is what was chosen only where nothing else says so.
  for (const one of reasons) one();
  for (const { chosen, left } of found.values()) for (const way of chosen) left.delete(way);
  return found;
}
