import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../../src/db/postgres/embedded/index.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { readConfig } from '../../src/gateway/config/env.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { startServer } from '../../src/gateway/server.ts';
import { conformanceCatalog } from './catalog.ts';

/** `npm run conformance`: the gateway with the suite's fixtures, until SIGTERM or SIGINT. Prints its address. */
const directory = await mkdtemp(join(tmpdir(), 'dewey-conformance-'));
const config = readConfig({ DEWEY_MCP_PORT: '0', DEWEY_LOG_LEVEL: 'warn', ...process.env });
const postgres = await holdEmbeddedServer(directory);
await migrate(postgres.url);
const db = connect(postgres.url);
const server = await startServer(conformanceCatalog, db, config, createLog(config.logLevel));
process.stdout.write(`${server.url}/mcp\n`);

const stop = async () => {
  await server.stop();
  await db.close();
  await postgres.release();
  await rm(directory, { recursive: true, force: true });
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
