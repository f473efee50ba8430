import type { ListMatcher } from './lists.ts';
import { sentBegins, sentCodes, toldCodes } from './scene-codes.ts';
import { entered, enteredBegins } from './scene-entries.ts';
import { near, nearBegins } from './scene-near.ts';
import { above, aboveBegins, keyed, keyedBegins, opened, openedBegins } from './scene-openings.ts';
import { passwordBegins, toldPasswords } from './scene-passwords.ts';
import { spelled, spelledBegins } from './scene-spelling.ts';
import { codeBegins } from './scene-words.ts';

/**
 * Secrets told in sentences without a fixed form: each matcher begins at words that make a scene of one, judges the values
 * around them by their own form and by what links them with these words, and reads a bounded part of the text.
 */
export const scenes: readonly [ListMatcher, readonly string[]][] = [
  [toldPasswords, passwordBegins],
  [toldCodes, [...codeBegins, 'code ', 'code:', 'codice', 'codigo']],
  [sentCodes, sentBegins],
  [spelled, spelledBegins],
  [entered, enteredBegins],
  [near, nearBegins],
  [opened, openedBegins],
  [keyed, keyedBegins],
  [above, aboveBegins],
];
