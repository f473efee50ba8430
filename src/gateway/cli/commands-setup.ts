import type { Command } from 'commander';
import type { ExitCode } from './run/program.ts';
import type { SetupOptions } from './setup.ts';
import type { UninstallOptions } from './uninstall.ts';

/** The commands that connect clients, and start Dewey at login. */
export function addSetupCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const asJson = ['--json', 'print the result as JSON'] as const;
  program
    .command('setup')
    .description(
      'connect the clients on this machine: MCP servers, hooks, history; then try every connection',
    )
    .option('--dry-run', 'only show what would be written')
    .option('-y, --yes', 'do not ask')
    .option('--clients <names>', 'only these, comma-separated (default: all that are installed)')
    .option('--toolsets <names>', 'toolsets that clients list, comma-separated, or all')
    .option('--no-hooks', 'do not change the hooks of Claude Code')
    .option('--no-import', 'do not import the sessions found')
    .option('--service', 'start Dewey at every login')
    .option(...asJson)
    .action(async (options: SetupOptions) => {
      ended(await (await import('./setup.ts')).setup(env, options));
    });
  program
    .command('uninstall')
    .description("remove Dewey's entries from the clients, and its service")
    .option('--dry-run', 'only show what would be changed')
    .option('--data', 'also delete everything that is stored')
    .option('-y, --yes', 'confirm --data')
    .option(...asJson)
    .action(async (options: UninstallOptions) => {
      ended(await (await import('./uninstall.ts')).uninstall(env, options));
    });
  const service = program.command('service').description('start Dewey at every login');
  service
    .command('install')
    .description('define the service of this user and start it (systemd, launchd, Windows Task Scheduler)')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./service.ts')).install(env, options));
    });
  service
    .command('status')
    .description('show whether it is installed and answers')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./service.ts')).status(env, options));
    });
  service
    .command('logs')
    .description('print the last lines of its log')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./service.ts')).logs(env, options));
    });
  service
    .command('uninstall')
    .description('stop it and remove it')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./service.ts')).uninstall(env, options));
    });
}
