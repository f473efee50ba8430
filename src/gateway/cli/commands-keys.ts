import { type Command, Option } from 'commander';
import type { AuditOptions } from './audit.ts';
import type { AddOptions } from './keys.ts';
import type { ExitCode } from './run/program.ts';

/** The commands for API keys and the audit log. */
export function addKeyCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const asJson = ['--json', 'print the result as JSON'] as const;
  const keys = program
    .command('keys')
    .description('add, list, rotate and revoke API keys; a running server applies changes immediately');
  keys
    .command('add')
    .description('add a key and print its secret, which is shown only once')
    .argument('<name>', 'name of the key, also in the audit log')
    .addOption(
      new Option('--scope <scope>', 'what it allows').choices(['read', 'write', 'admin']).default('write'),
    )
    .option('--toolsets <names>', 'toolsets it reaches, comma-separated (default: all)')
    .option('--project <name>', 'the one project it reaches (default: all)')
    .option(
      '--max-sensitivity <level>',
      'highest sensitivity of documents it can see: normal or sensitive (default: all)',
    )
    .option('--expires <when>', 'when it expires: 90d, 12h or a time (default: never)')
    .option(...asJson)
    .action(async (name: string, options: AddOptions) => {
      ended(await (await import('./keys.ts')).addKey(env, name, options));
    });
  keys
    .command('list')
    .description('list all keys, including those in DEWEY_API_KEYS and expired or revoked ones')
    .option(...asJson)
    .action(async (options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).listKeys(env, options));
    });
  keys
    .command('rotate')
    .description('give a key a new secret and print it')
    .argument('<name>', 'the key')
    .option('--grace <duration>', 'how long the old secret stays valid, such as 24h (default: not at all)')
    .option(...asJson)
    .action(async (name: string, options: { grace?: string; json?: boolean }) => {
      ended(await (await import('./keys.ts')).rotateKey(env, name, options));
    });
  keys
    .command('revoke')
    .description('revoke a key permanently and close its connections')
    .argument('<name>', 'the key')
    .option(...asJson)
    .action(async (name: string, options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).revokeKey(env, name, options));
    });
  keys
    .command('remove')
    .description('remove a revoked or expired key, which frees its name')
    .argument('<name>', 'the key')
    .option(...asJson)
    .action(async (name: string, options: { json?: boolean }) => {
      ended(await (await import('./keys.ts')).removeKey(env, name, options));
    });
  program
    .command('audit')
    .description('show who called what, when, and with which outcome')
    .option('--tool <name>', 'only calls of this tool')
    .option('--key <name>', 'only calls with this key')
    .option(
      '--outcome <outcome>',
      'only calls with this outcome: ok, failed, or an error kind such as forbidden',
    )
    .option('--request <id>', 'only calls of this request, whose id is in its error and the log')
    .option('--since <when>', 'only calls since then: a duration such as 24h, or a time')
    .option('--until <when>', 'only calls before then')
    .option('--limit <count>', 'maximum number of calls to show', '100')
    .option('--follow', 'keep printing calls as they arrive')
    .option('--verify', 'check that no row was changed, moved or removed')
    .option('--json', 'print one JSON object per call')
    .action(async (options: AuditOptions) => {
      ended(await (await import('./audit.ts')).audit(env, options));
    });
}
