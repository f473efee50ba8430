import { migrate } from '../../db/migrate.ts';
import { catalog } from '../../handlers/index.ts';
import type { Tool } from '../../handlers/tool.ts';
import { createAudit } from '../audit.ts';
import { createDeps, createLog } from '../deps.ts';
import { createDoor } from '../door.ts';
import { type Config, readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';

/** A call that only people make: a tool that is not in the catalog, and where a server elsewhere offers it. */
export type AdminCall = {
  tool: Tool;
  input: object;
  there: { method: 'POST' | 'DELETE'; path: string; body?: object };
};

type Outcome = { ok: boolean; body: unknown };

/** Makes the call over `DEWEY_URL` when it is set, else on the database itself, and prints its result as JSON. */
export async function callAsAdmin(env: NodeJS.ProcessEnv, call: AdminCall): Promise<ExitCode> {
  const config = readConfig(env);
  const { ok, body } =
    config.url === undefined ? await callHere(config, call) : await callThere(config.url, config, call);
  (ok ? process.stdout : process.stderr).write(`${JSON.stringify(body)}\n`);
  return ok ? 0 : 1;
}

async function callHere(config: Config, { tool, input }: AdminCall): Promise<Outcome> {
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    const deps = createDeps(lake.db, log);
    const audit = createAudit(lake.db.sql, log);
    const caller = { requestId: deps.newId(), client: 'dewey', scope: 'admin' as const };
    const reply = await createDoor(catalog, deps, audit).call(tool, input, caller);
    await audit.drain();
    return reply.ok ? { ok: true, body: reply.value } : { ok: false, body: reply.error.body };
  } finally {
    await lake.close();
  }
}

async function callThere(url: string, { apiKey }: Config, { there }: AdminCall): Promise<Outcome> {
  const response = await fetch(new URL(there.path, url), {
    method: there.method,
    headers: {
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...(there.body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(there.body ? { body: JSON.stringify(there.body) } : {}),
  });
  return { ok: response.ok, body: await response.json() };
}
