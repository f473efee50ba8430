import { cuesOf } from './polarity.ts';
import { plainOf } from './tokens.ts';

/** Longer texts are read as they are: no decision is stated beyond. */
const mostRead = 20_000;

/** A text in lower case without what it refuses, removes, replaces or guards against: "Use jose rather than a JWT of ours". */
export function assertedIn(text: string): string {
  const { refused } = cuesOf(text.slice(0, mostRead));
  const plain = plainOf(text);
  let said = '';
  let at = 0;
  for (const { start, to } of refused.toSorted((a, b) => a.start - b.start)) {
    if (to <= at) continue;
    said += `${plain.slice(at, Math.max(at, start))} `;
    at = to;
  }
  return said + plain.slice(at);
}
