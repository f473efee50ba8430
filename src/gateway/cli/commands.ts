import { Command, CommanderError } from 'commander';
import { serverInfo } from '../../version.ts';
import { addDecisionCare } from './commands-decisions.ts';
import { addKeyCommands } from './commands-keys.ts';
import { addLakeCommands } from './commands-lake.ts';
import { addDecisionLists, addPeopleCommands } from './commands-people.ts';
import { addRecordCommands } from './commands-records.ts';
import { addRunCommands } from './commands-run.ts';
import { addSetupCommands } from './commands-setup.ts';
import { addCompletion } from './completion/command.ts';
import type { ExportOptions } from './export.ts';
import { addHelp } from './help/help.ts';
import { strangeVariables } from './help/variables.ts';
import type { ImportOptions } from './import.ts';
import { exitCodeOf, explained } from './run/failures.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, print } from './run/say.ts';
import { UsageError } from './run/usage.ts';
import type { VerifyOptions } from './verify.ts';

/**
 * The commands with their arguments and options. Each command is a file of its own, loaded only when it is run.
 *
 * @param env as `process.env`.
 */
export function createProgram(env: NodeJS.ProcessEnv): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = 0;
  const program = new Command('dewey')
    .description('A local-first librarian for AI agents: it stores what was said and finds it again.')
    .version(serverInfo.version)
    .hook('preAction', () => {
      for (const warning of strangeVariables(env, process.cwd())) print(`dewey: ${warning}`, process.stderr);
    });

  const ended = (code: ExitCode) => {
    exitCode = code;
  };
  const asJson = ['--json', 'print the result as JSON, as without a terminal'] as const;
  addPeopleCommands(program, env, ended);
  program
    .command('demo')
    .description(
      'show an import, a search, a proof and a decision, in a lake of its own that is removed again',
    )
    .option('--json', 'print each step and its result as lines of JSON')
    .action(async (options: Json) => {
      exitCode = await (await import('./demo.ts')).demo(env, options);
    });
  addRunCommands(program, env, ended);
  program
    .command('migrate')
    .description('update the database to this version, or adopt an existing winni database')
    .option('--distributed', 'spread an existing lake over the nodes of Citus')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean; distributed?: boolean }) => {
      exitCode = await (await import('./migrate.ts')).migrateCommand(env, options);
    });
  program
    .command('call')
    .description('call a tool and print its result')
    .argument('<tool>', 'the name of the tool')
    .argument('[json]', 'its input as JSON, or - for standard input', '{}')
    .option('--json', 'print the result in one line on a terminal, too')
    .action(async (tool: string, input: string, options: Json) => {
      exitCode = await (await import('./call.ts')).call(env, tool, input, options);
    });
  program
    .command('tools')
    .description('list the tools')
    .option('--json', 'print names, descriptions and schemas as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./tools.ts')).tools(env, options);
    });
  program
    .command('forget')
    .description('delete a decision with its outcome, signals and lessons')
    .argument('<decision_id>', 'the decision')
    .option('--purge', 'remove it permanently instead of hiding it')
    .option('--undo', 'restore a hidden decision')
    .option(...asJson)
    .action(async (id: string, options: Json & { purge?: boolean; undo?: boolean }) => {
      exitCode = await (await import('./decisions.ts')).forget(env, id, options);
    });
  const decisions = program
    .command('decisions')
    .description('list decisions, and manage what was learned from them');
  addDecisionLists(decisions, env, ended);
  addDecisionCare(decisions, env, ended);
  decisions
    .command('learn')
    .description('recompute calibrations, skills and antipatterns from all outcomes')
    .option('--domain <domain>', 'only in this domain')
    .option(...asJson)
    .action(async (options: Json & { domain?: string }) => {
      exitCode = await (await import('./decisions.ts')).learn(env, options);
    });
  decisions
    .command('antipatterns')
    .description('add antipatterns of your own, from a JSON file')
    .argument('<file>', 'a list of {id, pattern, terms, recommendation, domain?, retired?}')
    .option(...asJson)
    .action(async (file: string, options: Json) => {
      exitCode = await (await import('./decisions.ts')).antipatterns(env, file, options);
    });
  program
    .command('import')
    .description(
      'import transcripts, exports of other programs (also as zips), memories of other products, or documents; existing content is left unchanged',
    )
    .argument(
      '[path...]',
      'files, folders or zips, or - for the output of "dewey export --all" (default: the agents\' transcript folders)',
    )
    .option('--dry-run', 'only show what would be imported')
    .option('--include-deleted', 'restore what was deleted')
    .option('--with-keys', 'from "dewey export --all": keep API keys active')
    .option('--with-contexts', 'from "dewey export --all": keep startup contexts active')
    .option('--strict', 'exit with 1 when a line cannot be read')
    .option('--as <kind>', '"documents": import text, Markdown, email, PDF, Word and JSON chats as documents')
    .option('--json', 'print the summary as JSON')
    .action(async (paths: string[], options: ImportOptions) => {
      exitCode = await (await import('./import.ts')).importCommand(env, paths, options);
    });
  program
    .command('verify')
    .description('compare transcripts with stored messages')
    .argument('[path...]', "files, folders or zips (default: the agents' transcript folders)")
    .option('--repair', 'import what is missing')
    .option('--include-deleted', 'with --repair: restore deleted conversations')
    .option('--strict', 'exit with 1 when a line cannot be read')
    .option('--spool', 'check that every event in the spool is waiting, a dead letter, or stored')
    .option('--json', 'print the report as JSON')
    .action(async (paths: string[], options: VerifyOptions & { spool?: boolean }) => {
      exitCode = options.spool
        ? await (await import('./spool.ts')).verifySpool(env, options)
        : await (await import('./verify.ts')).verify(env, paths, options);
    });
  program
    .command('scan')
    .description('scan stored content for secrets')
    .option('--remove', 'remove the secrets found')
    .option('--json', 'print the report as JSON')
    .action(async (options: { remove?: boolean; json?: boolean }) => {
      exitCode = await (await import('./scan.ts')).scan(env, options);
    });
  program
    .command('export')
    .description(
      'write conversations as Markdown, as JSON or JSON lines that "dewey import" can restore, or as lines to train chat models with',
    )
    .argument('[conversation...]', 'ids of conversations')
    .option('--session <id>', 'all conversations of a session')
    .option('--project <name>', 'all conversations of a project')
    .option('--agent <name>', 'only those of this program, such as claude-code')
    .option('--since <when>', 'only those begun since then: a duration such as 24h or 7d, or a date')
    .option('--until <when>', 'only those begun before then')
    .option('--all', 'the whole lake as JSON lines; with --format, all conversations')
    .option('--format <format>', 'markdown (default), json, jsonl or training')
    .option('--min-turns <number>', 'with --format training: only those with this many turns of the user')
    .option('--output <file>', 'write to a new file instead of standard output')
    .option('--force', 'replace an existing file')
    .option('--json', 'with --output: print what was written as JSON')
    .action(async (ids: string[], options: ExportOptions) => {
      exitCode = await (await import('./export.ts')).exportCommand(env, ids, options);
    });
  program
    .command('hook')
    .description('spool a Claude Code hook event from standard input')
    .argument('[event]', 'the name of the event')
    .option('--print-settings', 'print the settings that send every event here')
    .option('--data-dir <folder>', 'where to spool it, instead of DEWEY_DATA_DIR')
    .action(async (event: string | undefined, options: { printSettings?: boolean }) => {
      if (!options.printSettings) throw new UsageError('Give the name of an event, or --print-settings.');
      exitCode = await (await import('./hook-settings.ts')).printSettings(env.PATH ?? '', event);
    });
  addSetupCommands(program, env, ended);
  addKeyCommands(program, env, ended);
  addLakeCommands(program, env, ended);
  addRecordCommands(program, env, ended);
  program
    .command('doctor')
    .description('check the configuration, the database and the running gateway')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./doctor.ts')).doctor(env, options);
    });
  addCompletion(program, ended);
  addHelp(program, env);
  return { program, exitCode: () => exitCode };
}

/**
 * Runs one command.
 *
 * @param argv as `process.argv`.
 * @param env as `process.env`.
 */
export async function runCommand(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { program, exitCode } = createProgram(env);
  try {
    await program.parseAsync(argv);
    return exitCode();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // A signal has closed what the command was using; see `closeOnSignal`.
    if (process.exitCode === 130 || process.exitCode === 143) return process.exitCode;
    print(`dewey: ${explained(error, env)}`, process.stderr);
    return exitCodeOf(error);
  }
}
