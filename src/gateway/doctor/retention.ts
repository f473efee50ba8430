import type { Pool } from '../../db/postgres/connect.ts';
import { readTime } from '../../db/retention/clock.ts';
import { lastRun } from '../retention/run.ts';
import { type Finding, fine, warning } from './finding.ts';

const dayMs = 86_400_000;
const clocksApartMs = 5 * 60_000;

/** Whether retention runs, and whether the clocks it uses agree. */
export async function checkRetention(sql: Pool, now: Date): Promise<Finding> {
  const { now: time, seenAt, trusted } = await readTime(sql, now);
  if (!trusted)
    return warning(
      'retention',
      `the clock has jumped: it is ${time.toISOString()}, and the last run saw ${seenAt}; correct it, or run "dewey retention run --confirm" if it is right; nothing is purged until servers have run for a day`,
    );
  const aheadMs = now.getTime() - time.getTime();
  if (aheadMs > clocksApartMs)
    return warning(
      'retention',
      `this machine's clock is ${Math.round(aheadMs / 60_000)} minutes ahead of the database's, which is used; correct it`,
    );
  const last = await lastRun(sql);
  if (!last) return fine('retention', 'has not run yet; "dewey serve" runs it once a day');
  const days = (now.getTime() - last.getTime()) / dayMs;
  return days > 2
    ? warning(
        'retention',
        `last run ${days.toFixed(0)} days ago; start "dewey serve", or run "dewey retention run"`,
      )
    : fine('retention', `last run on ${last.toISOString()}`);
}
