import type { Named } from '../names/lexicon.ts';
import type { Clause, Part } from './clause.ts';
import { exchanged } from './exchanges.ts';
import type { Entry } from './grammar.ts';
import { handedOver, objectsOf } from './objects.ts';
import { bare, type Found, has, type NamedPart, type Role, type Told } from './roles.ts';
import { comparedIn, supposed } from './supposed.ts';
import type { Frame } from './tables.ts';

const opposite = (role: Role): Role => (role === 'chosen' ? 'rejected' : 'chosen');
const structured = new Set<Frame>(['replace', 'move', 'prefer', 'win', 'place']);
const leaving = new Set<Frame>(['stop', 'forbid', 'poor']);

/** An option of a statement, and what becomes of it. */
export type FoundOption = Named &
  (
    | { role: 'chosen'; direction: 'adopt' | 'replace' | 'keep' }
    | { role: 'rejected'; direction: 'replace' | 'stop' | 'forbid' | 'instead' }
  );

/** What becomes of the options of a clause. */
export function optionsOfClause(clause: Clause, parts: readonly NamedPart[]): FoundOption[] {
  const read = clause.predicates.map(({ at, entries }) => ({
    at,
    entries: fitting(at, entries, parts, clause.prepositions),
  }));
  const found = read.flatMap(({ at, entries: [entry] }) => (entry ? [{ at, entry }] : []));
  // "decided for X and against Y"
  const further = read.flatMap(({ at, entries: [, ...entries] }) => entries.map((entry) => ({ at, entry })));
  const told = [
    ...rolesOf(clause, found, parts),
    ...further.flatMap((one) =>
      rolesOf(
        clause,
        [one],
        parts.filter(({ preposition }) => one.entry.prepositions.includes(preposition)),
      ),
    ),
    ...comparedIn(parts),
  ];
  const moves = told.some(({ role }) => role === 'chosen') && told.some(({ role }) => role === 'rejected');
  return told.flatMap(({ part, role, direction }) =>
    part.options.map((option): FoundOption => {
      if (role === 'chosen')
        return { ...option, role, direction: direction === 'keep' ? 'keep' : moves ? 'replace' : 'adopt' };
      if (direction === 'instead') return { ...option, role, direction };
      if (direction === 'forbid' || direction === 'poor')
        return { ...option, role, direction: clause.ended ? 'stop' : 'forbid' };
      return { ...option, role, direction: moves ? 'replace' : 'stop' };
    }),
  );
}

/** The readings of a verb whose prepositions occur, else the one without any. */
function fitting(
  at: number,
  entries: readonly Entry[],
  parts: readonly NamedPart[],
  before: readonly string[],
): Entry[] {
  const after = (part: Part) => part.start > at && part.start - at <= nearby;
  const led = entries.filter(
    ({ prepositions, noun }) =>
      prepositions.some((preposition) => before.includes(preposition)) ||
      parts.some((part) => prepositions.includes(part.preposition) && (!noun || after(part))),
  );
  if (led.length > 0)
    return led.filter(
      ({ frame, prepositions }, i) =>
        i === 0 || (prepositions.length > 0 && frame !== led[0]?.frame && !led[0]?.noun),
    );
  return [
    entries.find(({ frame }) => frame === 'place' && parts.some((part) => has(part, 'with', 'in', 'to'))) ??
      // "the removal of X" without a preposition, as in German.
      entries.find(({ noun }) => noun && parts.some((part) => bare(part) && after(part))) ??
      entries.find(({ prepositions }) => prepositions.length === 0),
  ].flatMap((one) => one ?? []);
}

/** The words between a noun and what it is of. */
const nearby = 4;

function rolesOf(clause: Clause, found: readonly Found[], parts: readonly NamedPart[]): Told[] {
  const told = parts.filter(
    (part) =>
      !has(part, 'instead', 'favour') &&
      !(has(part, 'other') && !found.some(({ entry }) => entry.prepositions.includes(part.preposition))),
  );
  if (found.some(({ entry }) => entry.frame === 'none') || clause.mark === '?') return [];
  if (found.length === 0) return supposed(clause, told, parts);
  const turned = (leavings(found) + clause.denials) % 2 === 1;
  // "No se acepta ninguna dependencia" denies once.
  const isTurned = (part: Part) =>
    part.affirmed ? leavings(found) % 2 === 1 : part.denied ? leavings(found) % 2 === 0 : turned;
  const main =
    found.find(({ entry }) => structured.has(entry.frame) && entry.frame !== 'place') ??
    found.find(({ entry }) => structured.has(entry.frame)) ??
    found[found.length - 1];
  if (!main) return [];
  const traded = structured.has(main.entry.frame) ? exchanged(main, told, parts) : [];
  const plain = found.filter(({ entry }) => !structured.has(entry.frame));
  const roles =
    traded.length > 0 || plain.length === 0
      ? traded
      : objectsOf(plain, told)
          .filter(({ known }) => known || !plain.some(({ entry }) => entry.frame === 'poor'))
          .map((part): Told => ({ part, role: 'chosen', direction: directionOf(plain, clause) }));
  const taken = !turned || traded.length > 0 ? [] : handedOver(roles, parts);
  return [
    ...taken,
    ...roles.map(({ part, role, direction }): Told => {
      if (!isTurned(part)) return { part, role, direction };
      if (direction === 'adopt') return { part, role: opposite(role), direction: 'forbid' };
      if (direction !== 'replace') return { part, role: opposite(role), direction };
      // "Undo the move from X to Y": X stays.
      const back = leavings(found) > 0 ? 'stop' : 'forbid';
      return { part, role: opposite(role), direction: role === 'chosen' ? back : 'keep' };
    }),
  ];
}

/** "Drop the ban on X" turns it round twice; "dropped and banned" once. */
function leavings(found: readonly Found[]): number {
  const all = found.filter(({ entry }) => leaving.has(entry.frame));
  const nouns = all.filter(({ entry }) => entry.noun).length;
  return nouns + (all.length > nouns ? 1 : 0);
}

function directionOf(found: readonly Found[], { denials }: Clause): Frame {
  const left = found.find(({ entry }) => leaving.has(entry.frame));
  if (left && (leavings(found) + denials) % 2 === 0) return 'keep';
  if (left) return left.entry.frame;
  return found.find(({ entry }) => entry.frame === 'keep')?.entry.frame ?? 'adopt';
}
