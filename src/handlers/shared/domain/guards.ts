import { patternProblem } from './client-calls.ts';
import { isObject } from './is-object.ts';

export const guardPhases = ['teach', 'learn', 'reason'] as const;

/** Calls of a client's tools that a preset guards: they wait for the gate of a phase. */
export type Guard = {
  /** Patterns such as `Bash(git push*)`. */
  calls: string[];
  phase: (typeof guardPhases)[number];
  /** Answer to a call while the gate is closed: refuse it, or let the user decide. */
  closed: 'deny' | 'ask';
  /** Answer once the gate is open: the client's usual permissions, or allowed without asking. */
  open: 'usual' | 'allow';
};

/** What happens to guarded calls while the store cannot be asked. */
export const unavailables = ['allow', 'deny'] as const;
export type Unavailable = (typeof unavailables)[number];

export type Guarding = { guards: Guard[]; when_unavailable: Unavailable };

const mostGuards = 50;
const mostCalls = 100;

/** Reads the optional `guards` and `when_unavailable` of a preset; problems are added to `errors`. */
export function readGuarding(config: Record<string, unknown>, errors: string[]): Partial<Guarding> {
  const { guards, when_unavailable } = config;
  const unavailable = oneOf('when_unavailable', when_unavailable, unavailables, 'allow', errors);
  if (guards === undefined) {
    if (when_unavailable !== undefined) errors.push('when_unavailable: has no effect without guards.');
    return {};
  }
  if (!Array.isArray(guards) || guards.length === 0 || guards.length > mostGuards) {
    errors.push(`guards: must be a list of 1 to ${mostGuards} guards.`);
    return {};
  }
  return {
    guards: guards.flatMap((guard, i) => readGuard(guard, `guards.${i}`, errors) ?? []),
    when_unavailable: unavailable,
  };
}

function readGuard(value: unknown, field: string, errors: string[]): Guard | undefined {
  if (!isObject(value)) {
    errors.push(`${field}: must be an object with calls and phase.`);
    return undefined;
  }
  const { calls, phase } = value;
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > mostCalls) {
    errors.push(`${field}.calls: must be a list of 1 to ${mostCalls} patterns such as "Bash(git push*)".`);
    return undefined;
  }
  for (const [i, call] of calls.entries()) {
    const problem = patternProblem(call);
    if (problem !== undefined) errors.push(`${field}.calls.${i}: ${problem}.`);
  }
  const known = guardPhases.find((each) => each === phase);
  if (!known) errors.push(`${field}.phase: must be one of ${guardPhases.join(', ')}.`);
  return {
    calls: calls.filter((call): call is string => typeof call === 'string'),
    phase: known ?? 'reason',
    closed: oneOf(`${field}.closed`, value.closed, ['deny', 'ask'] as const, 'deny', errors),
    open: oneOf(`${field}.open`, value.open, ['usual', 'allow'] as const, 'usual', errors),
  };
}

function oneOf<T extends string>(
  field: string,
  value: unknown,
  known: readonly T[],
  byDefault: T,
  errors: string[],
): T {
  if (value === undefined) return byDefault;
  const found = known.find((each) => each === value);
  if (!found) errors.push(`${field}: must be one of ${known.join(', ')}.`);
  return found ?? byDefault;
}
