import { stem } from '../../../../../db/search/text/stem.ts';
import type { Language } from '../document/language.ts';

/** A word without its ending; in other languages than English by its first letters. */
export const stemOf = (word: string, language: Language): string =>
  language === 'en' ? stem(word, 'english') : word.slice(0, 6);

const mask: [RegExp, string][] = [
  [/https?:\/\/[^\s)>\]]+/gi, ' xurl '],
  [/`[^`]{1,80}`/g, ' xcode '],
  [/@[\p{L}\p{N}_-]+/gu, ' xhandle '],
  [/#\d+\b/g, ' xissue '],
  [/\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d\b/g, ' xdate '],
  [/(?<![\d.])v?\d{1,9}\.\d{1,9}(?:\.\d{1,9}){0,4}\b/g, ' xversion '],
  [/\d+/g, ' xnum '],
];
const masked = /^x(?:url|code|handle|issue|version|date|num)$/;

/** The words of a text as features see them: names, numbers, addresses and code by their kind. */
export function tokensOf(text: string, language: Language): string[] {
  let plain = text.slice(0, 500);
  for (const [pattern, name] of mask) plain = plain.replace(pattern, name);
  return Array.from(plain.matchAll(/\p{L}[\p{L}\p{M}'’]*/gu), ([word]) =>
    masked.test(word) ? word : stemOf(word.toLowerCase().replaceAll('’', "'"), language),
  );
}
