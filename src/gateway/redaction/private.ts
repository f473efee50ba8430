import { count, type Redactions } from './marks.ts';

export const privateOpen = '<private>';
const close = '</private>';
const removed = '[private]';

/** Removes complete blocks only: in a text that is complete, an unclosed tag may just be mentioned. */
export function withoutPrivateBlocks(text: string, found: Redactions): string {
  const last = text.lastIndexOf(close);
  if (last < 0) return text;
  const end = last + close.length;
  return withoutPrivate(text.slice(0, end), found) + text.slice(end);
}

/**
 * Removes the text between `<private>` and `</private>`. An unclosed block extends to the end of the text and keeps its
 * opening tag, so that text appended later is still inside it.
 */
export function withoutPrivate(text: string, found: Redactions): string {
  let from = text.indexOf(privateOpen);
  if (from < 0) return text;
  let result = text.slice(0, from);
  while (from >= 0) {
    const to = text.indexOf(close, from + privateOpen.length);
    if (to < 0) {
      if (from + privateOpen.length < text.length) count(found, 'private');
      return result + privateOpen;
    }
    count(found, 'private');
    const next = text.indexOf(privateOpen, to + close.length);
    result += removed + text.slice(to + close.length, next < 0 ? undefined : next);
    from = next;
  }
  return result;
}
