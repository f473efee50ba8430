/**
 * The full names that short ones stand for among the people of a project, by short name in lower case: a first or family name
 * that exactly one of them has.
 */
export function fullNames(names: Iterable<string>): Map<string, string> {
  const short = new Set<string>();
  const bearers = new Map<string, Map<string, string>>();
  for (const name of names) {
    const parts = name.trim().split(/\s+/);
    // A person has two to four names; more are a group or a role.
    if (parts.length > 4 || !/^[\p{L}\p{M}.'’\s-]+$/u.test(name)) continue;
    const [first = ''] = parts;
    if (parts.length === 1) short.add(first.toLowerCase());
    else if (
      parts.every((part) => /^\p{Lu}/u.test(part) || /^(?:van|von|de|der|den|da|di|du|la|le)$/.test(part))
    )
      for (const part of new Set([first.toLowerCase(), parts.at(-1)?.toLowerCase() ?? ''])) {
        const those = bearers.get(part) ?? new Map<string, string>();
        bearers.set(part, those.set(parts.join(' ').toLowerCase(), parts.join(' ')));
      }
  }
  const meant = new Map<string, string>();
  for (const name of short) {
    const [full, another] = bearers.get(name)?.values() ?? [];
    if (full !== undefined && another === undefined) meant.set(name, full);
  }
  return meant;
}

/** Actors under their full names, each once. */
export function underFullNames<Actor extends { ref: string }>(
  actors: readonly Actor[],
  meant: ReadonlyMap<string, string>,
): Actor[] {
  const named = actors.map((actor) => ({ ...actor, ref: meant.get(actor.ref.toLowerCase()) ?? actor.ref }));
  return named.filter(({ ref }, i) => named.findIndex((one) => one.ref === ref) === i);
}
