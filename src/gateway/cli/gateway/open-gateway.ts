import { Hono } from 'hono';
import { migrate } from '../../../db/postgres/migrate.ts';
import { catalog } from '../../../handlers/index.ts';
import { adminTools } from '../../admin/index.ts';
import { Identity } from '../../auth/identity.ts';
import { type Remote, remoteOf } from '../../client/remote.ts';
import type { Config } from '../../config/env.ts';
import { secretsOf } from '../../config/redaction.ts';
import { createLog } from '../../deps.ts';
import { answerErrors, refuseUnknown } from '../../http/answer-errors.ts';
import type { Variables } from '../../http/context.ts';
import { createDownloads } from '../../http/downloads.ts';
import { adminRoutes } from '../../http/routes/admin.ts';
import { browseRoutes } from '../../http/routes/browse.ts';
import { exportRoutes } from '../../http/routes/export.ts';
import { recordRoutes } from '../../http/routes/records.ts';
import { restRoutes } from '../../http/routes/rest.ts';
import { listTools } from '../../mcp/listing.ts';
import { retentionSettings } from '../../retention/run.ts';
import { type Lake, openLake } from '../../runtime/lake.ts';
import { closeOnSignal } from '../run/signals.ts';
import { openCalls } from './in-process.ts';

export type OpenGateway = Remote & { close(): Promise<void> };

/**
 * Opens the gateway for a command: the one of `DEWEY_URL`, otherwise the same routes in this process on the database,
 * whether or not a server is running. The caller closes it.
 *
 * Some commands open the database themselves. `restore`, `import` of a whole lake, `migrate`, `worker` and `doctor` have
 * no remote form by design: they replace or create the database, or inspect this machine. `backup`, `export --all`,
 * `watch`, and `import` and `verify` of transcripts do have one; a comment where they open the database says why.
 *
 * @param client the command's name in the audit log.
 */
export async function openGateway(config: Config, client: string): Promise<OpenGateway> {
  const remote = remoteOf(config);
  if (remote) return { ...remote, client, close: async () => undefined };
  const { opened, release } = closeOnSignal(openInProcess(config));
  try {
    const gateway = await opened;
    const close = () => gateway.close().finally(release);
    return { ...gateway, client, close };
  } catch (error) {
    release();
    throw error;
  }
}

async function openInProcess(config: Config): Promise<OpenGateway> {
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    return await openHere(config, lake);
  } catch (error) {
    await lake.close();
    throw error;
  }
}

async function openHere(config: Config, lake: Lake): Promise<OpenGateway> {
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { deps, dispatcher, close } = await openCalls(lake, config, log);
  const identity = new Identity(undefined, 'admin');
  const app = new Hono<{ Variables: Variables }>();
  // Instead of the guards: access to the database needs no key and has no limits.
  app.use((c, next) => {
    c.set('identity', identity);
    c.set('requestId', deps.newId());
    c.set('responseHeaders', []);
    return next();
  });
  // The command reports cut-off downloads itself.
  const send = createDownloads({ connect: () => () => undefined }, { warn: () => undefined }, unhurried);
  app.route(
    '/tools',
    restRoutes(catalog, () => listTools(catalog), dispatcher),
  );
  app.route('/browse', browseRoutes(dispatcher));
  app.route('/records', recordRoutes(dispatcher));
  app.route(
    '/admin',
    adminRoutes(
      adminTools(config.apiKeys, catalog, retentionSettings(config), secretsOf(config.redaction)),
      dispatcher,
    ),
  );
  app.route('/export', exportRoutes(lake.db, dispatcher, { paged: send, lake: send }));
  app.notFound((c) => refuseUnknown(c.req.path));
  app.onError(answerErrors(log));
  return {
    url: 'http://localhost',
    apiKey: undefined,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    close,
  };
}

/** The longest delay of a timer. */
const longestMs = 2 ** 31 - 1;
/** The reader is this command, whose output may go to a pager that is left open overnight. */
const unhurried = { most: 1, stallMs: longestMs, bytesPerSecond: Number.MIN_VALUE };
