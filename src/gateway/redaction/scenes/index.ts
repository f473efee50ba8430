import type { ListMatcher } from '../lists.ts';
import { sentBegins, sentCodes, toldCodes } from './codes.ts';
import { entered, enteredBegins } from './entries.ts';
import { near, nearBegins } from './near.ts';
import { above, aboveBegins, keyed, keyedBegins, opened, openedBegins } from './openings.ts';
import { passwordBegins, toldPasswords } from './passwords.ts';
import { spelled, spelledBegins } from './spelling.ts';
import { codeBegins } from './words.ts';

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
