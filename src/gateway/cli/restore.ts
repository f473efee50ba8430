import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { restoreBackup } from '../../db/backup/restore.ts';
import type { Provenance } from '../../db/backup/signature.ts';
import { backupKeyFile, readBackupKey } from '../backup/key.ts';
import { readConfig } from '../config/env.ts';
import { openLake } from '../runtime/lake.ts';
import { verifyBackup } from './backup.ts';
import { whenLost } from './interrupted.ts';
import type { ExitCode } from './program.ts';
import { progressBar } from './progress.ts';
import { quarantinedLines } from './quarantined.ts';
import { destroyWhen, Interrupted, stopSignal } from './signals.ts';
import { UsageError } from './usage.ts';

export type RestoreOptions = { verify?: boolean; json?: boolean; withKeys?: boolean; withContexts?: boolean };
type Options = RestoreOptions;

/** Restores a backup into an empty lake, from a file or from standard input for `-`: all of it, or nothing. */
export async function restore(env: NodeJS.ProcessEnv, file: string, options: Options): Promise<ExitCode> {
  if (options.verify) return verifyBackup(file, options);
  const config = readConfig(env);
  if (config.url !== undefined)
    throw new UsageError(
      'A running gateway cannot restore: nobody else may use the lake meanwhile. Stop it, and run "dewey restore" where the database is, without DEWEY_URL; in containers: docker compose stop dewey worker proxy, then docker compose run --rm -T dewey restore - < file.',
    );
  const stopping = stopSignal();
  const source = file === '-' ? process.stdin : await opened(createReadStream(file));
  destroyWhen(stopping, source);
  const lake = await openLake(config);
  const bar = progressBar(0);
  try {
    const report = await restoreBackup(lake.url, source, {
      key: await readBackupKey(config.dataDir),
      trusted: { keys: options.withKeys ?? false, contexts: options.withContexts ?? false },
      onHeader: ({ about_bytes }) => bar.expect(about_bytes),
      onProgress: (bytes, table) => bar.advance(bytes, table),
    });
    bar.end();
    const { header, tables, end, migrated, provenance, quarantined } = report;
    const names = Object.keys(tables);
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ file, created_at: header.created_at, tables, rows: end.rows, migrated, provenance, quarantined })}\n`
        : `${lake.location}: restored ${end.rows.toLocaleString('en')} rows of ${names.length} tables as they were on ${header.created_at}${migrated > 0 ? `, and applied ${migrated} migrations since` : ''}. The search index is made in the background by "dewey serve".\n`,
    );
    const left = quarantinedLines(quarantined);
    if (left.length > 0 && !options.json)
      process.stdout.write(
        [`${origin[provenance]} (${backupKeyFile(config.dataDir)}).`, ...left, ''].join('\n'),
      );
    return 0;
  } catch (error) {
    if (stopping.aborted)
      throw new Interrupted(
        'The restore was interrupted. Nothing was changed; the lake is as empty as before. Run it again.',
        stopping,
      );
    throw whenLost(
      error,
      'restore',
      'Run it again when it is back: the restore is undone, unless it had just been finished, and then it says that the lake is not empty.',
    );
  } finally {
    bar.end();
    await lake.close();
  }
}

const origin: Record<Provenance, string> = {
  own: 'This lake made the backup',
  other: 'Another lake signed the backup; with a copy of its backup.key here this one would know it',
  none: 'The backup is not signed: an earlier version made it, or somebody else',
  false: 'The signature of the backup is false: this lake did not make it as it is',
};

/** A file that is not there is told before anything else is opened. */
async function opened(file: ReadStream): Promise<ReadStream> {
  await once(file, 'open');
  return file;
}
