import type { Runs } from './alphabets.ts';
import { isRandom, isSaid } from './checks.ts';
import { isGibberish } from './gibberish.ts';
import { lookOf } from './look.ts';
import type { Span } from './marks.ts';
import { strengthOf } from './names.ts';

const kind = 'secret_field';
const row = /<tr[^<>]{0,100}>((?:[^<]|<(?!\/tr>|tr[ >])){0,2000})<\/tr>\s{0,40}/iy;
const cell = /<t([dh])[^<>]{0,100}>([^<]{0,200})<\/t[dh]>/gi;
const mostRows = 500;

const isLogin = (value: string): boolean =>
  /^[\w.+-]{2,40}@[\w.-]{3,60}$/.test(value) || /^[a-z][a-z0-9_.-]{2,30}$/.test(value);

/** Letters of both cases and digits or signs, as no name, date or model has them. */
const isPasswordLike = (value: string): boolean => {
  if (value.length < 8 || value.length > 64 || /[\s/:@<>]|^\W/.test(value)) return false;
  const { digits, letters, changes } = lookOf(value);
  return (
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    digits > 0 &&
    letters > 2 &&
    (isGibberish(value) || changes >= 0.3 || /[!#$%&*+?^~]/.test(value))
  );
};

/** The columns of the header of a table that hold secrets, by its cells. */
const columnsOf = (names: readonly string[]): boolean[] =>
  names.map((name) => {
    const strength = strengthOf(name.replaceAll(' ', '_'));
    return strength === 'password' || strength === 'phrase' || strength === 'key';
  });

/** Secrets in the rows of a table in HTML: below a heading that names them, or behind a login. */
export function rowSecrets({ text }: Runs, at: number): { spans: Span[]; next: number } {
  const spans: Span[] = [];
  let next = at;
  let secret: boolean[] = [];
  for (let count = 0; count < mostRows; count += 1) {
    row.lastIndex = next;
    const [whole, inside = ''] = row.exec(text) ?? [];
    if (whole === undefined) break;
    const from = next + whole.indexOf('>') + 1;
    const cells = [...inside.matchAll(cell)].map((one) => {
      const [tag, , value = ''] = one;
      const trimmed = value.trim();
      const start = from + one.index + tag.indexOf('>') + 1 + value.indexOf(trimmed);
      return { head: one[1] === 'h', text: trimmed, start };
    });
    if (cells.length > 1 && (cells.every(({ head }) => head) || count === 0)) {
      const named = columnsOf(cells.map(({ text: name }) => name));
      if (named.includes(true)) {
        secret = named;
        next += whole.length;
        continue;
      }
    }
    cells.forEach(({ text: value, start }, i) => {
      const before = cells[i - 1]?.text ?? '';
      const fits = secret[i] ? isSaid(value) || isRandom(value) : isLogin(before) && isPasswordLike(value);
      if (fits) spans.push({ start, end: start + value.length, kind });
    });
    next += whole.length;
  }
  return { spans, next: Math.max(next, at + 1) };
}
