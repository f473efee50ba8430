import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../../db/connect.ts';
import type { Language } from '../../db/rank/english.ts';
import { type Expired, expire } from '../../db/retention/expire.ts';
import { purge } from '../../db/retention/purge.ts';
import type { Purged } from '../../db/retention/purged.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import type { Config } from '../env.ts';

export type RetentionSettings = { language: Language; dataDir: string; undoDays: number };

export const retentionSettings = (config: Config): RetentionSettings => ({
  language: config.search.language,
  dataDir: config.dataDir,
  undoDays: config.undoDays,
});

export type RunReport = {
  expired: Expired;
  purged: Omit<Purged, 'sources'>;
  /** Records of the spool that could not be stored and were about what was purged. */
  spool: { removed: number; left: number };
};

/** Any constant of our own: one process runs retention at a time. */
const retentionLock = 7_061_985_236;

const dayMs = 86_400_000;

/**
 * Does what the policies say, then purges what was deleted before the undo window, and keeps the report.
 *
 * @returns undefined when another process is at it.
 */
export async function runRetention(
  sql: Pool,
  settings: RetentionSettings,
  now: Date,
): Promise<RunReport | undefined> {
  // One process at a time; the lock is a transaction's, which ends with its connection and stays on it behind a pooler.
  return await sql.begin(async (holder) => {
    const [lock] = await holder<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${retentionLock}) as ok`;
    if (!lock?.ok) return undefined;
    const expired = await expire(sql, now, false);
    const before = new Date(now.getTime() - settings.undoDays * dayMs);
    const { sources, ...purged } = await purge(sql, before, settings.language);
    const report = { expired, purged, spool: await purgeSpool(settings.dataDir, sources) };
    await holder`
      insert into retention_runs (at, report)
      values (${now.toISOString()}::text::timestamptz, ${JSON.stringify(report)}::text::jsonb)`;
    return report;
  });
}

/** When it last ran; undefined when it never did. */
export async function lastRun(sql: Pool): Promise<Date | undefined> {
  const [row] = await sql<{ at: number | null }[]>`
    select extract(epoch from max(at))::float8 * 1000 as at from retention_runs`;
  return row?.at ? new Date(row.at) : undefined;
}

/** Segments that wait are thrown away when they are read: a tombstone stands. What was set aside is looked through. */
async function purgeSpool(dataDir: string, sources: readonly string[]): Promise<RunReport['spool']> {
  const folder = join(spoolFolder(dataDir), 'poison');
  const sessions = sources.map((key) => key.slice(key.indexOf(':') + 1)).filter((id) => id.length >= 8);
  const report = { removed: 0, left: 0 };
  if (sessions.length === 0 || !existsSync(folder)) return report;
  const about = async (name: string) => {
    const text = await readFile(join(folder, name), 'utf8');
    return sessions.some((id) => text.includes(id));
  };
  for (const name of await readdir(folder))
    if (await about(name)) {
      await rm(join(folder, name));
      report.removed += 1;
    }
  for (const name of await readdir(folder)) if (await about(name)) report.left += 1;
  return report;
}
