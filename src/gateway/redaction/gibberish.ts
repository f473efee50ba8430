/**
 * Whether letters are random rather than words: words of European languages, and names made of them, consist of about half
 * of the possible pairs of letters.
 */

/** For each letter from a to z, the letters that often follow it in English, German, French, Spanish, Italian, Dutch. */
const followers = [
  'abcdfghiklmnprstuvwxyz',
  'aceijlorstu',
  'acehiklnoprstu',
  'adeilmnorstuy',
  'abcdefghiklmnopqrstuvwxyz',
  'aefilnorstuy',
  'aeghilmnorstu',
  'aeilortu',
  'abcdefgjklmnopqrstvxz',
  'aeostu',
  'aeilostuw',
  'abdefgilnopstuvy',
  'abeilmopsu',
  'acdefghiklmnoprstuvxyz',
  'abcdefgijklmnoprstuvwz',
  'acdehiloprstuy',
  'u',
  'abcdefgiklmnorstuvwy',
  'acefghiklmnoprstuwy',
  'acdefhilmnoprstuwy',
  'abcdefgilmnoprstvz',
  'aeior',
  'aehinors',
  'ceiprt',
  'eilmnopstwz',
  'aeiou',
];

const often = ((): Uint8Array => {
  const table = new Uint8Array(32 * 32);
  followers.forEach((letters, first) => {
    for (const letter of letters) table[first * 32 + letter.charCodeAt(0) - 97] = 1;
  });
  return table;
})();

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
/** 0 to 25 for a letter of either case; negative for anything else. */
const letterOf = (code: number): number => {
  const small = code | 32;
  return small >= 97 && small <= 122 && code >= 65 ? small - 97 : -1;
};

/** Share of unusual pairs from which text counts as random, and their least number. */
const unusualShare = 0.3;
const leastUnusual = 3;

/** Short words have too few pairs; values of more than this many characters are judged by their beginning. */
const shortestRandom = 8;
const longestExamined = 80;

/** Random letters and digits. Hexadecimal numbers and UUIDs count as random. */
export function isGibberish(value: string): boolean {
  if (value.length < shortestRandom) return false;
  if (isHexKey(value)) return true;
  const most = Math.min(value.length, longestExamined);
  let pairs = 0;
  let unusual = 0;
  for (let i = 1; i < most; i += 1) {
    const before = value.charCodeAt(i - 1);
    const now = value.charCodeAt(i);
    const first = letterOf(before);
    const second = letterOf(now);
    if (first >= 0 && second >= 0) {
      pairs += 1;
      // A capital after a small letter begins a word in a name; one after each letter does not.
      if (!isCapital(before) && isCapital(now))
        unusual += i + 1 < most && letterOf(value.charCodeAt(i + 1)) < 0 ? 0.5 : 0.3;
      else if (often[first * 32 + second] !== 1) unusual += 1;
    } else if (isDigit(before) && second >= 0) {
      pairs += 1;
      unusual += 1;
    } else if (first >= 0 && isDigit(now)) {
      pairs += 1;
      unusual += 0.3;
    }
  }
  return unusual >= leastUnusual && unusual / pairs >= unusualShare;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexKey = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;

/** A UUID, or at least 32 hexadecimal digits of which no half is the same digit. */
export const isHexKey = (value: string): boolean =>
  (hexKey.test(value) || (value.length === 36 && uuid.test(value))) && new Set(value).size >= 8;
