import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readLines } from '../../db/backup/lines.ts';
import type { Config } from '../config/env.ts';
import { openLakeHere } from './local-lake.ts';
import { quarantinedLines } from './quarantined.ts';
import type { ExitCode } from './run/program.ts';
import { say } from './run/say.ts';
import { destroyWhen, Interrupted } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { progressBar } from './terminal/progress.ts';

const instead =
  'A whole lake can only be imported into an empty lake that is not in use. In containers, run "docker compose stop dewey worker proxy", then "docker compose run --rm -T dewey import - < file". The output of "dewey export --all --format jsonl" can be imported through a gateway.';

/** Imports a whole lake into an empty one, completely or not at all. */
export async function importLake(
  config: Config,
  path: string,
  options: { dryRun?: boolean; json?: boolean; withKeys?: boolean; withContexts?: boolean },
  stopping: AbortSignal,
): Promise<ExitCode> {
  if (options.dryRun)
    throw new UsageError(
      '--dry-run is not supported for a whole lake, which is imported completely or not at all.',
    );
  const bar = progressBar(path === '-' ? 0 : (await stat(path)).size);
  const lake = await openLakeHere(config, 'import', instead);
  try {
    const file = path === '-' ? process.stdin : createReadStream(path);
    destroyWhen(stopping, file);
    stopping.throwIfAborted();
    const report = await readLines(lake.url, file, (bytes, table) => bar.advance(bytes, table), {
      keys: options.withKeys ?? false,
      contexts: options.withContexts ?? false,
    });
    bar.end();
    const sum = Object.values(report.rows).reduce((all, n) => all + n, 0);
    say(
      options,
      report,
      [
        `Imported ${sum} rows of ${Object.keys(report.rows).length} tables unchanged`,
        ...quarantinedLines(report.quarantined),
      ].join('\n'),
    );
    return 0;
  } catch (error) {
    if (!stopping.aborted) throw error;
    throw new Interrupted(
      'The import was interrupted. Nothing was changed; the lake is still empty. Run it again.',
      stopping,
    );
  } finally {
    bar.end();
    await lake.close();
  }
}
