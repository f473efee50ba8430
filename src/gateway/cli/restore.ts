import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { restoreBackup } from '../../db/backup/restore.ts';
import type { Provenance } from '../../db/backup/signature.ts';
import { backupKeyFile, readBackupKey } from '../backup/key.ts';
import { readConfig } from '../config/env.ts';
import { openLake } from '../runtime/lake.ts';
import { verifyBackup } from './backup.ts';
import { whenLost } from './interrupted.ts';
import { quarantinedLines } from './quarantined.ts';
import type { ExitCode } from './run/program.ts';
import { print, say } from './run/say.ts';
import { destroyWhen, Interrupted, stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { progressBar } from './terminal/progress.ts';

export type RestoreOptions = { verify?: boolean; json?: boolean; withKeys?: boolean; withContexts?: boolean };
type Options = RestoreOptions;

/** Restores a backup into an empty lake, from a file or, for `-`, standard input; completely or not at all. */
export async function restore(env: NodeJS.ProcessEnv, file: string, options: Options): Promise<ExitCode> {
  if (options.verify) return verifyBackup(file, options);
  const config = readConfig(env);
  if (config.url !== undefined)
    throw new UsageError(
      'A backup cannot be restored through a running gateway, because the lake must not be in use. Stop the gateway and run "dewey restore" without DEWEY_URL on the machine with the database. In containers, run "docker compose stop dewey worker proxy", then "docker compose run --rm -T dewey restore - < file".',
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
    say(
      options,
      { file, created_at: header.created_at, tables, rows: end.rows, migrated, provenance, quarantined },
      `${lake.location}: restored ${end.rows.toLocaleString('en')} rows of ${names.length} tables as they were on ${header.created_at}${migrated > 0 ? `, and applied ${migrated} migrations since` : ''}. "dewey serve" rebuilds the search index in the background.`,
    );
    const left = quarantinedLines(quarantined);
    if (left.length > 0 && !options.json)
      print([`${origin[provenance]} (${backupKeyFile(config.dataDir)}).`, ...left].join('\n'));
    return 0;
  } catch (error) {
    if (stopping.aborted)
      throw new Interrupted(
        'The restore was interrupted. Nothing was changed; the lake is still empty. Run it again.',
        stopping,
      );
    throw whenLost(
      error,
      'restore',
      'Run it again when the database is back. Nothing was restored, unless the restore had just finished; it then reports that the lake is not empty.',
    );
  } finally {
    bar.end();
    await lake.close();
  }
}

const origin: Record<Provenance, string> = {
  own: 'This lake made the backup',
  other: 'Another lake signed the backup; copy its backup.key here to trust it',
  none: 'The backup is not signed: it was made by an earlier version or another program',
  false: 'The signature of the backup is invalid: it was changed after this lake made it',
};

/** Reports a missing file before anything else is opened. */
async function opened(file: ReadStream): Promise<ReadStream> {
  await once(file, 'open');
  return file;
}
