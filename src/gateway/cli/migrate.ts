import { migrate } from '../../db/migrate.ts';
import { readConfig } from '../env.ts';
import { openLakeHere } from './here.ts';
import type { ExitCode } from './program.ts';

const instead =
  'A gateway migrates its database by itself when it starts; in containers: docker compose run --rm dewey migrate.';

export async function migrateCommand(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  const lake = await openLakeHere(readConfig(env), 'migrate', instead);
  try {
    const report = await migrate(lake.url);
    const { applied, adopted, version } = report;
    const what = adopted
      ? `adopted the existing database and applied ${applied} migrations`
      : `applied ${applied} migrations`;
    process.stdout.write(
      options.json ? `${JSON.stringify(report)}\n` : `${lake.place}: ${what}; at version ${version}.\n`,
    );
    return 0;
  } finally {
    await lake.close();
  }
}
