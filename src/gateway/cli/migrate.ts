import { migrate } from '../../db/postgres/migrate.ts';
import { readConfig } from '../config/env.ts';
import { openLakeHere } from './local-lake.ts';
import type { ExitCode } from './run/program.ts';
import { say } from './run/say.ts';

const instead =
  'A gateway migrates its database when it starts. In containers, run "docker compose run --rm dewey migrate".';

export async function migrateCommand(
  env: NodeJS.ProcessEnv,
  options: { json?: boolean; distributed?: boolean },
): Promise<ExitCode> {
  const lake = await openLakeHere(readConfig(env), 'migrate', instead);
  try {
    const report = await migrate(lake.url, { distributed: options.distributed });
    const { applied, adopted, version, spread } = report;
    const what = adopted
      ? `adopted the existing database and applied ${applied} migrations`
      : `applied ${applied} migrations`;
    const also = spread ? ` Spread ${spread.length} tables over the nodes of Citus.` : '';
    say(options, report, `${lake.location}: ${what}; at version ${version}.${also}`);
    return 0;
  } finally {
    await lake.close();
  }
}
