import { exchanged, handsOver, keeping, leaving, moving, replacing, taking, undoes } from './moves.ts';
import { named, objects, origins, standing } from './objects.ts';
import { chosen, type ReadOption, rejected } from './option.ts';
import type { Part } from './parts.ts';
import type { Segment } from './segments.ts';

/** What becomes of the options of a segment. */
export function optionsOf(
  { kind, cue }: Segment,
  parts: readonly Part[],
  kinds: ReadonlySet<string>,
  leads: boolean,
): ReadOption[] {
  if (kind === 'start') {
    if (leads) return named(parts).map(rejected('replace'));
    const both = parts.some(({ lead, named }) => named && origins.has(lead)) && moving(parts);
    return both || standing(parts, kinds).map(chosen('adopt'));
  }
  if (kind === 'take') return taking(parts, kinds);
  if (kind === 'leave') return leaving(parts);
  if (kind === 'replacing') return replacing(parts);
  if (kind === 'adopt' || kind === 'becomes') return adopting(parts, kinds, cue);
  if (kind === 'keep') return keeping(parts, kinds);
  if (kind === 'stop' && handsOver(parts)) return exchanged(parts, ['for'], false);
  if (kind === 'stop' || kind === 'forbid') return named(parts).map(rejected(kind));
  if (kind === 'instead') return named(parts).map(rejected('instead'));
  if (kind === 'substitute') return exchanged(parts, ['for'], true);
  if (kind === 'replace') return exchanged(parts, ['with', 'by', 'for', 'to'], false);
  if (kind === 'unreplace')
    return exchanged(parts, ['with', 'by', 'for', 'to'], false).map((one) =>
      one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one),
    );
  if (kind === 'move' && undoes(cue, parts)) return named(parts).map(rejected('stop'));
  const moved = moving(parts);
  return kind === 'move'
    ? moved
    : moved.map((one) => (one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one)));
}

/** "prefer X to Y", "move to X from Y". */
function adopting(parts: readonly Part[], kinds: ReadonlySet<string>, cue: string): ReadOption[] {
  const left = parts.filter(
    ({ lead, named }) => named && (origins.has(lead) || (cue === 'prefer' && lead === 'to')),
  );
  const rest = parts.filter((part) => !left.includes(part));
  return [
    ...objects(rest, kinds).map(chosen('adopt')),
    ...left.flatMap(({ lead, options }) => options.map(rejected(origins.has(lead) ? 'replace' : 'instead'))),
  ];
}
