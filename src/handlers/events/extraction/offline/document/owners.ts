import type { DocumentModel } from './block.ts';
import { isGivenName } from './given-names.ts';
import { plain } from './lines.ts';

/** Where it is said that nobody, or everybody, is in charge. */
export const vacant =
  /^(?:[-–—?\s]*|tb[acd]|n\/?a|none|nobody|no ?one|open|unassigned|not assigned|unknown|n\.?n\.?|offen|niemand|keine[rs]?|aucun|personne|à définir|nadie|ninguno|sin asignar|por definir)$/i;
const everyone =
  /^(?:all|everyone|everybody|all together|(?:the )?whole team|alle|jeder|alle gemeinsam|alle zusammen|tous|toutes|tout le monde|todos|todas|todos juntos)$/i;

const parted = /[,;&+/]| (?:and|und|et|e|y|con) /iu;
const bare = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/^@|_$/g, '');

/** The names, and the parts of names, of the people whom a document lists. */
export function knownIn({ names, aliases }: DocumentModel): ReadonlySet<string> {
  const known = new Set<string>();
  for (const name of names) {
    known.add(bare(name));
    const parts = name.split(/[\s_]+/);
    if (parts.length < 5) for (const part of parts) if (part.length > 2) known.add(bare(part));
    if (parts.length > 2) known.add(bare(parts.slice(0, 2).join(' ')));
  }
  for (const alias of aliases.keys()) known.add(bare(alias));
  return known;
}

export type Names = { names: string[]; everyone: boolean };

/** The names of a list; undefined if anything else stands in it. `sure` is a place where only names stand. */
export function namesOf(text: string, known: ReadonlySet<string>, sure: boolean): Names | undefined {
  const value = plain(text.trim().replace(/[.!]$/, '')).replace(/\*/g, '').trim();
  if (value === '' || value.length > 120) return undefined;
  if (everyone.test(value)) return { names: [], everyone: true };
  if (sure && vacant.test(value)) return { names: [], everyone: true };
  const names: string[] = [];
  for (const part of value.split(parted)) {
    const name = part
      .trim()
      .replace(/\([^()]*\)$/, '')
      .trim();
    const words = name.split(/\s+/);
    if (name === '' || words.length > 4 || !/^@?[\p{L}\p{N}][\p{L}\p{N}_.'’ -]*$/u.test(name))
      return undefined;
    const isPerson =
      /^@\S+$/.test(name) ||
      known.has(bare(name)) ||
      (known.has(bare(words[0] ?? '')) && words.every((word) => /^\p{Lu}/u.test(word))) ||
      (isGivenName(words[0] ?? '') &&
        words.every((word) => /^\p{Lu}|^(?:van|von|de|da|di|del|la|der)$/u.test(word))) ||
      (sure && words.every((word) => /^\p{Lu}|^(?:team|group|van|von|de|da|di|del|la|der)$/u.test(word)));
    if (!isPerson) return undefined;
    names.push(name.replace(/^@|_$/g, ''));
  }
  return names.length === 0 ? undefined : { names, everyone: false };
}
