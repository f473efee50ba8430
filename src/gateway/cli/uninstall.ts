import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { readConfig } from '../config/env.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';
import { isInstalled, uninstallService } from './service/manager.ts';
import { serviceManager } from './service.ts';
import { applyRemoval } from './setup/apply.ts';
import type { Machine } from './setup/clients/client.ts';
import { planRemoval } from './setup/plan.ts';
import { SetupRecord } from './setup/record.ts';
import { runningGateway } from './setup/server.ts';
import { diffOf, summaryOf } from './setup/show.ts';

export type UninstallOptions = { dryRun?: boolean; yes?: boolean; data?: boolean; json?: boolean };

/** Takes back what setup and the service have put on this machine; the data only with `--data`. */
export async function uninstall(env: NodeJS.ProcessEnv, options: UninstallOptions): Promise<ExitCode> {
  const config = readConfig(env);
  const machine: Machine = { home: homedir(), platform: process.platform, env };
  const record = await SetupRecord.read(config.dataDir);
  const plan = await planRemoval(machine, record);
  const manager = serviceManager(config, env);
  const service = isInstalled(manager);
  const changed = plan.changes.map(({ client, before }) => ({ client: client.id, path: before.path }));
  const lines = [
    ...summaryOf({ ...plan, same: [] }),
    ...(service ? [`remove  the service of ${manager.name}`] : []),
    ...(options.data ? [`remove  all data in ${config.dataDir}`] : []),
  ];
  const report = (text: string): void => {
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ changed, refused: plan.refused.map(({ path, problem }) => ({ path, problem })), service, data: options.data ?? false, done: !options.dryRun })}\n`
        : `${[...lines, text].join('\n')}\n`,
    );
  };
  if (options.dryRun) {
    const diffs = plan.changes.map((change) => `\n${diffOf(change)}`);
    report([...(options.json ? [] : diffs), 'Nothing was changed.'].join('\n'));
    return 0;
  }
  if (options.data && !options.yes)
    throw new UsageError(`--data deletes everything in ${config.dataDir}. Add --yes if that is meant.`);
  await applyRemoval(plan);
  if (service) await uninstallService(manager);
  if (options.data) {
    const running = config.url === undefined ? await runningGateway(config) : undefined;
    if (running) throw new Error(`A server is running at ${running.url}. Stop it, then run this again.`);
    await rm(config.dataDir, { recursive: true, force: true });
  } else if (plan.refused.length === 0) await record.remove();
  report(
    lines.length === 0
      ? 'There was nothing of Dewey.'
      : options.data
        ? 'Removed. The program itself goes with "npm uninstall -g winni-dewey".'
        : `Removed. The data stays in ${config.dataDir}; the program itself goes with "npm uninstall -g winni-dewey".`,
  );
  return plan.refused.length === 0 ? 0 : 1;
}
