import { cuesOf, type Span } from './polarity.ts';
import { plainOf } from './tokens.ts';

/** Longer texts are read as they are: no decision is stated beyond. */
const mostRead = 20_000;

const left = /\b(?:away )?from ([^\n.,;:!?]{1,80}?) to \b/gu;

/** What is moved away from: "Move the orders from MongoDB to PostgreSQL". */
const leftBehind = (plain: string): Span[] =>
  [...plain.slice(0, mostRead).matchAll(left)].map(({ 0: whole, index }) => ({
    start: index,
    to: index + whole.length - ' to '.length,
  }));

/** A text in lower case without what it refuses, removes, replaces or guards against: "Use jose rather than a JWT of ours". */
export function assertedIn(text: string): string {
  const { refused } = cuesOf(text.slice(0, mostRead));
  const plain = plainOf(text);
  refused.push(...leftBehind(plain));
  let said = '';
  let at = 0;
  for (const { start, to } of refused.toSorted((a, b) => a.start - b.start)) {
    if (to <= at) continue;
    said += `${plain.slice(at, Math.max(at, start))} `;
    at = to;
  }
  return said + plain.slice(at);
}
