import { bare, type Found, has, type NamedPart, type Role, type Told, withListed } from './roles.ts';

/** What verbs do that speak of two options, or of what something is done with. */
export function exchanged(
  { entry, at }: Found,
  parts: readonly NamedPart[],
  whole: readonly NamedPart[],
): Told[] {
  const denied = parts.filter((part) => part.denied && bare(part));
  if (entry.frame === 'place' && denied.length > 0)
    return denied.map((part) => ({ part, role: 'chosen', direction: 'adopt' }));
  const all = (some: readonly NamedPart[], role: Role): Told[] =>
    withListed(some, parts).map((part) => ({ part, role, direction: 'replace' }));
  const own = parts.filter(
    (part) => bare(part) || (entry.noun && entry.prepositions.includes(part.preposition)),
  );
  const from = parts.find((part) => has(part, 'from') && !has(part, 'to'));
  const to = parts.filter((part) => has(part, 'to') && part !== from && !part.attached);
  const goal = to.find((part) => from && part.start > from.start) ?? to.find(({ known }) => known) ?? to[0];
  if (entry.frame === 'move' || (entry.frame === 'place' && (from?.known || from?.capital) && goal)) {
    if (!goal) return from && (from.known || from.capital) ? all([from], 'rejected') : [];
    const same = own.filter(({ options }) =>
      options.some(
        ({ category }) => category !== undefined && goal.options.some((one) => one.category === category),
      ),
    );
    return [...all([goal], 'chosen'), ...all(from ? [from] : same, 'rejected')];
  }
  if (entry.frame === 'replace') {
    const by = parts.filter((part) => has(part, 'by'));
    if (by.length > 0) return [...all(by.slice(0, 1), 'chosen'), ...all(own, 'rejected')];
    const other = parts.filter((part) => part.start > at && part.preposition === 'a');
    const [first, second] = [...own.filter(({ listed }) => !listed), ...other];
    if (first && second) return [...all([first], 'chosen'), ...all([second], 'rejected')];
    return all(own, 'rejected');
  }
  if (entry.frame === 'prefer' || entry.frame === 'win') {
    const over = whole.find((part) => part.start > at && overs.has(part.preposition));
    const rest = own.filter(({ listed }) => !listed);
    const first = rest.filter((part) => part !== over)[0];
    return [
      ...all(first ? [first] : [], 'chosen'),
      ...(over
        ? [{ part: over, role: 'rejected', direction: 'instead' } satisfies Told]
        : all(rest.slice(1, 2), 'rejected')),
    ];
  }
  const means = parts.filter((part) => has(part, 'with', 'in', 'to') || part.preposition === 'de');
  const first =
    means.find((part) => part.known && !part.affirmed && has(part, 'with')) ??
    means.findLast(({ known }) => known) ??
    means.findLast(({ direct, capital }) => direct && capital) ??
    own.find(({ known }) => known) ??
    (whole.some((part) => has(part, 'instead')) ? own[0] : undefined);
  const other = means.filter((part) => part.affirmed && part !== first);
  return first ? all([first, ...other], 'chosen').map((one) => ({ ...one, direction: 'adopt' })) : [];
}

/** What stands after these was weighed against what is preferred. */
const overs = new Set('a als gegen gegenuber vor sur contre contra que'.split(' '));
