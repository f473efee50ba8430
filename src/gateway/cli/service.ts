import { homedir } from 'node:os';
import { type Config, readConfig } from '../config/env.ts';
import { programFile } from '../runtime/own-program.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { UsageError } from './run/usage.ts';
import {
  installService,
  isInstalled,
  managerFor,
  output,
  serviceFiles,
  uninstallService,
} from './service/manager.ts';
import type { Manager } from './service/service.ts';
import { configFolder } from './setup/clients/client.ts';
import { runningGateway } from './setup/server.ts';
import { environmentFor } from './setup/target.ts';

type Options = Json;

/** The service of this user, with the environment that `env` gives Dewey. */
export function serviceManager(config: Config, env: NodeJS.ProcessEnv): Manager {
  const home = homedir();
  const { platform } = process;
  return managerFor(
    {
      command: [process.execPath, '--max-semi-space-size=8', programFile, 'serve'],
      env: environmentFor(env),
      ...serviceFiles(config.dataDir),
    },
    { platform, home, configFolder: configFolder({ home, platform, env }), uid: process.getuid?.() ?? 0 },
  );
}

/** Starts the gateway at every login, and now. */
export async function install(env: NodeJS.ProcessEnv, options: Options): Promise<ExitCode> {
  const config = readConfig(env);
  if (config.url !== undefined)
    throw new UsageError('DEWEY_URL is set: the server runs elsewhere. Install the service there.');
  const manager = serviceManager(config, env);
  const running = (await runningGateway(config)) !== undefined && !isInstalled(manager);
  await installService(manager, { start: !running });
  const files = manager.files.map(({ path }) => path);
  say(
    options,
    { installed: true, started: !running, manager: manager.name, files },
    running
      ? `Installed for ${manager.name}. A server is running already; the service takes over at the next login.`
      : `Installed for ${manager.name} and started.`,
  );
  return 0;
}

export async function status(env: NodeJS.ProcessEnv, options: Options): Promise<ExitCode> {
  const config = readConfig(env);
  const manager = serviceManager(config, env);
  const installed = isInstalled(manager);
  const gateway = await runningGateway(config);
  const found = installed ? await output(manager.status) : undefined;
  say(
    options,
    { installed, manager: manager.name, running: gateway !== undefined, url: gateway?.url ?? null },
    [
      installed ? `Installed for ${manager.name}.` : 'Not installed; "dewey service install" does so.',
      gateway ? `A server answers at ${gateway.url}.` : 'No server answers.',
      ...(found ? [found.text.trim()] : []),
    ].join('\n'),
  );
  return installed && gateway ? 0 : 1;
}

export async function logs(env: NodeJS.ProcessEnv, options: Options): Promise<ExitCode> {
  const manager = serviceManager(readConfig(env), env);
  if (!isInstalled(manager))
    throw new Error('The service is not installed; "dewey service install" does so.');
  const { text, ok } = await output(manager.logs);
  if (options.json) say(options, { lines: text.trimEnd().split('\n') }, text);
  else (ok ? process.stdout : process.stderr).write(text);
  return ok ? 0 : 1;
}

export async function uninstall(env: NodeJS.ProcessEnv, options: Options): Promise<ExitCode> {
  const removed = await uninstallService(serviceManager(readConfig(env), env));
  say(options, { removed }, removed ? 'Stopped and removed. The data stays.' : 'It was not installed.');
  return 0;
}
