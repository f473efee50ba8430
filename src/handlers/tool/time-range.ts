import { ToolError } from './errors.ts';

/** Fields between which a call asks for what happened: from the first on, and before the second. */
const ranges = [
  ['start_date', 'end_date'],
  ['time_from', 'time_to'],
  ['since', 'until'],
] as const;

/**
 * Refuses times between which nothing can lie: an empty answer would read as if nothing had happened.
 *
 * @throws ToolError `invalid_input`
 */
export function checkTimeRange(input: unknown): void {
  const given = new Map<string, unknown>(Object.entries(input ?? {}));
  for (const [from, to] of ranges) {
    const [first, end] = [given.get(from), given.get(to)];
    if (typeof first !== 'string' || typeof end !== 'string') continue;
    // Times are stored more exactly than in milliseconds.
    if (first !== end && Date.parse(first) <= Date.parse(end)) continue;
    const problem = `must be later than ${from}`;
    throw new ToolError('invalid_input', `${to}: ${problem}.`, {
      field: to,
      problem,
      received: end,
      suggestion: `${to} itself is not included: for a single day, give the next one.`,
    });
  }
}
