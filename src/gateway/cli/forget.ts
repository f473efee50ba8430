import { migrate } from '../../db/migrate.ts';
import { forgetDecision } from '../../handlers/decisions/forget-decision.ts';
import { catalog } from '../../handlers/index.ts';
import { createAudit } from '../audit.ts';
import { createDeps, createLog } from '../deps.ts';
import { createDoor } from '../door.ts';
import { type Config, readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';

type Options = { purge?: boolean; undo?: boolean };
type Outcome = { ok: boolean; body: unknown };

/** Deletes a decision, over `DEWEY_URL` when it is set, else on the database itself. */
export async function forget(env: NodeJS.ProcessEnv, id: string, options: Options): Promise<ExitCode> {
  const config = readConfig(env);
  const { ok, body } =
    config.url === undefined
      ? await forgetHere(config, id, options)
      : await forgetThere(config.url, config, id, options);
  (ok ? process.stdout : process.stderr).write(`${JSON.stringify(body)}\n`);
  return ok ? 0 : 1;
}

async function forgetHere(config: Config, id: string, options: Options): Promise<Outcome> {
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    const deps = createDeps(lake.db, log);
    const audit = createAudit(lake.db.sql, log);
    const caller = { requestId: deps.newId(), client: 'dewey forget', scope: 'admin' as const };
    const reply = await createDoor(catalog, deps, audit).call(
      forgetDecision,
      { decision_id: id, ...options },
      caller,
    );
    await audit.drain();
    return reply.ok ? { ok: true, body: reply.value } : { ok: false, body: reply.error.body };
  } finally {
    await lake.close();
  }
}

async function forgetThere(url: string, { apiKey }: Config, id: string, options: Options): Promise<Outcome> {
  const target = new URL(`/decisions/${encodeURIComponent(id)}`, url);
  for (const [name, value] of Object.entries(options)) target.searchParams.set(name, String(value));
  const headers: Record<string, string> = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(target, { method: 'DELETE', headers });
  return { ok: response.ok, body: await response.json() };
}
