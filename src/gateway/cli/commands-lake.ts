import { type Command, Option } from 'commander';
import { roles } from '../../db/schema/vocabulary.ts';
import { addSpoolCommands } from './commands-spool.ts';
import type { RestoreOptions } from './restore.ts';
import type { ExitCode } from './run/program.ts';

/** The commands for the lake as a whole: size, retention, backups. */
export function addLakeCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const retention = program
    .command('retention')
    .description('manage how long conversations and messages are kept');
  const scoped = (command: Command) =>
    command
      .option('--project <name>', 'only in this project (default: all projects)')
      .addOption(new Option('--role <role>', 'only texts of messages with this role').choices(roles))
      .option('--json', 'print the result as JSON');
  type Scope = { project?: string; role?: string; json?: boolean };
  scoped(
    retention.command('set').description('set how long conversations, or the texts of one role, are kept'),
  )
    .argument('<time>', 'days, such as 90d, or forever')
    .action(async (keep: string, options: Scope) => {
      ended(await (await import('./retention.ts')).setPolicy(env, keep, options));
    });
  retention
    .command('list')
    .description('show the policies')
    .option('--json', 'print the policies as JSON')
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./retention.ts')).listPolicies(env, options));
    });
  scoped(retention.command('remove').description('remove a policy')).action(async (options: Scope) => {
    ended(await (await import('./retention.ts')).removePolicy(env, options));
  });
  retention
    .command('run')
    .description('apply the policies now ("dewey serve" does so daily)')
    .option('--dry-run', 'only count what would be deleted')
    .option('--confirm', 'confirm that the clock is right although it has jumped')
    .option('--json', 'print the report as JSON')
    .action(async (options: { dryRun?: boolean; confirm?: boolean; json?: boolean }) => {
      ended(await (await import('./retention.ts')).runRetention(env, options));
    });
  retention
    .command('unpack')
    .description('put packed texts back into their messages (set DEWEY_PACK_DAYS to 0 before)')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./retention.ts')).unpackTexts(env, options));
    });
  retention
    .command('compact')
    .description(
      'return the space of packed and deleted texts to the disk; nothing else can use messages meanwhile',
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./retention.ts')).compactMessages(env, options));
    });
  addSpoolCommands(program, env, ended);
  program
    .command('restore-deleted')
    .description('restore deleted conversations, documents and records that are not purged yet')
    .argument('[id]', 'the conversation, or the document (art_…)')
    .option('--context <name>', 'the startup context; it comes back inactive')
    .option('--since <time>', 'everything deleted since then: a duration such as 24h, or a time')
    .option('--json', 'print the result as JSON')
    .action(async (id: string | undefined, options: { since?: string; context?: string; json?: boolean }) => {
      ended(await (await import('./retention.ts')).restoreDeleted(env, id, options));
    });
  program
    .command('purge-deleted')
    .description('permanently remove one deleted conversation or document before its undo window ends')
    .argument('<id>', 'the conversation, or the document (art_…)')
    .option('--json', 'print the report as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      ended(await (await import('./retention.ts')).purgeDeleted(env, id, options));
    });
  program
    .command('reread')
    .description(
      'read the kept lines of transcripts again, for titles, branches, models, tokens and costs not known before',
    )
    .option('--json', 'print the report as JSON')
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./reread.ts')).reread(env, options));
    });
  program
    .command('reextract')
    .description('extract the events of documents again: of those that failed, or of all')
    .option('--list', 'only list those that failed, with the reasons')
    .option('--all', 'also those that succeeded, such as after a change of model')
    .option('--project <name>', 'only documents of this project')
    .option('--json', 'print the result as JSON')
    .action(async (options: { list?: boolean; all?: boolean; project?: string; json?: boolean }) => {
      ended(await (await import('./reextract.ts')).reextract(env, options));
    });
  program
    .command('stats')
    .description('show the size and growth of the lake by table, source, project and day')
    .option('--days <n>', 'days to look back', '14')
    .option('--json', 'print the figures as JSON')
    .action(async (options: { days: string; json?: boolean }) => {
      ended(await (await import('./stats.ts')).stats(env, options));
    });
  program
    .command('backup')
    .description('write a consistent snapshot of the whole lake to one file')
    .argument('<file>', 'a new file, or - for standard output')
    .option('--verify', 'check an existing backup, without a database')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: { verify?: boolean; json?: boolean }) => {
      ended(await (await import('./backup.ts')).backup(env, file, options));
    });
  program
    .command('restore')
    .description('restore a backup into an empty lake, completely or not at all')
    .argument('<file>', 'a file written by "dewey backup", or - for standard input')
    .option('--verify', 'only check the file, without a database')
    .option('--with-keys', 'keep API keys active even if another lake made the file')
    .option('--with-contexts', 'keep startup contexts active even if another lake made the file')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: RestoreOptions) => {
      ended(await (await import('./restore.ts')).restore(env, file, options));
    });
}
