import type { Clause } from './clause.ts';
import { bare, has, type NamedPart, type Told, withListed } from './roles.ts';

/** "instead of X", "in favour of X" */
export const comparedIn = (parts: readonly NamedPart[]): Told[] =>
  withListed(
    parts.filter((part) => has(part, 'instead', 'favour')),
    parts,
  ).map((part) => ({
    part,
    role: has(part, 'instead') ? 'rejected' : 'chosen',
    direction: has(part, 'instead') ? 'instead' : 'replace',
  }));

/** A clause without a verb of deciding: "X for Y", "no X", "X instead of Y". */
export function supposed(clause: Clause, parts: readonly NamedPart[], all: readonly NamedPart[]): Told[] {
  const denied = parts.filter((part) => part.denied);
  if (clause.affirmed && denied.length === 0 && clause.denials === 0)
    return (parts.some(bare) ? parts.filter(bare) : parts)
      .slice(0, 1)
      .map((part) => ({ part, role: 'chosen', direction: 'replace' }));
  if (denied.length > 0 || clause.denials > 0)
    return (
      denied.length > 0
        ? denied.slice(0, 1).flatMap((one) => withListed([one], parts))
        : parts.filter(bare).slice(0, 1)
    ).map((part) => ({
      part,
      role: 'rejected',
      direction: 'forbid',
    }));
  const without = parts.filter((part) => has(part, 'without'));
  if (without[0] && parts[0] === without[0])
    return [{ part: without[0], role: 'rejected', direction: 'forbid' }];
  const compared = all.some((part) => has(part, 'instead', 'favour'));
  const from = parts.find((part) => (part.known && has(part, 'from')) || part.preposition === 'weg von');
  const to = parts.find((part) => from && part.start > from.start && has(part, 'to'));
  if (from?.preposition === 'weg von' && !to) return [{ part: from, role: 'rejected', direction: 'stop' }];
  if (from && to)
    return [
      { part: to, role: 'chosen', direction: 'replace' },
      { part: from, role: 'rejected', direction: 'replace' },
    ];
  const means = parts.find(
    (part) => part.options.some(({ category }) => category !== undefined) && has(part, 'with', 'in'),
  );
  if (clause.aside) return means ? [{ part: means, role: 'chosen', direction: 'adopt' }] : [];
  const own = parts.filter((part) => bare(part));
  const known = own.filter((part) => part.known);
  const some = known.length > 0 ? known : means ? [means] : compared ? own.slice(-1) : [];
  return some.map((part) => ({ part, role: 'chosen', direction: 'adopt' }));
}
