import { homedir } from 'node:os';
import { keysInUse } from '../auth/keys-in-use.ts';
import { type Config, readConfig } from '../config/env.ts';
import { createLog } from '../deps.ts';
import { newId } from '../runtime/clock-and-ids.ts';
import { databaseOf } from '../runtime/server-file.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';
import { installService } from './service/manager.ts';
import { serviceManager } from './service.ts';
import { toolsetsOf } from './setup/address.ts';
import { applySetup } from './setup/apply.ts';
import type { Client, Machine } from './setup/clients/client.ts';
import { clients } from './setup/clients/index.ts';
import { describeHistory, findHistory } from './setup/history.ts';
import { clientsOn, planSetup } from './setup/plan.ts';
import { type Answers, askingAnswers, fixedAnswers } from './setup/questions.ts';
import { SetupRecord } from './setup/record.ts';
import { type Gateway, requiresKey, runningGateway, startGateway } from './setup/server.ts';
import { diffOf, summaryOf } from './setup/show.ts';
import { hookProgram, targetOf } from './setup/target.ts';
import { importHistory } from './setup-history.ts';
import { proveEntries } from './setup-proof.ts';
import { finish, showPlan } from './setup-report.ts';

export type SetupOptions = {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
  service?: boolean;
  hooks: boolean;
  import: boolean;
  toolsets?: string;
  clients?: string;
};

/** Sets up the clients on this machine. Exit code 1 when a file was left alone or something could not be proved. */
export async function setup(env: NodeJS.ProcessEnv, options: SetupOptions): Promise<ExitCode> {
  if (!options.dryRun && !options.yes && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new UsageError('This is not a terminal that could be asked. Use --yes, or --dry-run to only look.');
  const toolsets = await toolsetsOf(options.toolsets);
  const config = readConfig(env);
  const machine: Machine = { home: homedir(), platform: process.platform, env };
  const found = chosen(options.clients) ?? clientsOn(machine);
  const history = options.import ? await findHistory(config.transcripts) : [];
  const say = (text: string): void => {
    if (!options.json) process.stdout.write(`${text}\n`);
  };
  if (found.length === 0)
    say(
      `No client was found. These are known: ${clients.map(({ id }) => id).join(', ')}; name one with --clients.`,
    );
  const record = await SetupRecord.read(config.dataDir);
  const plan = (gateway: string, key: string | undefined, chosenClients: readonly Client[]) =>
    planSetup(
      chosenClients,
      machine,
      record,
      targetOf(config, env, { gateway, key, toolsets }),
      options.hooks ? hookProgram(config, env) : undefined,
    );

  const running = await runningGateway(config);
  if (options.dryRun) {
    const url = running?.url ?? `http://127.0.0.1:${config.port}`;
    const needed = running ? await requiresKey(url) : keysKnown(config);
    return showPlan(await plan(url, needed ? keyOf(config) : undefined, found), history, options);
  }
  const answers: Answers = options.yes ? fixedAnswers(options) : askingAnswers(options);
  const wanted = await answers.clients(found);
  let gateway: Gateway | undefined = running;
  if (!gateway && (await answers.service())) {
    await installService(serviceManager(config, env), { start: true });
    gateway = await untilRunning(config);
    say('Installed the service; it starts at every login.');
  }
  gateway ??= await startGateway(env);
  try {
    const key = (await requiresKey(gateway.url)) ? keyOf(config) : undefined;
    const changes = await plan(gateway.url, key, wanted);
    for (const line of summaryOf(changes)) say(line);
    if (changes.changes.length > 0 && !(await answers.write(changes.changes.map(diffOf)))) {
      say('Nothing was written.');
      return 0;
    }
    const copies = await applySetup(changes, record);
    for (const copy of copies) say(`kept    ${copy}`);
    const imported =
      history.length > 0 && (await answers.import(describeHistory(history)))
        ? await importHistory(config, history, say)
        : undefined;
    const proven = await proveEntries(
      config,
      gateway.url,
      key,
      wanted,
      machine,
      `dewey${newId().replaceAll('-', '')}`,
    );
    return finish({ plan: changes, copies, imported, proven, gateway }, options, say);
  } finally {
    await gateway.stop();
  }
}

function chosen(names: string | undefined): Client[] | undefined {
  return names?.split(',').map((name) => {
    const client = clients.find(({ id }) => id === name.trim());
    if (client) return client;
    throw new UsageError(
      `There is no client "${name}". These are known: ${clients.map(({ id }) => id).join(', ')}.`,
    );
  });
}

const keysKnown = (config: Config): boolean =>
  config.apiKeys.length > 0 ||
  config.requireKey ||
  keysInUse(config.dataDir, databaseOf(config), createLog('silent')).last() === true;

function keyOf(config: Config): string {
  const key = config.apiKey ?? config.apiKeys.find(({ scope }) => scope !== 'read')?.secret;
  if (key !== undefined) return key;
  throw new UsageError(
    'API keys are in use. Set DEWEY_API_KEY to one with the scope "write" for the clients and run this again; "dewey keys add agents" makes one.',
  );
}

/** How long a new service may take: it may have to create its database first. */
const startTimeoutMs = 60_000;

async function untilRunning(config: Config): Promise<Gateway> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const found = await runningGateway(config);
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error('The service does not answer; see "dewey service logs".');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
