import type { Fact } from './kinds.ts';
import type { Token } from './token.ts';
import { isCounted, isFunction, isLabel, isUnit } from './vocabulary.ts';

/** Numbers with what they count or name: "> 30 s", "port 5432", "2 to 4 seconds", "5000 rows". */

/** A fact that begins at a token, and how many tokens it has. */
export type Found = { fact: Fact; taken: number };

const numeral = /^[<>≤≥~≈±+-]{0,2}[$€£¥]?\d[\d.,]*(?:[-–]\d[\d.,]*)?[kKmMB]?\+?$/;
const range = /^(?:to|bis|à|a|e|o|ou|oder|or|und|and|et|y|至|到|-|–)$/;
const sign = /^(?:[<>≤≥~≈]=?|[$€£])$/;

export const joined = (tokens: readonly Token[], from: number, taken: number): string =>
  tokens
    .slice(from, from + taken)
    .map(({ text }) => text)
    .join(' ');

export const isNumeral = (token: Token | undefined): boolean =>
  token?.kind === 'number' && numeral.test(token.text);

/** How many tokens behind `end` go on to the end of a range. */
export function rangeAt(tokens: readonly Token[], end: number, continues: (token: Token) => boolean): number {
  const [last, between, until] = tokens.slice(end - 1, end + 2);
  return last && !last.last && between && range.test(between.text) && until && continues(until) ? 2 : 0;
}

export function numberAt(tokens: readonly Token[], at: number): Found | undefined {
  const first = tokens[at];
  if (!first) return undefined;
  const label = labelAt(tokens, at);
  let end = at + label + (label === 0 && sign.test(first.text) ? 1 : 0);
  const counts = (token: Token) =>
    numeral.test(token.text) ||
    (end > at && token.kind === 'number') ||
    ((label > 0 || token.kind === 'version') && /^v?\d/.test(token.text));
  const number = tokens[end];
  if (!number || !counts(number)) return undefined;
  end += 1;
  // "1 000".
  while (!tokens[end - 1]?.last && /^\d{1,3}$/.test(number.text) && /^\d{3}$/.test(tokens[end]?.text ?? ''))
    end += 1;
  end += rangeAt(tokens, end, counts);
  const unit = tokens[end - 1]?.last ? undefined : tokens[end];
  const measured = unit !== undefined && isUnit(unit.text);
  if (number.kind === 'version' && end === at + 1 && !measured) return undefined;
  if (measured || (unit && label === 0 && number.kind !== 'version' && isCounted(unit.text))) end += 1;
  if (end - at === 1 && /^\d$/.test(number.text)) return undefined;
  const kind = number.kind === 'version' && !measured ? 'version' : 'number';
  return { fact: { kind, text: joined(tokens, at, end - at) }, taken: end - at };
}

/** How many words before a number name it: "exit code 137"; any word does before three digits or more: "listener 1883". */
function labelAt(tokens: readonly Token[], at: number): number {
  const [first, second] = tokens.slice(at, at + 2);
  if (!first || first.last || !second) return 0;
  if (isLabel(first.text)) return isLabel(second.text) && !second.last ? 2 : 1;
  const bare = /^\p{Ll}{3,20}$/u.test(first.text) && !isFunction(first.text);
  return bare && /^\d{3,6}$/.test(second.text) ? 1 : 0;
}
