import type { Command } from 'commander';
import type { ExitCode } from './program.ts';
import type { RestoreOptions } from './restore.ts';

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
  scoped(retention.command('set').description('set how long conversations, or texts of a role, are kept'))
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
    .description('apply the policies now; "dewey serve" does so once a day')
    .option('--dry-run', 'only count what the policies would delete')
    .option('--confirm', 'the clock is right, although it has jumped')
    .option('--json', 'print the report as JSON')
    .action(async (options: { dryRun?: boolean; confirm?: boolean; json?: boolean }) => {
      ended(await (await import('./retention.ts')).runRetention(env, options));
    });
  addSpoolCommands(program, env, ended);
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
    .option('--with-keys', 'API keys count, although another lake made the file')
    .option('--with-contexts', 'active startup contexts stay active, although another lake made the file')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: RestoreOptions) => {
      ended(await (await import('./restore.ts')).restore(env, file, options));
    });
}

/** What was acknowledged and could not be stored. */
function addSpoolCommands(program: Command, env: NodeJS.ProcessEnv, ended: (code: ExitCode) => void): void {
  type Json = { json?: boolean };
  const asJson = ['--json', 'print the result as JSON'] as const;
  const spool = program.command('spool').description('look after captured events that could not be stored');
  spool
    .command('list')
    .description('list dead letters with their reasons')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./spool.ts')).listLetters(env, options));
    });
  spool
    .command('show')
    .description('show one, without secrets')
    .argument('<id>', 'the dead letter')
    .option(...asJson)
    .action(async (id: string, options: Json) => {
      ended(await (await import('./spool.ts')).showLetter(env, id, options));
    });
  spool
    .command('retry')
    .description('try to store one, or all of them')
    .argument('[id]', 'the dead letter')
    .option('--all', 'all of them, decisions and segments that do not balance too')
    .option(...asJson)
    .action(async (id: string | undefined, options: Json & { all?: boolean }) => {
      ended(await (await import('./spool.ts')).retry(env, id, options));
    });
  spool
    .command('drop')
    .description('remove one for good')
    .argument('<id>', 'the dead letter')
    .option(...asJson)
    .action(async (id: string, options: Json) => {
      ended(await (await import('./spool.ts')).dropLetter(env, id, options));
    });
}
