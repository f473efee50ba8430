import { isGivenName } from '../document/given-names.ts';
import type { Mention } from './mention.ts';
import { mentionsIn } from './mentions.ts';
import type { Registry } from './registry.ts';

/** How names look by themselves, and lines that have nothing but names. */

export const isLineOfNames = (line: string, registry: Registry, german: boolean): boolean => {
  const mentions = mentionsIn(line, registry, undefined, german);
  return mentions.length > 0 && isOfNames(line, mentions, registry, true);
};

/** Whether a line has names of two words or known ones, and nothing else; "Trace Events" is nobody's. */
export const isOfNames = (
  line: string,
  mentions: readonly Mention[],
  registry: Registry,
  alone = false,
): boolean =>
  mentions.every(({ name }) => / |^\p{Ll}|\d/u.test(name) || (alone && registry.isKnown(name))) &&
  mentions.some(({ name }) => isPersonal(name, registry)) &&
  !/[\p{L}\p{N}]{2}/u.test(
    mentions
      .reduce((rest, { name }) => rest.replace(name, ' '), line)
      .replace(/(?<!\p{L})(?:and|und|et|y|by|with|von|par|por)(?!\p{L})/giu, ' '),
  );

/** Whether a name is known, is a handle, or has a given name or an initial. */
export const isPersonal = (name: string, registry: Registry): boolean =>
  registry.isKnown(name) || /^\p{Ll}|\d|^\p{Lu}\. /u.test(name) || isGivenName(name.split(' ')[0] ?? '');

/** Whether a name looks like one: how often it is written, and whether it is a word as well. */
export function looksOf(ref: string, registry: Registry): string[] {
  const [first = ''] = ref.replace(/^@/, '').split(' ');
  const { often, lower } = registry.occurs(first);
  return [
    often > 3 ? 'often' : often > 1 ? 'again' : 'once',
    ...(lower && /^\p{Lu}/u.test(first) ? ['ordinary'] : []),
    ...(/(?:tion|sion|ing|ed|ly|ive|ity|ment|ness|ance|ence|able|al|ous|ung|heit|keit)s?$/.test(first)
      ? ['suffixed']
      : []),
    ...(/^\p{Lu}{2,}$/u.test(first) ? ['capitals'] : []),
    // "Trace Events"
    ...(ref.split(' ').every((word) => registry.isOrdinary(word)) ? ['common'] : []),
    ...(isGivenName(first) ? ['given'] : []),
    ...(/[\d_]|\p{Ll}\p{Lu}|^\p{Ll}/u.test(first) ? ['handlelike'] : []),
  ];
}
