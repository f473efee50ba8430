import { Command, CommanderError } from 'commander';
import { serverInfo } from '../mcp/core.ts';
import { UsageError } from './usage.ts';

/** 0 ok, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs one command. Each command is a file of its own, loaded only when it is called.
 *
 * @param argv as `process.argv`.
 */
export async function run(argv: readonly string[]): Promise<ExitCode> {
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
      exitCode = await (await import('./serve.ts')).serve(process.env);
    });
  program
    .command('mcp')
    .description('speak MCP on standard input and output, for clients that know nothing else')
    .action(async () => {
      exitCode = await (await import('./mcp.ts')).mcp(process.env);
    });
  program
    .command('migrate')
    .description('bring the database to this version, or adopt an existing winni database')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./migrate.ts')).migrateCommand(process.env, options);
    });
  program
    .command('call')
    .description('call a tool and print its result')
    .argument('<tool>', 'the name of the tool')
    .argument('[json]', 'its input as JSON; - reads it from standard input', '{}')
    .action(async (tool: string, json: string) => {
      exitCode = await (await import('./call.ts')).call(process.env, tool, json);
    });
  program
    .command('tools')
    .description('list the tools')
    .option('--json', 'print names, descriptions and schemas as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./tools.ts')).tools(options);
    });
  program
    .command('forget')
    .description('delete a decision with its outcome, signals and lessons')
    .argument('<decision_id>', 'the decision')
    .option('--purge', 'remove it for good instead of hiding it')
    .option('--undo', 'bring a hidden decision back')
    .action(async (id: string, options: { purge?: boolean; undo?: boolean }) => {
      exitCode = await (await import('./forget.ts')).forget(process.env, id, options);
    });
  program
    .command('doctor')
    .description('check the configuration, the database and the running gateway')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: boolean }) => {
      exitCode = await (await import('./doctor.ts')).doctor(process.env, options);
    });

  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`dewey: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
