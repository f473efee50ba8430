import { isGibberish, isHexKey } from './gibberish.ts';
import { isMixed, lookOf, looksRandom } from './look.ts';
import { markBegin } from './marks.ts';
import { isGrouped, isJoined, isPhrase, isTechnical } from './phrases.ts';
import { isAddress, isExample, isPlaceholder, isWordy } from './values.ts';
import { trustIn } from './words.ts';

const shortest = 6;

/** The digest of a key or file, which says so. */
const isDigest = /^(?:sha-?(?:1|256|384|512)|md5)[:-]/i;

const stands = (value: string): boolean =>
  value.length < shortest ||
  isPlaceholder(value) ||
  isAddress(value) ||
  isExample(value) ||
  value.includes(markBegin) ||
  value.includes('${') ||
  value.includes('{{') ||
  isDigest.test(value);

/** A file, host, address, colour, or issue of a repository. */
const isFile =
  /^[^!#$%&*+=?^~]*\.[a-z]{2,5}$|^[\w.+-]+@[\w-]+\.|^[\w.-]+\/[\w.-]+#[0-9]+$|^#[0-9a-f]{3,8}$|^(?=.{0,40}::)[0-9a-f:/]+$/;

/** A password in a place where words are usual too: in prose, or after `password` in a configuration. */
export function isSaid(value: string): boolean {
  if (stands(value) || isTechnical(value) || isFile.test(value)) return false;
  if (isJoined(value)) return true;
  if (isMixed(value) || isGibberish(value)) return true;
  if (isWordy(value)) return false;
  const { letters, digits, symbols, spaces } = lookOf(value);
  if (spaces > 0) return false;
  // Versions, dates, amounts and names with a number.
  if (
    /^[A-Za-z]*[-_ ]?[0-9][0-9.,:/%-]*[a-z]{0,3}$/.test(value) &&
    !/^(?:[A-Za-z]{4,}[0-9]{2,}|[A-Z][a-z]{3,}[_-][0-9]{2,4})$/.test(value)
  )
    return false;
  return (
    (letters > 0 && digits >= 2 && !/^[a-z]+(?:[-_./][a-z0-9]+)+$/.test(value)) || (symbols > 0 && digits > 0)
  );
}

/** A password in a place where only a value is possible; names of variables and placeholders are possible as well. */
export function isGiven(value: string): boolean {
  if (value.length < 4 || stands(value.padEnd(shortest, '.'))) return false;
  const { digits, symbols, spaces } = lookOf(value);
  if (isGrouped(value) || isJoined(value)) return true;
  return spaces === 0 && (digits > 0 || symbols > 0 || isMixed(value) || isGibberish(value));
}

/** A long random token. */
export const isRandom = (value: string): boolean =>
  value.length >= 16 &&
  !stands(value) &&
  (isHexKey(value) || (lookOf(value).digits > 1 && (looksRandom(value, 16) || isGibberish(value))));

/** Letters of both cases and digits, as no hash or id has them; or any hexadecimal key where `hex` is set. */
export const isMixedToken = (value: string): boolean =>
  isRandom(value) && value.length >= 24 && /[a-z]/.test(value) && /[A-Z]/.test(value);

/** As {@link isGiven}; plain words are possible too. */
export const isChosen = (value: string): boolean =>
  isGiven(value) || (!stands(value) && (trustIn(value) !== undefined || isPhrase(value)));

/** As {@link isSaid}; several plain words, or two with a number, are possible too. */
export const isTold = (value: string): boolean =>
  isSaid(value) || (!stands(value) && !isFile.test(value) && trustIn(value) === 'sure');
