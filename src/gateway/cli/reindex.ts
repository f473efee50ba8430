import { collections } from '../../db/collections.ts';
import { leaveClusters } from '../../db/search/feed/leave.ts';
import { type Config, readConfig } from '../config/env.ts';
import type { Lake } from '../runtime/lake.ts';
import { openLakeHere } from './local-lake.ts';
import type { ExitCode } from './run/program.ts';
import { say } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';

const instead =
  'Run it on the machine of the gateway; in containers, "docker compose run --rm dewey search reindex".';

/**
 * Builds the search index anew: with DEWEY_SEARCH_URL in the cluster, beside the index that is searched; otherwise the
 * embedded one, in the background of a running gateway.
 */
export async function reindexCommand(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  const config = readConfig(env);
  const lake = await openLakeHere(config, 'search reindex', instead);
  try {
    const { cluster } = config.search;
    const { report, text } = cluster ? await inCluster(lake, config, cluster) : await embedded(lake);
    say(options, report, text);
    return 0;
  } finally {
    await lake.close();
  }
}

async function inCluster({ db }: Lake, config: Config, cluster: readonly string[]) {
  const { reindex } = await import('../search/opensearch/reindex.ts');
  const stopping = stopSignal();
  const report = await reindex(db.sql, cluster, config.search, stopping, ({ name }, docNo) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${docNo.toLocaleString('en')} `);
  });
  if (stopping.aborted)
    throw new Interrupted(
      'Reindexing was interrupted; searches use the index from before. Run it again, or start "dewey serve": it goes on where it was.',
      stopping,
    );
  const text = report.map(({ collection, index }) => `${collection}: searches use ${index} now\n`).join('');
  return { report, text };
}

async function embedded({ db }: Lake) {
  const report: { collection: string; waiting: number }[] = [];
  for (const collection of collections) {
    const { waiting } = await leaveClusters(db.sql, collection);
    report.push({ collection: collection.name, waiting });
  }
  const text = report
    .filter(({ waiting }) => waiting > 0)
    .map(
      ({ collection, waiting }) =>
        `${collection}: ${waiting.toLocaleString('en')} texts wait to be indexed\n`,
    )
    .join('');
  return { report, text: `${text}A running "dewey serve" indexes some thousands per second.\n` };
}
