import type { Fact } from './kinds.ts';
import { isFunction, isProduct } from './vocabulary.ts';

/** "Replace moment with dayjs", "Switch from librarian to bibliothecary": one word stands for another by its name. */

const swap =
  /(?<!\p{L})(?:replac(?:e|ing)|renam(?:e|ing)|renommer|renombrar|renomear|rinominare|switch(?:ing)? from|migrat(?:e|ing) from|mov(?:e|ing) from|remplacer|passer de|reemplazar|substituir|trocar|sostituire|ersetzen von|umstieg von|wechsel von)\s{1,3}([a-z][\w@/.-]{1,40})(?:\s{1,3}\([^()\n]{1,40}\))?\s{1,3}(?:with|by|to|into|in|en|em|par|à|a|por|para|con|durch|auf|zu)\s{1,3}([a-z][\w@/.-]{1,40})/giu;

/** "Use moment instead of dayjs", "flask vs aiohttp": two names, where one of them is known. */
const choice =
  /(?<![\p{L}\p{N}@/._-])([a-z][\w@/.-]{1,40})\s{1,3}(?:instead of|rather than|vs\.?|versus|statt|anstatt|anstelle von|au lieu de|plutôt que|en (?:lugar|vez) de|em vez de|invece di)\s{1,3}([a-z][\w@/.-]{1,40})/giu;

const nameIn = (word: string): string => word.replace(/[.,/-]$/, '');
const namesOf = (words: readonly string[]): Fact[] =>
  words
    .map(nameIn)
    .filter((word) => word.length > 2 && !isFunction(word))
    .map((name) => ({ kind: 'identifier', text: name }));

export const swaps = (text: string): Fact[] => [
  ...[...text.matchAll(swap)].flatMap(([, from = '', to = '']) => namesOf([from, to])),
  ...[...text.matchAll(choice)].flatMap(([, one = '', other = '']) =>
    isProduct(nameIn(one)) || isProduct(nameIn(other)) ? namesOf([one, other]) : [],
  ),
];
