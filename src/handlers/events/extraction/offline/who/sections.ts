import type { Heading } from '../document/block.ts';
import { isGivenName } from '../document/given-names.ts';
import { announces } from '../document/headings.ts';
import { namesInList } from '../document/names.ts';
import type { Registry } from './registry.ts';

/** "Investigation (Ana)": the people in brackets at the end of the nearest heading that has some. */
export function bracketed(path: readonly Heading[], registry: Registry): string[] {
  for (const { text } of path.toReversed()) {
    const [, inner = ''] = /\(([^()]{2,60})\)\s*:?$/.exec(text.slice(0, 200)) ?? [];
    const names = namesInList(inner);
    if (
      names.length > 0 &&
      names.every((name) => registry.isKnown(name) || isGivenName(name.split(' ')[0] ?? ''))
    )
      return names;
  }
  return [];
}

/** A section of what one person reports: its heading is a name and no more. */
export const isReporter = (heading: string, registry: Registry): boolean => {
  const name = heading.replace(/^@|[\s:]+$/g, '');
  return (
    name.length < 40 &&
    !/\d/.test(name) &&
    announces(name) === undefined &&
    (isGivenName(name.split(' ')[0] ?? '') ? /^\S+(?: \p{Lu}\S*){0,2}$/u.test(name) : registry.isKnown(name))
  );
};
