import type { Mention } from './names/mentions.ts';
import { type Word, wordsOf } from './names/words.ts';
import type { ReadOption } from './option.ts';
import { optionsIn } from './parts.ts';
import { readOptions } from './read.ts';
import { stancesOf } from './stance.ts';

/** A word of a statement as the local model is given it, with the numbers of what it looks like and what the grammar makes of it. */
export type HintedWord = { text: string; hints: number[] };

/** The numbers of hints; `scripts/options/read.py` fits a weight to each. */
const hint = {
  known: [0, 1],
  capitalised: [2, 3],
  left: 4,
  reason: 5,
  chosen: [6, 7],
  rejected: [8, 9],
  capitalFirst: 10,
  capital: 11,
  mixed: 12,
  short: 13,
} as const;

/** The words of a statement for the local model, see {@link readOptions}. */
export function hintedWords(statement: string): HintedWord[] {
  const words = wordsOf(statement);
  const hinted = words.map(({ text }): HintedWord => ({ text, hints: [] }));
  const give = (at: number, number: number) => {
    const { hints = [] } = hinted[at] ?? {};
    if (!hints.includes(number)) hints.push(number);
  };
  const giveAll = (
    { start, end }: Pick<Mention, 'start' | 'end'>,
    [first, further]: readonly [number, number],
  ) => {
    for (let at = start; at < end; at += 1) give(at, at === start ? first : further);
  };
  const mentions = optionsIn(words);
  for (const one of mentions) giveAll(one, one.option.category === undefined ? hint.capitalised : hint.known);
  for (const [at, stance] of stancesOf(words).entries())
    if (stance !== 'chosen') give(at, stance === 'left' ? hint.left : hint.reason);
  for (const one of readOptions(statement).options) {
    const place = mentions.find(({ option }) => option.key === one.key) ?? placeOf(one, words);
    if (place) giveAll(place, hint[one.role]);
  }
  for (const [at, { text, first, lower }] of words.entries()) {
    if (/^\p{Lu}/u.test(text)) give(at, first ? hint.capitalFirst : hint.capital);
    if (/\p{Ll}\p{Lu}|\p{Lu}{2}|\d|[._]/u.test(text)) give(at, hint.mixed);
    if (lower.length <= 3) give(at, hint.short);
  }
  return hinted;
}

function placeOf({ name }: ReadOption, words: readonly Word[]): { start: number; end: number } | undefined {
  const own = wordsOf(name).map(({ lower }) => lower);
  const start = words.findIndex((_, at) => own.every((one, i) => words[at + i]?.lower === one));
  return start === -1 ? undefined : { start, end: start + own.length };
}
