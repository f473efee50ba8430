import { isSaid } from './checks.ts';
import { isGibberish, isHexKey } from './gibberish.ts';
import { isMixed, lookOf, looksRandom } from './look.ts';
import { isLoose } from './loose.ts';
import { markBegin } from './marks.ts';
import { type Strength, strengthOf } from './names.ts';
import { isGrouped, isJoined, isPhrase, isSalt, isTechnical, isWild } from './phrases.ts';
import { isLeet, isStrong } from './sentence-forms.ts';
import { isAddress, isCode, isExample, isPlaceholder, isProse, isWordy } from './values.ts';

/** Fewer characters are not considered a secret. */
export const shortest = 6;

/** Whether a value in quotes is a secret. */
export function isQuoted(value: string, as: Strength): boolean {
  if (as === 'phrase' && isPhrase(value)) return true;
  const strength = as === 'phrase' ? 'password' : as;
  if (
    isWild(value) ||
    (isSalt(value) && !/^\{\\?["']|\$\{|\{\{/.test(value)) ||
    (strength === 'password' && (isGrouped(value) || isJoined(value)))
  )
    return true;
  if (value.length < shortest || isPlaceholder(value) || isAddress(value)) return false;
  if (value.includes('${') || value.includes('{{') || value.includes(markBegin)) return false;
  if (isExample(value)) return false;
  // A list of fields: `"old_password", "new_password1"`.
  if (/^[a-z_]+[0-9]?$/.test(value) && strengthOf(value)) return false;
  if (strength === 'password' && isMixed(value)) return true;
  if (isRandomWord(value, strength)) return true;
  if (isSalt(value) || (strength === 'password' && isLoose(value))) return true;
  if (strength === 'password' && hasInnerAt(value)) return true;
  if (isProse(value) || isWordy(value)) return false;
  const look = lookOf(value);
  if (strength === 'password') return look.digits > 0 || look.symbols > 0;
  if (look.spaces > 0) return false;
  if (strength === 'key')
    return (
      (isSaid(value) && look.digits >= 3 && value.length >= 8) ||
      looksRandom(value, shortest) ||
      value.split(/[:/.]/).some(isHexKey) ||
      (value.length >= 16 && look.digits + look.symbols >= 3 && look.changes >= 0.15)
    );
  return looksRandom(value, 8);
}

/** Whether a value without quotes is a secret; `after` is the character behind it. */
export function isUnquoted(value: string, as: Strength, tight: boolean, after: string | undefined): boolean {
  const strength = as === 'phrase' ? 'password' : as;
  if (value.length < shortest || isPlaceholder(value) || isAddress(value)) return false;
  if (isExample(value) || told.test(value)) return false;
  if (strength === 'password' && ((tight && isMixed(value)) || isJoined(value))) return true;
  const isLast = after === undefined || ' \r\n"\'&;'.includes(after);
  if ((tight || isLast) && isRandomWord(value, strength)) return true;
  if (strength === 'password' && isLast && hasInnerAt(value)) return true;
  if (isWordy(value)) return false;
  if (value.includes('${') || value.includes('{{') || value.includes(markBegin)) return false;
  const isArgument = after === ')' || after === ',';
  if (strength === 'password') {
    // A function of a package, and a negation in code.
    if (/^\w[\w.]*:{2,3}[\w.]+\(?/.test(value)) return false;
    if (!tight && /^!{1,2}[A-Za-z_$][\w$]*[.([]/.test(value)) return false;
    const look = lookOf(value);
    if (isCode(value))
      return (
        (!isArgument || (after === ',' && look.digits >= 3)) &&
        (tight
          ? look.digits > 0
          : isLast &&
            after !== ';' &&
            (look.digits >= 3 || isWordAndNumber(value, after) || isStrong(value))) &&
        (!/[.([]/.test(value) ||
          /^\w+\.(?:[0-9]{3,}|[a-z]+[0-9]{3,})$/.test(value) ||
          (tight && (isLeet(value) || /^[A-Za-z]{4,}\.[0-9]{2}$/.test(value)))) &&
        !isTechnical(value)
      );
    return look.digits > 0 || look.symbols > 0;
  }
  // A password in place of a key: `SECRET_KEY=meadow93172`.
  if (strength === 'key' && tight && isLast && after !== ';' && isSaid(value) && lookOf(value).digits >= 3)
    return true;
  if (isCode(value) && !(looksRandom(value) && !value.includes('(') && !value.includes('['))) return false;
  return looksRandom(value, strength === 'key' ? shortest : 8);
}

/** An `@` within a word: `Gr@niteLoop`. An address has a dot behind it, a decorator begins with it. */
const hasInnerAt = (value: string): boolean => /^\w{2,40}@\w{2,40}[!?.]?$/.test(value);

/** What happens to a secret: `base64-encoded`. */
const told = /^[a-z]{2,10}[0-9]{0,4}-(?:encoded|hashed|encrypted|based|protected)[.,;!?]?$/i;

/** A word and a number of two digits at the end of a line, where names in code rarely have one. */
const isWordAndNumber = (value: string, after: string | undefined): boolean =>
  (after === undefined || '\r\n'.includes(after)) && /^[A-Za-z]{6,}[_-]?[0-9]{2}$/.test(value);

/** Shortest random text of letters and digits after a name of each strength. */
const shortestRandom = { password: 8, key: 16, weak: 16 };

const isRandomWord = (value: string, strength: Exclude<Strength, 'phrase'>): boolean =>
  strength !== 'header' &&
  value.length >= shortestRandom[strength] &&
  /^[A-Za-z0-9_+/=~-]+$/.test(value) &&
  isGibberish(value);
