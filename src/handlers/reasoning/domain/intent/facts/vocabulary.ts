import lists from './lists.json' with { type: 'json' };
import type { Token } from './token.ts';

/** What is known of words: `lists.json`. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words that join others, of six languages. */
const functions = setOf(lists.functions);
/** Words before a number that it belongs to: "port 5432". */
const labels = setOf(lists.labels);
const units = setOf(lists.units);
/** Products, formats and programs, which texts write in lower case, too. */
const names = setOf(lists.names);
/** Capitals that are no names. */
const plain = setOf(lists.plain);

const capital = /^\p{Lu}[\p{L}\p{N}'’.+#/-]*$/u;

export const isFunction = (word: string): boolean => functions.has(word.toLowerCase());
export const isLabel = (word: string): boolean => labels.has(word.toLowerCase());
export const isUnit = (word: string): boolean => units.has(word) || units.has(word.toLowerCase());
export const isProduct = (word: string): boolean => names.has(word.toLowerCase());
/** "5000 rows": a word that can be counted. */
export const isCounted = (word: string): boolean =>
  isUnit(word) || (/^\p{L}[\p{L}²³/%]{1,15}$/u.test(word) && !isFunction(word));

/** A word that is a name by itself: with a capital within a sentence, or a product. */
export const isName = ({ text, first }: Token): boolean =>
  isProduct(text)
    ? text === text.toLowerCase() || !first || !isFunction(text)
    : capital.test(text) && !first && !plain.has(text) && !isFunction(text);

/** A word that can be a part of a name of several words. */
export const isPart = ({ text, kind, first }: Token): boolean =>
  (capital.test(text) && !(first && isFunction(text)) && !plain.has(text)) ||
  (kind === 'identifier' && /^[\p{L}\d][\p{L}\d-]*$/u.test(text) && /\d|\p{Lu}/u.test(text)) ||
  isProduct(text);

const german =
  /\b(?:der|die|das|und|ist|nicht|eine?|einen|dem|den|mit|auf|wird|wenn|beim|im|von|vom|als|aus|durch|bitte|wir|zu|es|seit|nach|für|über|am|zum|zur|ob|noch|nur|soll|sollte|sollen|sind|des|mehr|unter|ohne|ich|wie|was|warum|wo|welche|kann|können|keine?|oder|jede|fehlt|fehlen|muss|derzeit|gehen|stimmt)\b/g;
const leastGerman = 3;
/** A short text has fewer of them. */
const shortText = 70;

/** Whether the language writes every noun with a capital, so that a capital says nothing. */
export const hasCapitalNouns = (text: string): boolean =>
  (text.toLowerCase().match(german)?.length ?? 0) >= (text.length < shortText ? 1 : leastGerman);
