import { goals, meansOf, named, objects, origins, towards } from './objects.ts';
import { chosen, type ReadOption, rejected } from './option.ts';
import type { Part } from './parts.ts';

/** "take X out of Y", "take Y off X and build it with Z", "take X into Y". */
export function taking(parts: readonly Part[], kinds: ReadonlySet<string>): ReadOption[] {
  const out = parts.slice(0, 2).some(({ words }) => words.some(({ lower }) => lower === 'out'));
  if (out) return (parts[0]?.options ?? []).map(rejected('stop'));
  const left = parts
    .filter(({ lead, named }) => named && origins.has(lead))
    .flatMap(({ options }) => options);
  if (left.length === 0) return objects(parts, kinds).map(chosen('adopt'));
  const means = meansOf(parts);
  return [...means.map(chosen('replace')), ...left.map(rejected('replace'))];
}

/** "keep X"; but "keep X out of Y" and "keep X off Y" do without X there. */
export function keeping(parts: readonly Part[], kinds: ReadonlySet<string>): ReadOption[] {
  const [first, ...rest] = parts;
  const out = first?.words.findIndex(({ lower }) => lower === 'out') ?? -1;
  const off = rest[0] !== undefined && ['off', 'away'].includes(rest[0].lead);
  if (!first || (out === -1 && !off)) return objects(parts, kinds).map(chosen('keep'));
  const words = out === -1 ? first.words : first.words.slice(0, out);
  return (first.options.length > 0 ? first.options : named([{ ...first, words }])).map(rejected('forbid'));
}

/** "drop X for Y" where both are of one kind: Y takes the place of X. */
export function handsOver([first, ...rest]: readonly Part[]): boolean {
  const kindsLeft = new Set(first?.options.map(({ category }) => category));
  return rest.some(
    ({ lead, named, options: [taken] }) =>
      lead === 'for' && named && taken?.category !== undefined && kindsLeft.has(taken.category),
  );
}

/** "The migration from X", "an exodus from X": what is named is left. */
export const tellsOfMove = ({ words }: Part): boolean =>
  words.some(({ lower }) => steps.has(lower) || departures.has(lower));
const departures = new Set(['exodus', 'departure', 'escape', 'exit', 'retreat']);

const returns = new Set(['roll back', 'revert']);
const steps = new Set(
  'move migration switch transition change upgrade rollout introduction adoption conversion'.split(' '),
);

/** "roll back the migration to X": the step is undone, and X is not chosen. */
export const undoes = (cue: string, [first]: readonly Part[]): boolean =>
  returns.has(cue) && first?.words.some(({ lower }) => steps.has(lower)) === true;

const asItIs = new Set(
  'alone as be enabled in intact on open running unchanged untouched until where'.split(' '),
);

/** "leave X for Y", "Billing leaves X"; "leave X as it is". */
export function leaving(parts: readonly Part[]): ReadOption[] {
  const taken = parts
    .filter(({ lead, named }, i) => i > 0 && named && lead === 'for')
    .flatMap(({ options }) => options);
  const left = parts[0]?.options ?? [];
  if (taken.length > 0) return [...taken.map(chosen('replace')), ...left.map(rejected('replace'))];
  const stays = parts
    .slice(0, 2)
    .some(({ lead, words }) => asItIs.has(lead) || words.some(({ lower }) => asItIs.has(lower)));
  return left.map(stays ? chosen('keep') : rejected('stop'));
}

/** "X replaces Y": the verb stands among the words of the first part. */
export function replacing([first, ...rest]: readonly Part[]): ReadOption[] {
  const [taken, ...given] = first?.options ?? [];
  const after = rest.filter(({ lead, named }) => named && (lead === 'of' || origins.has(lead)));
  return [
    ...(taken ? [chosen('replace')(taken)] : []),
    ...[...given, ...after.flatMap(({ options }) => options)].map(rejected('replace')),
  ];
}

/** "replace X with Y", "swap X for Y"; turned round, "substitute Y for X". */
export function exchanged(parts: readonly Part[], leads: readonly string[], turned: boolean): ReadOption[] {
  const at = parts.findIndex(({ lead }, i) => i > 0 && leads.includes(lead));
  const before = named(at === -1 ? parts : parts.slice(0, at));
  const after = at === -1 ? [] : named(parts.slice(at));
  const [given, taken] = turned ? [after, before] : [before, after];
  return [...taken.map(chosen('replace')), ...given.map(rejected('replace'))];
}

/** "move the orders from X to Y", "migrate X to Y" where both are of one kind. */
export function moving(parts: readonly Part[]): ReadOption[] {
  const part = (leads: ReadonlySet<string>) => parts.findIndex(({ lead }, i) => i > 0 && leads.has(lead));
  const [from, to] = [part(origins), part(goals)];
  const left = from === -1 ? [] : named(parts.slice(from, from + 1));
  const goal = parts[to];
  // "rewrite the search in a weekend": only a named thing is a goal of "in".
  const taken = goal && (goal.named || towards.has(goal.lead)) ? named(parts.slice(to)) : [];
  const moved = parts[0]?.options ?? [];
  const same = moved.filter(({ category }) =>
    taken.some((one) => one.category === category && category !== undefined),
  );
  return [
    ...taken.map(chosen(left.length + same.length > 0 ? 'replace' : 'adopt')),
    ...[...left, ...(left.length === 0 ? same : [])].map(rejected('replace')),
  ];
}
