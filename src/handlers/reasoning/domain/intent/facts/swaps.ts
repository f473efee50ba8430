import type { Fact } from './kinds.ts';
import { isFunction } from './vocabulary.ts';

/** "Replace moment with dayjs", "Switch from librarian to bibliothecary": one word stands for another by its name. */

const swap =
  /(?<!\p{L})(?:replac(?:e|ing)|renam(?:e|ing)|renommer|renombrar|renomear|rinominare|switch(?:ing)? from|migrat(?:e|ing) from|mov(?:e|ing) from|remplacer|passer de|reemplazar|substituir|trocar|sostituire|ersetzen von|umstieg von|wechsel von)\s{1,3}([a-z][\w@/.-]{1,40})(?:\s{1,3}\([^()\n]{1,40}\))?\s{1,3}(?:with|by|to|into|in|en|em|par|à|a|por|para|con|durch|auf|zu)\s{1,3}([a-z][\w@/.-]{1,40})/giu;

export const swaps = (text: string): Fact[] =>
  [...text.matchAll(swap)].flatMap(([, from = '', to = '']): Fact[] =>
    [from, to]
      .map((word) => word.replace(/[.,/-]$/, ''))
      .filter((word) => word.length > 2 && !isFunction(word))
      .map((name) => ({ kind: 'identifier', text: name })),
  );
