import type { Command } from 'commander';
import type { ExitCode } from './run/program.ts';

/** The commands for captured events that could not be stored. */
export function addSpoolCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  type Json = { json?: boolean };
  const asJson = ['--json', 'print the result as JSON'] as const;
  const spool = program.command('spool').description('manage captured events that could not be stored');
  spool
    .command('list')
    .description('list dead letters with their reasons')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./spool.ts')).listLetters(env, options));
    });
  spool
    .command('show')
    .description('show a dead letter, without secrets')
    .argument('<id>', 'id of the dead letter')
    .option(...asJson)
    .action(async (id: string, options: Json) => {
      ended(await (await import('./spool.ts')).showLetter(env, id, options));
    });
  spool
    .command('retry')
    .description('try again to store one dead letter, or all')
    .argument('[id]', 'id of the dead letter')
    .option('--all', 'all dead letters, including decisions and segments with unaccounted records')
    .option(...asJson)
    .action(async (id: string | undefined, options: Json & { all?: boolean }) => {
      ended(await (await import('./spool.ts')).retry(env, id, options));
    });
  spool
    .command('drop')
    .description('remove a dead letter permanently')
    .argument('<id>', 'id of the dead letter')
    .option(...asJson)
    .action(async (id: string, options: Json) => {
      ended(await (await import('./spool.ts')).dropLetter(env, id, options));
    });
}
