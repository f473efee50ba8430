import type { Guard } from './guards.ts';
import { type Enforcement, type Preset, phases } from './presets.ts';

const strength: Record<Enforcement, number> = { lenient: 0, moderate: 1, custom: 2, strict: 3 };

/** Whether a caller may weaken presets: with keys in use, only the scope `admin`. Without keys, everyone may do everything. */
export const mayWeaken = ({
  call,
}: {
  call?: { keyId?: string | undefined; scope?: string | undefined };
}): boolean => call?.keyId === undefined || call.scope === 'admin';

/**
 * In which respect a preset lets pass what another one would not.
 *
 * @returns the first such difference, or undefined when it is at least as strict.
 */
export function weakerIn(next: Preset, current: Preset): string | undefined {
  if (strength[next.enforcement] < strength[current.enforcement])
    return `its enforcement is ${next.enforcement} instead of ${current.enforcement}`;
  for (const phase of phases) {
    const wanted = current.gates[phase].required_tools;
    const given = next.gates[phase].required_tools;
    const gone = wanted.find((tool) => !given.includes(tool));
    if (gone !== undefined && next.enforcement !== 'moderate')
      return `the ${phase} gate no longer requires ${gone}`;
    // Where one tool is enough, every further one is another way through.
    const more = next.enforcement === 'moderate' ? given.find((tool) => !wanted.includes(tool)) : undefined;
    if (more !== undefined && current.enforcement !== 'lenient' && wanted.length > 0)
      return `${more} alone would open the ${phase} gate`;
    if (wanted.length > 0 && given.length === 0) return `the ${phase} gate requires nothing`;
  }
  const guards = next.guards ?? [];
  for (const guard of current.guards ?? []) {
    const left = guard.calls.find((call) => !guards.some((other) => covers(other, guard, call)));
    if (left !== undefined) return `${left} is no longer guarded in the same way`;
  }
  if (guards.length > 0 && next.session_ttl < current.session_ttl)
    return `its guards would end after ${next.session_ttl} minutes instead of ${current.session_ttl}`;
  return current.when_unavailable === 'deny' && next.when_unavailable !== 'deny'
    ? 'guarded calls would pass while the store is unavailable'
    : undefined;
}

const covers = (other: Guard, guard: Guard, call: string): boolean =>
  other.calls.includes(call) &&
  other.phase === guard.phase &&
  (other.closed === 'deny' || guard.closed === 'ask') &&
  (other.open === 'usual' || guard.open === 'allow');
