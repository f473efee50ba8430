import { migrate } from '../../db/postgres/migrate.ts';
import { catalog } from '../../handlers/index.ts';
import { isFollowing } from '../admin/audit.ts';
import { adminTools } from '../admin/index.ts';
import { createAudit } from '../audit/audit.ts';
import { createDispatcher } from '../calls/dispatch.ts';
import { sentenceOf } from '../client/refusal.ts';
import { askFor, type Remote, remoteOf } from '../client/remote.ts';
import { type Config, readConfig } from '../config/env.ts';
import { createDeps, createLog } from '../deps.ts';
import { createChanges } from '../notify/changes.ts';
import { createRedact } from '../redaction/redactor.ts';
import { retentionSettings } from '../retention/run.ts';
import { openLake } from '../runtime/lake.ts';

/** Calls what administers a server, as often as is wanted. */
export type Admin = {
  /** @throws Error with the sentence of the failure and what to do. */
  call(name: string, input: object): Promise<unknown>;
  close(): Promise<void>;
};

/** Through the gateway of `DEWEY_URL`, else on the database itself, whether a server runs or not. */
export async function openAdmin(env: NodeJS.ProcessEnv, client: string): Promise<Admin> {
  const config = readConfig(env);
  const remote = remoteOf(config);
  return remote ? openThere(remote) : openHere(config, client);
}

async function openHere(config: Config, client: string): Promise<Admin> {
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
  } catch (error) {
    await lake.close();
    throw error;
  }
  const deps = createDeps(lake.db, log, { redact: createRedact(config.redaction).redact });
  const audit = createAudit(lake.db.sql, log);
  const changes = createChanges(lake.db.sql, config.listenUrl ?? lake.url, log);
  const dispatcher = createDispatcher(catalog, deps, audit, changes);
  const tools = adminTools(config.apiKeys, catalog, retentionSettings(config));
  return {
    async call(name, input) {
      const tool = tools.get(name);
      if (!tool) throw new Error(`There is nothing named ${name} to administer.`);
      const reply = await dispatcher.call(tool, input, {
        requestId: deps.newId(),
        client,
        scope: 'admin',
        following: isFollowing(tool, input),
      });
      if (!reply.ok) throw new Error(sentenceOf(reply.error.body));
      return reply.value;
    },
    async close() {
      await changes.close(); // running servers are told before this ends
      await audit.drain();
      await lake.close();
    },
  };
}

const openThere = (remote: Remote): Admin => ({
  call: (name, input) => askFor(remote, `/admin/${name}`, input),
  close: async () => undefined,
});
