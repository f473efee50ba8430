import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { restoreBackup } from '../../db/backup/restore.ts';
import { readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import { verifyBackup } from './backup.ts';
import { whenLost } from './lost.ts';
import type { ExitCode } from './program.ts';
import { progressBar } from './progress.ts';
import { UsageError } from './usage.ts';

type Options = { verify?: boolean; json?: boolean };

/** Restores a backup into an empty lake, from a file or from standard input for `-`: all of it, or nothing. */
export async function restore(env: NodeJS.ProcessEnv, file: string, options: Options): Promise<ExitCode> {
  if (options.verify) return verifyBackup(file, options);
  const config = readConfig(env);
  if (config.url !== undefined)
    throw new UsageError(
      'A running gateway cannot restore: nobody else may use the lake meanwhile. Stop it, and run "dewey restore" where the database is, without DEWEY_URL; in containers: docker compose stop dewey worker proxy, then docker compose run --rm -T dewey restore - < file.',
    );
  const source = file === '-' ? process.stdin : await opened(createReadStream(file));
  const lake = await openLake(config);
  const bar = progressBar(0);
  try {
    const { header, tables, end, migrated } = await restoreBackup(lake.url, source, {
      onHeader: ({ about_bytes }) => bar.expect(about_bytes),
      onProgress: (bytes, table) => bar.advance(bytes, table),
    });
    bar.end();
    const names = Object.keys(tables);
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ file, created_at: header.created_at, tables, rows: end.rows, migrated })}\n`
        : `${lake.place}: restored ${end.rows.toLocaleString('en')} rows of ${names.length} tables as they were on ${header.created_at}${migrated > 0 ? `, and applied ${migrated} migrations since` : ''}. The search index is made in the background by "dewey serve".\n`,
    );
    return 0;
  } catch (error) {
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

/** A file that is not there is told before anything else is opened. */
async function opened(file: ReadStream): Promise<ReadStream> {
  await once(file, 'open');
  return file;
}
