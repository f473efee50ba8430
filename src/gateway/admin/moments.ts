import { ToolError } from '../../handlers/tool/errors.ts';

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const mostDays = 36_500;
const problem = 'must be a duration such as 90d, 12h or 10m, or a future time such as 2030-01-31T00:00:00Z';

/** Milliseconds of a duration such as `30s`, `10m`, `24h`, `90d` or `2w`; undefined when invalid. */
export function durationOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9})\s*([smhdw])$/.exec(text.trim()) ?? [];
  return count === '' ? undefined : Number(count) * (units[unit] ?? 0) * 1000;
}

/**
 * Parses a future time: a duration from now, or a time with a zone.
 *
 * @throws ToolError `invalid_input` for anything else, and for a time in the past or now.
 */
export function momentAfter(now: Date, text: string, field: string): Date {
  const duration = durationOf(text);
  const at =
    duration === undefined
      ? Date.parse(/[zZ]$|[+-]\d\d:\d\d$/.test(text) ? text : '')
      : now.getTime() + duration;
  if (Number.isNaN(at) || at <= now.getTime() || at > now.getTime() + mostDays * 86_400_000)
    throw new ToolError('invalid_input', `${field}: ${problem}.`, { field, received: text, problem });
  return new Date(at);
}

/** Parses a past time: a duration before now, or a time with a zone; undefined when it is neither. */
export function momentBefore(now: Date, text: string): Date | undefined {
  const duration = durationOf(text);
  const at = duration === undefined ? Date.parse(text) : now.getTime() - duration;
  return Number.isNaN(at) ? undefined : new Date(at);
}
