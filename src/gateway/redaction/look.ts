import { alphabet } from './alphabets.ts';
import { isHexKey } from './gibberish.ts';

/** Character statistics of a value. */
type Look = {
  letters: number;
  /** Those of the letters that belong to another script than Latin, with its punctuation. */
  foreign: number;
  digits: number;
  symbols: number;
  spaces: number;
  /** Share of neighbouring pairs that differ in class: lower case, upper case, digit. */
  changes: number;
  distinct: number;
};

const separators = alphabet('_./:=@,-');
const none = 0;
const lower = 1;
export const upper = 2;
const digit = 3;

export const classOf = (code: number): number =>
  code >= 97 && code <= 122
    ? lower
    : code >= 65 && code <= 90
      ? upper
      : code >= 48 && code <= 57
        ? digit
        : none;

/** Greek, Cyrillic and all scripts behind them, without the signs and pictures that also occur in random text. */
const isForeign = (code: number): boolean =>
  code >= 0x370 && (code < 0x2000 || code >= 0x2e80) && (code < 0xd800 || code >= 0xf900);

/** Latin letters that English does not have; no sign of a password. */
const isAccented = (code: number): boolean => code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7;

export function lookOf(value: string): Look {
  const seen = new Set<number>();
  let letters = 0;
  let foreign = 0;
  let figures = 0;
  let symbols = 0;
  let spaces = 0;
  let pairs = 0;
  let changes = 0;
  let before = none;
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    const now = classOf(code);
    seen.add(code);
    if (now === digit) figures += 1;
    else if (now !== none) letters += 1;
    else if (code <= 32) spaces += 1;
    else if (isAccented(code)) letters += 1;
    else if (isForeign(code)) foreign += 1;
    else if (separators[code] !== 1) symbols += 1;
    if (now !== none && before !== none) {
      pairs += 1;
      if (now !== before) changes += 1;
    }
    before = now;
  }
  return {
    letters: letters + foreign,
    foreign,
    digits: figures,
    symbols,
    spaces,
    changes: pairs === 0 ? 0 : changes / pairs,
    distinct: seen.size,
  };
}

/** Random text changes between lower case, upper case and digits at about every second character; names do not. */
export function looksRandom(value: string, atLeast = 8): boolean {
  if (value.length < atLeast) return false;
  if (isHexKey(value)) return true;
  const look = lookOf(value);
  if (look.spaces > 0 || look.distinct < Math.min(8, value.length / 2)) return false;
  if (look.digits > 0 && look.letters > 0) return look.changes >= (value.length >= 16 ? 0.22 : 0.3);
  return look.letters >= 20 && look.changes >= 0.4;
}

/** A password without digits: its case changes more often than in any name. */
export const isMixed = (value: string): boolean => {
  const { letters, changes } = lookOf(value);
  return letters >= 8 && changes >= 0.4;
};
