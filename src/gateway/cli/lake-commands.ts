import type { Command } from 'commander';
import type { ExitCode } from './program.ts';

/** The commands for the lake as a whole: its size, how long it keeps what, backups. */
export function addLakeCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const retention = program.command('retention').description('how long things are kept');
  const scoped = (command: Command) =>
    command
      .option('--project <name>', 'of this project; of all without it')
      .option('--role <role>', 'texts of messages of this role (user, assistant, system, tool)')
      .option('--json', 'print the result as JSON');
  type Scope = { project?: string; role?: string; json?: boolean };
  scoped(retention.command('set').description('keep conversations, or texts of a role, so long'))
    .argument('<time>', 'days, such as 90d, or forever')
    .action(async (keep: string, options: Scope) => {
      ended(await (await import('./retention.ts')).setPolicy(env, keep, options));
    });
  retention
    .command('list')
    .description('show the policies')
    .option('--json', 'print them as JSON')
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./retention.ts')).listPolicies(env, options));
    });
  scoped(retention.command('remove').description('remove a policy')).action(async (options: Scope) => {
    ended(await (await import('./retention.ts')).removePolicy(env, options));
  });
  retention
    .command('run')
    .description('do it now; "dewey serve" does it once a day')
    .option('--dry-run', 'only count what the policies would delete')
    .option('--json', 'print the report as JSON')
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      ended(await (await import('./retention.ts')).runRetention(env, options));
    });
  program
    .command('restore-deleted')
    .description('bring deleted conversations and documents back, until they are purged')
    .argument('[id]', 'the conversation, or the document (art_…)')
    .option('--since <time>', 'everything deleted since: a duration back from now such as 24h, or a time')
    .option('--json', 'print the result as JSON')
    .action(async (id: string | undefined, options: { since?: string; json?: boolean }) => {
      ended(await (await import('./retention.ts')).restoreDeleted(env, id, options));
    });
  program
    .command('stats')
    .description('how large the lake is and how it grows: by table, source, project and day')
    .option('--days <n>', 'days to look back', '14')
    .option('--json', 'print them as JSON')
    .action(async (options: { days: string; json?: boolean }) => {
      ended(await (await import('./stats.ts')).stats(env, options));
    });
  program
    .command('backup')
    .description('write everything that is stored to one file, as it is at this moment')
    .argument('<file>', 'a new file; - writes to standard output')
    .option('--verify', 'check a backup that is there, without a database')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: { verify?: boolean; json?: boolean }) => {
      ended(await (await import('./backup.ts')).backup(env, file, options));
    });
  program
    .command('restore')
    .description('restore a backup into an empty lake: all of it, or nothing')
    .argument('<file>', 'what "dewey backup" wrote; - reads standard input')
    .option('--verify', 'only check the file, without a database')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: { verify?: boolean; json?: boolean }) => {
      ended(await (await import('./restore.ts')).restore(env, file, options));
    });
}
