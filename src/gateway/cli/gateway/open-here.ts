import { Hono } from 'hono';
import { migrate } from '../../../db/postgres/migrate.ts';
import { catalog } from '../../../handlers/index.ts';
import { adminTools } from '../../admin/index.ts';
import { Identity } from '../../auth/identity.ts';
import type { Remote } from '../../client/remote.ts';
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
import { openCalls } from './in-process.ts';

type Here = Remote & { close(): Promise<void> };

/** Opens the gateway's routes in this process, on the database. */
export async function openInProcess(config: Config): Promise<Here> {
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    return await openHere(config, lake);
  } catch (error) {
    await lake.close();
    throw error;
  }
}

async function openHere(config: Config, lake: Lake): Promise<Here> {
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
