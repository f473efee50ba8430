import type { Fact } from './kinds.ts';
import { type Found, isNumeral, joined, numberAt, rangeAt } from './numbers.ts';
import { type Token, tokensOf } from './token.ts';
import { hasCapitalNouns, isFunction, isName, isPart, isProduct, isUnit } from './vocabulary.ts';

/** Names of one or several words, with the version behind them, numbers, and single words of a known form. */
export function runs(text: string): Fact[] {
  const tokens = tokensOf(text);
  const nouns = hasCapitalNouns(text);
  const facts: Fact[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found =
      numberAt(tokens, at) ?? nameAt(tokens, at, nouns) ?? phraseAt(tokens, at) ?? single(tokens, at);
    if (!found) continue;
    facts.push(found.fact);
    at += found.taken - 1;
  }
  return facts;
}

const mostOfName = 5;
const mostOfPhrase = 8;
const verbs =
  /^(?:installing|updating|upgrading|using|running|building|compiling|moving|bumping|testing|updated|upgraded|installed|bump|upgrade|update|use|accept|add|allow|change|clicking|compare|comparar|comparer|convert|deprecate|enable|disable|fix|make|migrate|move|pin|pressing|remove|rename|replace|set|setting|support|switch|agregar|añadir|adicionar|ajouter|aggiungere|remplacer|reemplazar|supprimer|meglio|mehrere|weniger)$/i;

/** Words of a known form. */
function single(tokens: readonly Token[], at: number): Found | undefined {
  const { text, kind } = tokens[at] ?? {};
  if (text === undefined || kind === undefined || /^\d$/.test(text)) return undefined;
  return { fact: { kind, text }, taken: 1 };
}

/** Latin words within another script, those that follow each other together. */
function phraseAt(tokens: readonly Token[], at: number): Found | undefined {
  const end = endOf(
    tokens,
    at,
    mostOfPhrase,
    ({ text, foreign }) => foreign && /^[A-Za-z][A-Za-z'’-]*$/.test(text),
  );
  const text = joined(tokens, at, end - at);
  return text.length < 2 ? undefined : { fact: { kind: 'identifier', text }, taken: end - at };
}

/** Where the tokens from `at` on that fit end: at punctuation, or when there are enough. */
function endOf(tokens: readonly Token[], at: number, most: number, fits: (token: Token) => boolean): number {
  let end = at;
  while (end - at < most) {
    const token = tokens[end];
    if (!token || !fits(token)) break;
    end += 1;
    if (token.last) break;
  }
  return end;
}

/** "Xiaomi Redmi Note 12", "Apache Commons Logging", "mocha 5": of several parts or with a number, or a name by itself. */
function nameAt(tokens: readonly Token[], at: number, nouns: boolean): Found | undefined {
  const first = tokens[at];
  if (!first) return undefined;
  const second = first.last ? undefined : tokens[at + 1];
  if (first.kind === 'identifier' && /^(?:true|false|null)$/.test(second?.text ?? ''))
    return { fact: { kind: 'identifier', text: joined(tokens, at, 2) }, taken: 2 };
  if (/^--?[A-Za-z]/.test(first.text) && second?.kind !== undefined && !second.text.startsWith('-'))
    return { fact: { kind: 'identifier', text: joined(tokens, at, 2) }, taken: 2 };
  const end = endOf(tokens, at, mostOfName, isPart);
  if (end === at) {
    // "node-sqlite3 3.1.7", "mocha v5": a word in lower case is a name when a version follows.
    const named =
      first.kind !== 'version' && /^\p{L}[\p{L}\d@/.-]+$/u.test(first.text) && !isFunction(first.text);
    const unit = second?.last ? '' : (tokens[at + 2]?.text ?? '');
    return second?.kind === 'version' && named && !isUnit(unit) ? numbered(tokens, at, at + 2) : undefined;
  }
  // "Installing 2.0.4", "Add ESLint": a verb.
  if (first.first && verbs.test(first.text)) return undefined;
  const number = tokens[end - 1]?.last ? undefined : tokens[end];
  const unit = number?.last ? '' : (tokens[end + 1]?.text ?? '');
  if (number?.kind === 'version' || (isNumeral(number) && !isUnit(unit)))
    return numbered(tokens, at, end + 1);
  const plain = first.kind === undefined && !isProduct(first.text);
  if (end - at === 1) {
    if (first.kind !== undefined || !(isName(first) || /^[A-Z]{2,}$/.test(first.text))) return undefined;
    return nouns && plain && !/^\p{Lu}{2,}$/u.test(first.text)
      ? undefined
      : { fact: { kind: 'identifier', text: first.text }, taken: 1 };
  }
  if (nouns && first.first && plain) return undefined;
  return { fact: { kind: 'identifier', text: joined(tokens, at, end - at) }, taken: end - at };
}

/** A name with the version or number before `end`, the one up to which it goes, or what ends the name: "iPhone 12 Pro". */
function numbered(tokens: readonly Token[], at: number, end: number): Found {
  const number = tokens[end - 1];
  const version = number?.kind === 'version';
  let taken = end - at + (version ? rangeAt(tokens, end, ({ kind }) => kind === 'version') : 0);
  const next = tokens[at + taken];
  if (taken === end - at && !number?.last && next && !next.first && isPart(next)) taken += 1;
  return { fact: { kind: version ? 'version' : 'identifier', text: joined(tokens, at, taken) }, taken };
}
