import type { Command } from 'commander';
import type { AuditOptions } from './audit.ts';
import type { AddOptions } from './keys.ts';
import type { ExitCode } from './program.ts';

/** The commands for API keys and the audit log. */
export function addKeyCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const asJson = ['--json', 'print the result as JSON'] as const;
  const keys = program
    .command('keys')
    .description('add, list, rotate and revoke API keys; a running server applies changes at once');
  keys
    .command('add')
    .description('add a key and print its secret, which is shown this once')
    .argument('<name>', 'what it is called, in the audit log too')
    .option('--scope <scope>', 'read, write or admin', 'write')
    .option('--toolsets <names>', 'the toolsets it reaches, comma-separated; all without it')
    .option('--project <name>', 'the one project it reaches; all without it')
    .option(
      '--max-sensitivity <level>',
      'the most sensitive documents it sees: normal, sensitive; all without it',
    )
    .option('--expires <when>', 'when it ends: 90d, 12h or a time; never without it')
    .option(...asJson)
    .action(async (name: string, options: AddOptions) => {
      ended(await (await import('./keys.ts')).addKey(env, name, options));
    });
  keys
    .command('list')
    .description('list the keys, including those of DEWEY_API_KEYS and those expired or revoked')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).listKeys(env, options));
    });
  keys
    .command('rotate')
    .description('give a key a new secret and print it')
    .argument('<name>', 'the key')
    .option('--grace <duration>', 'how long the old secret stays valid, such as 24h; not at all without it')
    .option(...asJson)
    .action(async (name: string, options: { grace?: string; json?: boolean }) => {
      ended(await (await import('./keys.ts')).rotateKey(env, name, options));
    });
  keys
    .command('revoke')
    .description('revoke a key for good and close its connections')
    .argument('<name>', 'the key')
    .option(...asJson)
    .action(async (name: string, options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).revokeKey(env, name, options));
    });
  keys
    .command('remove')
    .description('remove what is left of a revoked or expired key; its name is free again')
    .argument('<name>', 'the key')
    .option(...asJson)
    .action(async (name: string, options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).removeKey(env, name, options));
    });
  program
    .command('audit')
    .description('show who called what, when, and what came of it')
    .option('--tool <name>', 'only calls of this tool')
    .option('--key <name>', 'only calls with this key')
    .option('--outcome <outcome>', 'ok, failed, or one kind of error such as forbidden')
    .option('--request <id>', 'only calls of this request, as named in an error or the log')
    .option('--since <when>', 'from then on: 24h, or a time')
    .option('--until <when>', 'before then')
    .option('--limit <count>', 'most calls to show, the latest', '100')
    .option('--follow', 'keep printing calls as they arrive')
    .option('--verify', 'check that no row was changed, moved or removed')
    .option('--json', 'print each call as a line of JSON')
    .action(async (options: AuditOptions) => {
      ended(await (await import('./audit.ts')).audit(env, options));
    });
}
