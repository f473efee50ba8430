import { Argument, type Command } from 'commander';
import type { RecordKind } from '../../db/schema/records.ts';
import type { RecordsOptions } from './records.ts';
import type { ExitCode } from './run/program.ts';

const kinds = ['experience', 'preset', 'reasoning', 'context', 'result'] as const satisfies RecordKind[];
const asJson = ['--json', 'print the result as JSON'] as const;
const byProject = ['--project <name>', 'only of this project'] as const;

type Changed = { json?: boolean; reason?: string; force?: boolean; project?: string };

/** `dewey records`: what is browsed, deleted and restored in the same way. */
export function addRecordCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const records = program
    .command('records')
    .description(
      'list, delete and restore experiences, presets, reasoning sessions, startup contexts and results of models',
    );
  const kind = () =>
    new Argument('<kind>', 'experience, preset, reasoning, context or result').choices(kinds);
  const ids = ['<id...>', 'ids, or names of presets and contexts'] as const;
  records
    .command('list')
    .description('list records, latest first, without a query')
    .addArgument(kind())
    .option(...byProject)
    .option(
      '--type <type>',
      'only of this type; of presets the enforcement, sessions the phase, results the model',
    )
    .option('--domain <domain>', 'only experiences of this domain')
    .option('--tag <tag>', 'only experiences with this tag')
    .option('--replaced', 'also experiences that a revision replaced')
    .option('--run <id>', 'only results of this orchestration run')
    .option('--status <status>', 'only results with this status (success, error)')
    .option('--since <when>', 'only those created since then: a duration such as 24h or 7d, or a date')
    .option('--until <when>', 'only those created before then')
    .option('--deleted', 'those that are deleted and can be restored')
    .option('-n, --limit <count>', 'maximum number of records', '20')
    .option('--cursor <cursor>', 'next_cursor of the page before')
    .option(...asJson)
    .action(async (of: RecordKind, options: RecordsOptions) => {
      ended(await (await import('./records.ts')).listRecords(env, of, options));
    });
  records
    .command('delete')
    .description('delete records; nothing finds them any more')
    .addArgument(kind())
    .argument(...ids)
    .option('--reason <text>', 'why; listed with the deleted ones')
    .option('--force', 'also startup contexts that are active')
    .option(...byProject)
    .option(...asJson)
    .action(async (of: RecordKind, given: string[], options: Changed) => {
      ended(await (await import('./records.ts')).deleteRecords(env, of, given, options));
    });
  records
    .command('restore')
    .description('restore deleted records that are not purged yet')
    .addArgument(kind())
    .argument(...ids)
    .option(...byProject)
    .option(...asJson)
    .action(async (of: RecordKind, given: string[], options: Changed) => {
      ended(await (await import('./records.ts')).restoreRecords(env, of, given, options));
    });
}
