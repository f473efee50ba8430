import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { trimAudit } from '../../db/admin/audit-chain.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { type Time, weighTime } from '../../db/retention/clock.ts';
import { type Expired, expire } from '../../db/retention/expire.ts';
import { type Packed, packTexts } from '../../db/retention/pack.ts';
import { type Purgeable, purge, purgeOne } from '../../db/retention/purge.ts';
import type { Purged } from '../../db/retention/purged.ts';
import type { Language } from '../../db/search/collection/collection.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import type { Config } from '../config/env.ts';

export type RetentionSettings = {
  language: Language;
  dataDir: string;
  undoDays: number;
  auditDays?: number | undefined;
  /** Days without activity after which the texts of a conversation are packed; 0: never. */
  packDays?: number | undefined;
  /** The nodes of the search cluster, which is purged as well. */
  cluster?: readonly string[] | undefined;
};

export const retentionSettings = (config: Config): RetentionSettings => ({
  language: config.search.language,
  dataDir: config.dataDir,
  undoDays: config.undoDays,
  auditDays: config.auditDays,
  packDays: config.packDays,
  cluster: config.search.cluster,
});

export type RunReport = {
  expired: Expired;
  purged: Omit<Purged, 'sources'>;
  /** Dead letters of the spool that belonged to purged conversations. */
  spool: { removed: number; left: number };
  /** Audit rows removed because of their age. */
  audit: number;
  /** Texts that were packed because of their age. */
  packed: Packed;
};

/** Nothing was done, because the clock is not trusted. */
export type Doubted = { doubted: Time };

/** Advisory lock key: one process runs retention at a time. */
const retentionLock = 7_061_985_236;

const dayMs = 86_400_000;

/**
 * Applies the policies, then purges everything deleted before the undo window, and stores the report. Does nothing while
 * the clock is not trusted, see `weighTime`.
 *
 * @param ours the time of this process; the earlier of it and the database's is used.
 * @returns undefined when another process is running retention.
 */
export async function runRetention(
  sql: Pool,
  settings: RetentionSettings,
  ours: Date,
  { waitedMs = 0, confirmed = false } = {},
): Promise<RunReport | Doubted | undefined> {
  // One process at a time. A transaction lock ends with its connection, and works behind a connection pooler.
  return await sql.begin(async (holder) => {
    const [lock] = await holder<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${retentionLock}) as ok`;
    if (!lock?.ok) return undefined;
    const time = await weighTime(holder, ours, { waitedMs, confirmed });
    if (!time.trusted) return { doubted: time };
    const { now } = time;
    const expired = await expire(sql, now, false);
    const before = new Date(now.getTime() - settings.undoDays * dayMs);
    const { sources, ...purged } = await purge(sql, before, settings.language);
    await purgeSearch(sql, settings, purged);
    const spool = await purgeSpool(settings.dataDir, sources);
    const { auditDays } = settings;
    const audit =
      auditDays === undefined ? 0 : await trimAudit(sql, new Date(now.getTime() - auditDays * dayMs));
    const packed = await packOld(sql, settings, now, false);
    const report = { expired, purged, spool, audit, packed };
    await holder`
      insert into retention_runs (at, report)
      values (${now.toISOString()}::text::timestamptz, ${JSON.stringify(report)}::text::jsonb)`;
    return report;
  });
}

/** Packs old texts if there is an age for it. */
export const packOld = async (
  sql: Pool,
  { packDays }: RetentionSettings,
  now: Date,
  dryRun: boolean,
): Promise<Packed> => (packDays ? packTexts(sql, now, packDays, dryRun) : { conversations: 0, texts: 0 });

/** What purging one deleted conversation or document removed; `left` is the proof, all 0. */
export type PurgeReport = Pick<RunReport, 'purged' | 'spool'>;

/**
 * Purges one deleted conversation or document before its undo window ends, and stores the report.
 *
 * @returns undefined when it is not deleted, was purged, or never existed.
 */
export async function purgeDeleted(
  sql: Pool,
  settings: RetentionSettings,
  what: Purgeable,
  now: Date,
): Promise<PurgeReport | undefined> {
  const { sources, ...purged } = await purgeOne(sql, what, now, settings.language);
  if (purged.conversations + purged.artifacts === 0) return undefined;
  await purgeSearch(sql, settings, purged);
  const report: PurgeReport = { purged, spool: await purgeSpool(settings.dataDir, sources) };
  await sql`
    insert into retention_runs (at, report)
    values (${now.toISOString()}::text::timestamptz, ${JSON.stringify({ single: true, ...report })}::text::jsonb)`;
  return report;
}

/** Removes what was purged from the search cluster, if there is one, and adds to the proof what is found there. */
async function purgeSearch(
  sql: Pool,
  { cluster }: RetentionSettings,
  { removed, left }: Pick<Purged, 'removed' | 'left'>,
): Promise<void> {
  if (!cluster || Object.values(removed).every((n) => n === 0)) return;
  const { purgeCluster } = await import('../search/opensearch/purge.ts');
  left.search_cluster = await purgeCluster(sql, cluster);
}

/** Time of the last run; undefined when there was none. */
export async function lastRun(sql: Pool): Promise<Date | undefined> {
  const [row] = await sql<{ at: number | null }[]>`
    select extract(epoch from max(at))::float8 * 1000 as at
    from retention_runs where not report ? 'single'`;
  return row?.at ? new Date(row.at) : undefined;
}

/** Removes dead letters of purged conversations. Waiting segments need no purge: the tombstone discards their records. */
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

/** The error for a retention run refused because the clock has jumped. */
export const jumped = ({ now, seenAt }: Time): ToolError =>
  new ToolError(
    'refused',
    `The clock has jumped: it is ${now.toISOString()}, and the last run saw ${seenAt}. Nothing was deleted.`,
    {
      suggestion:
        'If the clock is wrong, correct it. If it is right, run "dewey retention run --confirm", or wait until servers have run for a day.',
    },
  );
