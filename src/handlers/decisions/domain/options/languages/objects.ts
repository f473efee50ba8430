import { bare, type Found, headOf, type NamedPart, type Told, withListed } from './roles.ts';

/** What a verb of choosing or giving up speaks of. */
export function objectsOf(found: readonly Found[], parts: readonly NamedPart[]): NamedPart[] {
  const prepositions = new Set(found.flatMap(({ entry }) => entry.prepositions));
  const named = parts.filter((part) => prepositions.has(part.preposition));
  if (named.length > 0 && prepositions.size > 0) return withListed(named, parts);
  const own = parts.filter((part) => bare(part));
  const known = withListed(
    own.filter((part) => !part.listed),
    parts,
  ).filter((part, _, all) => {
    const list = withListed([headOf(part, parts)], all);
    return list.some((one) => one.known);
  });
  if (known.length > 0) return known;
  const verb = found[0]?.at ?? 0;
  const last = own.filter((part) => part.start > verb && !part.listed);
  const first = last[0] ?? own.filter((part) => !part.listed).at(-1);
  return first ? withListed([first], parts) : [];
}

/** "leave X for Y" where both are of one kind. */
export function handedOver(roles: readonly Told[], parts: readonly NamedPart[]): Told[] {
  const kinds = new Set(roles.flatMap(({ part }) => part.options.flatMap(({ category }) => category ?? [])));
  return parts
    .filter(
      ({ preposition, options }) =>
        ['fur', 'pour', 'por'].includes(preposition) &&
        options.some(({ category }) => kinds.has(category ?? '')),
    )
    .map((part) => ({ part, role: 'chosen', direction: 'replace' }));
}
