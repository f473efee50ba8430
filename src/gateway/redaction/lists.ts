import type { Runs } from './alphabets.ts';
import { isChosen, isRandom, isTold } from './checks.ts';
import type { Span } from './marks.ts';
import { strengthOf } from './names.ts';

type Found = { spans: Span[]; next: number };

/** Finds several secrets at once, and says where to continue looking for more of its kind. */
export type ListMatcher = (runs: Runs, at: number) => Found;

const kind = 'secret_field';
const insert =
  /insert\s{1,8}(?:ignore\s{1,8})?into\s{1,8}["'`\w.[\]]{1,120}\s{0,8}\((["'`\w\s,[\]]{1,1000})\)\s{0,8}values\s{0,8}/iy;
const tuple = /\s{0,8}\(((?:'[^'\n]{0,500}'|[^()'\n])*)\)\s{0,8}(,?)/y;
const literal = /'((?:[^'\n]|''){0,500})'|[^,']+/g;
const mostTuples = 2000;

/** The values of a statement that inserts rows, in its columns for secrets; `at` is where `insert` begins. */
export function insertedSecrets({ text }: Runs, at: number): Found {
  insert.lastIndex = at;
  const names = insert.exec(text)?.[1];
  if (names === undefined) return { spans: [], next: at };
  const strengths = names.split(',').map((name) => strengthOf(name.replaceAll(/["'`[\]\s]/g, '')));
  const spans: Span[] = [];
  let next = insert.lastIndex;
  for (let row = 0; row < mostTuples; row += 1) {
    tuple.lastIndex = next;
    const found = tuple.exec(text);
    if (!found) break;
    const begin = next + found[0].indexOf('(') + 1;
    const values = [...(found[1] ?? '').matchAll(literal)].filter(({ 0: one }) => one.trim() !== '');
    for (const [column, strength] of strengths.entries()) {
      const value = values[column]?.[1];
      const isSecret = strength === 'password' || strength === 'phrase' ? isChosen : isRandom;
      if (!strength || value === undefined || !isSecret(value)) continue;
      const start = begin + (values[column]?.index ?? 0) + 1;
      spans.push({ start, end: start + value.length, kind });
    }
    next += found[0].length;
    if (found[2] !== ',') break;
  }
  return { spans, next };
}

const heading =
  /(?:credentials|creds|logins|accounts|zugangsdaten|zugänge|identifiants|credenciales|passwords|passwörter)[^\n:]{0,60}:[ \t*]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?/iy;
const entry =
  /[ \t]{0,12}(?:[-*\u2022] |[0-9]{1,2}[.)] )?[*`]{0,2}[\w.@+-]{2,60}[*`]{0,2}[ \t]{0,3}[:/=][ \t]{1,4}[*`"']{0,2}([^\s"'`*<>|,;]{6,100})[^\n]{0,80}(?:\n|$)/y;
const mostEntries = 200;

/** Users with their passwords, one on each line below a heading that announces them. */
export function listedSecrets({ text }: Runs, at: number): Found {
  heading.lastIndex = at;
  if (!heading.test(text)) return { spans: [], next: at };
  const spans: Span[] = [];
  let next = heading.lastIndex;
  for (let line = 0; line < mostEntries && next < text.length; line += 1) {
    entry.lastIndex = next;
    const [whole = '', value] = entry.exec(text) ?? [];
    if (value === undefined) break;
    const start = next + whole.indexOf(value);
    if (isTold(value) || isRandom(value)) spans.push({ start, end: start + value.length, kind });
    next += whole.length;
  }
  return { spans, next };
}

const pair = /^"[\w.@-]{1,60}" "([^"\n]{8,200})"[ \t]*\r?$/gm;

/** The list of users of a connection pooler: a name and a password, quoted, on each line. */
export function pairedSecrets(text: string): Span[] {
  if (!text.includes('" "')) return [];
  return [...text.matchAll(pair)].flatMap(({ 0: line, 1: value = '', index }) => {
    const start = index + line.lastIndexOf(value);
    return isRandom(value) || /^(?:SCRAM-SHA-256\$|md5[0-9a-f]{32}$)/.test(value)
      ? [{ start, end: start + value.length, kind: 'secret_field' }]
      : [];
  });
}
