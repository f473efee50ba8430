import { Command, CommanderError } from 'commander';
import { serverInfo } from '../../version.ts';
import { addKeyCommands } from './commands-keys.ts';
import { addLakeCommands } from './commands-lake.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import.ts';
import type { ExitCode } from './program.ts';
import { Interrupted } from './signals.ts';
import { UsageError } from './usage.ts';
import type { VerifyOptions } from './verify.ts';

/**
 * The commands with their arguments and options. Each command is a file of its own, loaded only when it is called.
 *
 * @param env as `process.env`.
 */
export function createProgram(env: NodeJS.ProcessEnv): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = 0;
  const program = new Command('dewey')
    .description('A local-first librarian for AI agents: it keeps what was said, and finds it again.')
    .version(serverInfo.version)
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });

  program
    .command('serve')
    .description('run the gateway (HTTP, WebSocket and REST on DEWEY_MCP_PORT, 9020)')
    .action(async () => {
      exitCode = await (await import('./serve.ts')).serve(env);
    });
  program
    .command('mcp')
    .description('speak MCP on standard input and output, for clients that support only stdio')
    .action(async () => {
      exitCode = await (await import('./mcp.ts')).mcp(env);
    });
  program
    .command('migrate')
    .description('bring the database to this version, or adopt an existing winni database')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./migrate.ts')).migrateCommand(env, options);
    });
  program
    .command('call')
    .description('call a tool and print its result')
    .argument('<tool>', 'the name of the tool')
    .argument('[json]', 'its input as JSON; - reads it from standard input', '{}')
    .action(async (tool: string, json: string) => {
      exitCode = await (await import('./call.ts')).call(env, tool, json);
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
    .option('--purge', 'remove it for good instead of hiding it')
    .option('--undo', 'bring a hidden decision back')
    .action(async (id: string, options: { purge?: boolean; undo?: boolean }) => {
      exitCode = await (await import('./decisions.ts')).forget(env, id, options);
    });
  const decisions = program.command('decisions').description('look after what decisions have taught');
  decisions
    .command('learn')
    .description('derive calibrations, skills and antipatterns from all outcomes anew')
    .option('--domain <domain>', 'only of this domain')
    .action(async (options: { domain?: string }) => {
      exitCode = await (await import('./decisions.ts')).learn(env, options);
    });
  decisions
    .command('antipatterns')
    .description('add antipatterns of your own, from a JSON file')
    .argument('<file>', 'a list of {id, pattern, terms, recommendation, domain?, retired?}')
    .action(async (file: string) => {
      exitCode = await (await import('./decisions.ts')).antipatterns(env, file);
    });
  program
    .command('worker')
    .description(
      'extract events from documents; any number side by side, and "dewey serve" does so by itself',
    )
    .action(async () => {
      exitCode = await (await import('./worker.ts')).worker(env);
    });
  program
    .command('proxy')
    .description('run the capture proxy alone (DEWEY_PROXY_PORT, 9000; upstreams in DEWEY_UPSTREAMS)')
    .action(async () => {
      exitCode = await (await import('./proxy.ts')).proxy(env);
    });
  program
    .command('watch')
    .description('follow the agents\' transcripts as they grow; "dewey serve" does so by itself')
    .action(async () => {
      exitCode = await (await import('./watch.ts')).watch(env);
    });
  program
    .command('import')
    .description(
      'import transcripts and exports of other programs, or documents; what is there already is left as it is',
    )
    .argument('<path...>', 'files or folders; - reads what "dewey export --all" wrote from standard input')
    .option('--dry-run', 'only say what would be imported')
    .option('--include-deleted', 'bring back what was deleted')
    .option('--with-keys', 'of what "dewey export --all" wrote: API keys count')
    .option('--with-contexts', 'of what "dewey export --all" wrote: active startup contexts stay active')
    .option('--as <kind>', 'documents: take text, Markdown, email and JSON chats as documents')
    .option('--json', 'print the summary as JSON')
    .action(async (paths: string[], options: ImportOptions) => {
      exitCode = await (await import('./import.ts')).importCommand(env, paths, options);
    });
  program
    .command('verify')
    .description('compare transcripts with what is stored, message by message')
    .argument('[path...]', "files or folders; the agents' transcript folders without any")
    .option('--repair', 'import what is missing')
    .option('--include-deleted', 'with --repair: bring back conversations that were deleted')
    .option('--spool', 'prove for every event in the spool that it waits, is a dead letter, or is stored')
    .option('--json', 'print the report as JSON')
    .action(async (paths: string[], options: VerifyOptions & { spool?: boolean }) => {
      exitCode = options.spool
        ? await (await import('./spool.ts')).verifySpool(env, options)
        : await (await import('./verify.ts')).verify(env, paths, options);
    });
  program
    .command('scan')
    .description('look for secrets in what is stored')
    .option('--remove', 'take them out')
    .option('--json', 'print the report as JSON')
    .action(async (options: { remove?: boolean; json?: boolean }) => {
      exitCode = await (await import('./scan.ts')).scan(env, options);
    });
  program
    .command('export')
    .description('write conversations as Markdown, JSON or JSON lines that "dewey import" takes back')
    .argument('[conversation...]', 'ids of conversations')
    .option('--session <id>', 'every conversation of a session')
    .option('--project <name>', 'every conversation of a project')
    .option('--all', 'everything there is, as lines of JSON; with --format, every conversation')
    .option('--format <format>', 'markdown (usual), json or jsonl')
    .option('--output <file>', 'write to a new file instead of standard output')
    .option('--force', 'replace the file if there is one already')
    .action(async (ids: string[], options: ExportOptions) => {
      exitCode = await (await import('./export.ts')).exportCommand(env, ids, options);
    });
  program
    .command('hook')
    .description('put a hook event of Claude Code, read from standard input, on disk')
    .argument('[event]', 'the name of the event')
    .option('--print-settings', 'print the settings block that sends every event here')
    .action(async (event: string | undefined, options: { printSettings?: boolean }) => {
      if (!options.printSettings) throw new UsageError('Name the event, or use --print-settings.');
      exitCode = await (await import('./hook-settings.ts')).printSettings(env.PATH ?? '', event);
    });
  addKeyCommands(program, env, (code) => {
    exitCode = code;
  });
  addLakeCommands(program, env, (code) => {
    exitCode = code;
  });
  program
    .command('doctor')
    .description('check the configuration, the database and the running gateway')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./doctor.ts')).doctor(env, options);
    });
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
    process.stderr.write(`dewey: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof Interrupted) return error.exitCode;
    return error instanceof UsageError ? 2 : 1;
  }
}
