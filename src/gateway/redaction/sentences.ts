import type { ListMatcher } from './lists.ts';
import { sentBegins, sentenceCodes, sentOneTimeCodes } from './sentence-codes.ts';
import { entered, enteredBegins } from './sentence-entries.ts';
import { toldKeyBegins, toldKeys } from './sentence-keys.ts';
import { near, nearBegins } from './sentence-near.ts';
import { above, aboveBegins, keyed, keyedBegins, opened, openedBegins } from './sentence-openings.ts';
import { passwordBegins, sentencePasswords } from './sentence-passwords.ts';
import { spelled, spelledBegins } from './sentence-spelling.ts';
import { codeBegins } from './sentence-words.ts';

/**
 * Secrets told in sentences without a fixed form: each matcher begins at words that often stand near one, judges the values
 * around them by their own form and by what links them with these words, and reads a bounded part of the text.
 */
export const sentenceLists: readonly [ListMatcher, readonly string[]][] = [
  [sentencePasswords, passwordBegins],
  [sentenceCodes, [...codeBegins, 'code ', 'code:', 'codice', 'codigo']],
  [sentOneTimeCodes, sentBegins],
  [spelled, spelledBegins],
  [entered, enteredBegins],
  [near, nearBegins],
  [opened, openedBegins],
  [keyed, keyedBegins],
  [above, aboveBegins],
  [toldKeys, toldKeyBegins],
];
