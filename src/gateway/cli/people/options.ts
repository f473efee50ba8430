import { momentBefore } from '../../admin/moments.ts';
import { UsageError } from '../run/usage.ts';

/** Reads `--limit` and the like. @throws UsageError outside of the range. */
export function count(text: string, option: string, { least = 1, most = 1000 } = {}): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < least || n > most)
    throw new UsageError(`${option} must be a whole number from ${least} to ${most.toLocaleString('en')}.`);
  return n;
}

/** Reads `--since` and `--until`. @throws UsageError for what is no time. */
export function moment(now: Date, text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const at = momentBefore(now, text);
  if (!at)
    throw new UsageError(`${option} must be a duration such as 24h or 7d, or a date such as 2026-01-31.`);
  return at.toISOString();
}
