import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { BackupKey } from '../../db/backup/signature.ts';
import { LakeBusy, writeBackup } from '../../db/backup/write.ts';
import { version } from '../../version.ts';
import { writeWhole } from './file.ts';

export type BackupPlan = {
  folder: string;
  /** Interval between backups, in milliseconds. */
  everyMs: number;
  /** How many are kept. */
  keep: number;
};

const pattern = /^dewey-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)\.backup\.gz$/;

/** The scheduled backups in a folder, newest first. */
export async function plannedBackups(folder: string): Promise<{ name: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = pattern.exec(name) ?? [];
      return day ? [{ name, at: new Date(`${day}${hour}:${minute}:${second}`) }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

const nameAt = (at: Date): string => `dewey-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup.gz`;

/** Delay before a retry after a failure. */
const retryMs = 10 * 60_000;
/** Limit of a single timer, because clocks jump and machines sleep. */
const longestWaitMs = 15 * 60_000;

/**
 * Makes scheduled backups until stopped; of several processes on one database, one at a time.
 *
 * @returns `stop()`, which also cancels a running backup.
 */
export function startBackups(
  plan: BackupPlan,
  url: string,
  log: Logger,
  clock: () => Date,
  key?: () => Promise<BackupKey>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failedAt: number | undefined;

  const waitMs = async (): Promise<number> => {
    const [newest] = await plannedBackups(plan.folder);
    const due = Math.max(
      newest ? newest.at.getTime() + plan.everyMs : 0,
      failedAt === undefined ? 0 : failedAt + retryMs,
    );
    return Math.max(0, due - clock().getTime());
  };
  const look = async (): Promise<void> => {
    try {
      if ((await waitMs()) === 0) {
        await takePlanned(plan, url, log, clock(), stopping.signal, await key?.());
        failedAt = undefined;
      }
    } catch (err) {
      if (stopping.signal.aborted) return;
      failedAt = clock().getTime();
      if (err instanceof LakeBusy) log.info({}, 'another process is backing up');
      else log.error({ err, folder: plan.folder }, 'the backup failed; retrying later');
    }
    const wait = await waitMs().catch(() => retryMs); // an unreadable folder was logged above
    if (!stopping.signal.aborted) timer = setTimeout(run, Math.min(wait, longestWaitMs)).unref();
  };
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = look();
  };
  run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function takePlanned(
  { folder, keep }: BackupPlan,
  url: string,
  log: Logger,
  at: Date,
  signal: AbortSignal,
  key: BackupKey | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = nameAt(at);
  const report = await writeWhole(join(folder, name), (out) =>
    writeBackup(url, out, { version, signal, key, alone: true }),
  );
  log.info({ name, rows: report.rows, bytes: report.bytes }, 'backed up');
  for (const old of (await plannedBackups(folder)).slice(keep)) await rm(join(folder, old.name));
}
