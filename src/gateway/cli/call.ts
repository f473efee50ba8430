import { text } from 'node:stream/consumers';
import { migrate } from '../../db/migrate.ts';
import { catalog } from '../../handlers/index.ts';
import { createAudit } from '../audit.ts';
import { createDeps, createLog, openings } from '../deps.ts';
import { createDoor } from '../door.ts';
import { type Config, readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';
import { UsageError } from './usage.ts';

/** Calls a tool, over `DEWEY_URL` when it is set, else on the database itself. The result or the error body is JSON. */
export async function call(env: NodeJS.ProcessEnv, name: string, json: string): Promise<ExitCode> {
  const config = readConfig(env);
  const input = parse(json === '-' ? await text(process.stdin) : json);
  const { ok, body } =
    config.url === undefined
      ? await callHere(config, name, input)
      : await callThere(config.url, config, name, input);
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
    const door = createDoor(catalog, deps, audit);
    const reply = await door.call(tool, input, {
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
export async function callThere(url: string, config: Config, name: string, input: unknown): Promise<Outcome> {
  const response = await fetch(new URL(`/tools/${encodeURIComponent(name)}`, url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(config.apiKey === undefined ? {} : { Authorization: `Bearer ${config.apiKey}` }),
    },
    body: JSON.stringify(input),
  }).catch((cause: Error) => {
    throw new Error(
      `DEWEY_URL: ${url} cannot be reached: ${cause.cause instanceof Error ? cause.cause.message : cause.message}.`,
    );
  });
  return { ok: response.ok, body: await response.json() };
}
