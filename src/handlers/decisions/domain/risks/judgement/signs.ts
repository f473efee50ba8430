import type { Found } from '../polarity.ts';
import { type Token, tokensOf } from '../tokens.ts';
import { type Tagged, tagged } from './classes.ts';

/**
 * What a statement is judged by, in groups: `u` its words, `p` the same as they are written, also the parts of those written as
 * one (InsecureSkipVerify, skip_final_snapshot), `b` its pairs of neighbouring words, `c` the cues of the pack with their polarity,
 * `n` how many quarters of them are done away with, `r` the rules of the pack, `k` classes of words, `q` the classes of
 * neighbouring words that have one, `w` a word beside a class. A group weighs the same in a long statement as in a short one,
 * `n` and `r` count fully.
 */
export type Signs = Map<string, number>;

/** Sum of squares of the values of a group. */
const groupLength = 4;

export function signsOf(text: string, cues: readonly Found[], rules: readonly string[]): Signs {
  const tokens = tokensOf(text);
  const tags = tagged(tokens);
  const classed = tags.filter(({ classes }) => classes.length > 0);
  const signs: Signs = new Map();
  const groups = [
    tokens.map(({ stem }) => `u:${stem}`),
    partsOf(text),
    pairsOf(tokens),
    cues.map(({ name, polarity }) => `c:${name}${polarity}`),
    tags.flatMap(({ classes }) => classes.map((name) => `k:${name}`)),
    ...beside(classed),
  ];
  for (const group of groups) {
    const names = new Set(group);
    for (const name of names) signs.set(name, Math.sqrt(groupLength / names.size));
  }
  signs.set(`n:${quartersOf(cues)}`, 1);
  for (const rule of rules) signs.set(`r:${rule}`, 1);
  if (rules.length > 0) signs.set('r:any', 1);
  return signs;
}

const inside = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;
const partsOf = (text: string): string[] =>
  (
    text
      .replaceAll(inside, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((part) => `p:${part}`);

const quartersOf = (cues: readonly Found[]): string =>
  cues.length === 0
    ? 'none'
    : String(Math.round((4 * cues.filter(({ polarity }) => polarity === -1).length) / cues.length));

function pairsOf(tokens: readonly Token[]): string[] {
  const stems = ['^', ...tokens.map(({ stem }) => stem), '$'];
  return stems.slice(1).map((stem, i) => `b:${stems[i]} ${stem}`);
}

function beside(classed: readonly Tagged[]): [string[], string[]] {
  const both: string[] = [];
  const mixed: string[] = [];
  for (const [i, next] of classed.entries()) {
    const before = classed[i - 1];
    if (!before) continue;
    for (const first of before.classes) {
      for (const second of next.classes) both.push(`q:${first}>${second}`);
      mixed.push(`w:${first}>${next.word}`);
    }
    for (const second of next.classes) mixed.push(`w:${before.word}>${second}`);
  }
  return [both, mixed];
}
