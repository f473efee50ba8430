import { text } from 'node:stream/consumers';
import { migrate } from '../../db/postgres/migrate.ts';
import { catalog } from '../../handlers/index.ts';
import { createAudit } from '../audit/audit.ts';
import { createDispatcher } from '../calls/dispatch.ts';
import { bodyOf, posting, type Remote, remoteOf, send } from '../client/remote.ts';
import { type Config, readConfig } from '../config/env.ts';
import { createDeps, createLog, openings } from '../deps.ts';
import { openLake } from '../runtime/lake.ts';
import type { ExitCode } from './program.ts';
import { UsageError } from './usage.ts';

/** Calls a tool, over `DEWEY_URL` when it is set, else on the database itself. The result or the error body is JSON. */
export async function call(env: NodeJS.ProcessEnv, name: string, json: string): Promise<ExitCode> {
  const config = readConfig(env);
  const input = parse(json === '-' ? await text(process.stdin) : json);
  const remote = remoteOf(config);
  const { ok, body } = await (remote ? callThere(remote, name, input) : callHere(config, name, input));
  (ok ? process.stdout : process.stderr).write(
    `${JSON.stringify(body, null, process.stdout.isTTY ? 2 : 0)}\n`,
  );
  return ok ? 0 : 1;
}

export type Outcome = { ok: boolean; body: unknown };

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`The input is not valid JSON: ${json.slice(0, 100)}`);
  }
}

async function callHere(config: Config, name: string, input: unknown): Promise<Outcome> {
  const tool = catalog.find(name);
  if (!tool) throw new UsageError(`There is no tool named ${name}; "dewey tools" lists them.`);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    const deps = createDeps(lake.db, log, await openings(config));
    const audit = createAudit(lake.db.sql, log);
    const dispatcher = createDispatcher(catalog, deps, audit);
    const reply = await dispatcher.call(tool, input, {
      requestId: deps.newId(),
      client: 'dewey call',
      scope: 'admin',
    });
    await audit.drain();
    return reply.ok ? { ok: true, body: reply.value } : { ok: false, body: reply.error.body };
  } finally {
    await lake.close();
  }
}

/** Over the gateway of `DEWEY_URL`. */
export async function callThere(remote: Remote, name: string, input: unknown): Promise<Outcome> {
  const response = await send(remote, `/tools/${encodeURIComponent(name)}`, posting(input));
  return { ok: response.ok, body: await bodyOf(remote, response) };
}
