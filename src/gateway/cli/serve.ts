import type { Sql } from '../../db/postgres/connect.ts';
import { catalog } from '../../handlers/index.ts';
import { keysInUse } from '../auth/keys-in-use.ts';
import { keyringOf } from '../auth/load-keys.ts';
import { backupKey } from '../backup/key.ts';
import { startBackups } from '../backup/schedule.ts';
import { openReplica } from '../calls/replica.ts';
import { startTracing } from '../calls/tracing.ts';
import { createCapture } from '../capture/service.ts';
import { type Config, readConfig } from '../config/env.ts';
import { createLog } from '../deps.ts';
import { startJobs } from '../jobs/index.ts';
import { startWorkerThread } from '../jobs/worker-thread.ts';
import { embedderOf } from '../llm/embedder.ts';
import { retentionSettings } from '../retention/run.ts';
import { startRetention } from '../retention/schedule.ts';
import { clock, newId, newSecret } from '../runtime/clock-and-ids.ts';
import { migrateWhenReachable, openAdminDatabase, openLake } from '../runtime/lake.ts';
import { announce, databaseOf } from '../runtime/server-file.ts';
import { proofOf } from '../runtime/server-proof.ts';
import { createEmbeddingWorker, localPace } from '../search/embeddings.ts';
import { startSearchThread } from '../search/index.ts';
import { startServer } from '../server.ts';
import { historyText } from './import-history.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { aborted, stopSignal } from './run/signals.ts';

/** Runs the gateway until SIGTERM or SIGINT, then drains it. Prints one line to stdout when ready. */
export async function serve(env: NodeJS.ProcessEnv, options: Json = {}): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const embedder = await embedderOf(config.models, clock);
  const lake = await openLake(config, { statementMs: config.statementMs });
  const adminDb = openAdminDatabase(lake.url, config);
  const memory = keysInUse(config.dataDir, databaseOf(config), log);
  const keys = keyringOf(config, async () => lake.db, log, { memory });
  const search = startSearchThread(
    { url: lake.url, ...config.search, statementMs: config.statementMs.search, logLevel: config.logLevel },
    log,
  );
  const capture = createCapture({ config, keys, db: lake.db, log, newId, clock, search });
  let retention: ReturnType<typeof startRetention> | undefined;
  let backups: ReturnType<typeof startBackups> | undefined;
  const replica = config.replicaUrl === undefined ? undefined : openReplica(config.replicaUrl, config, log);
  const embeddings =
    embedder &&
    createEmbeddingWorker(
      lake.db.sql,
      embedder,
      log,
      config.models.embedModel === undefined ? localPace : {},
    );
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
  try {
    const tracing = config.tracing ? await startTracing() : undefined;
    const secret = newSecret();
    const server = await startServer(catalog, lake.db, config, log, {
      search,
      embeddings,
      capture,
      keys,
      prove: (challenge) => proofOf(secret, challenge),
      tracing,
      replica,
      adminDb,
    });
    await keys.settled(keysTimeoutMs); // otherwise its first clients would be refused
    const proxy = await capture.startProxy(server.refusals);
    if (proxy) log.info({ port: proxy.port }, 'capture proxy listening');
    log.info({ url: server.url, database: lake.location }, 'listening');
    if (config.url !== undefined)
      log.info(
        { url: config.url },
        'DEWEY_URL is ignored by "dewey serve": this server uses the database above',
      );
    let withdraw = async () => {};
    try {
      await migrateWhenReachable(lake, log, stopping);
      // Announced only once keys can be checked.
      if (!stopping.aborted) await keys.settled(keysTimeoutMs);
      if (!stopping.aborted) withdraw = await announce(config, server.url, secret, log);
      if (!stopping.aborted) search.begin();
      if (!stopping.aborted) embeddings?.begin();
      if (!stopping.aborted) await capture.start();
      if (!stopping.aborted) retention = startRetention(adminDb.sql, retentionSettings(config), log, clock);
      if (!stopping.aborted && config.backups)
        backups = startBackups(config.backups, lake.url, log, clock, () => backupKey(config.dataDir));
      if (!stopping.aborted && config.worksItself)
        jobs = await startJobs(config, lake.db, log, startWorkerThread(config, lake.url, lake.db.sql, log));
      if (!stopping.aborted)
        say(options, { url: `${server.url}/mcp` }, `Dewey is ready at ${server.url}/mcp`);
      if (!stopping.aborted)
        firstHint(config, lake.db.sql).then(
          (hint) => (options.json ? process.stderr : process.stdout).write(hint),
          // The database may be gone by now; a hint is nothing to stop for.
          (err: unknown) => log.info({ err }, 'could not look for history to import'),
        );
      await aborted(stopping);
      log.info({}, 'stopping');
    } finally {
      await withdraw();
      await server.stop();
      await tracing?.stop().catch((err: unknown) => log.warn({ err }, 'the last spans could not be sent'));
    }
  } finally {
    await backups?.stop();
    await jobs?.stop();
    await retention?.stop();
    await capture.stop();
    await embeddings?.stop();
    await search.stop();
    await replica?.close();
    await adminDb.close();
    await lake.close();
    // A connection to a hanging database never finishes closing; it must not keep the process alive.
    setTimeout(() => process.exit(), lingerMs).unref();
  }
  return 0;
}

/** On a lake without captured conversations, what could be imported. */
async function firstHint(config: Config, sql: Sql): Promise<string> {
  if (!config.watch) return '';
  const [captured] = await sql`select 1 from capture_sources limit 1`;
  const found = captured ? undefined : await historyText(config);
  return found === undefined
    ? ''
    : `Found ${found} that are not imported yet. Run "dewey import" to import them all; the server can keep running.\n`;
}

const lingerMs = 1000;
/** Keys are usually known long before, as the database has just answered. */
const keysTimeoutMs = 2000;
