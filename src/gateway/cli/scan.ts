import { migrate } from '../../db/migrate.ts';
import { scanMessages } from '../capture/scan.ts';
import { readConfig } from '../env.ts';
import { openLakeHere } from './here.ts';
import type { ExitCode } from './program.ts';

/** Looks for secrets in what is stored, and with `--remove` takes them out. Exit code 1 when some are left. */
export async function scan(
  env: NodeJS.ProcessEnv,
  options: { remove?: boolean; json?: boolean },
): Promise<ExitCode> {
  const lake = await openLakeHere(readConfig(env), 'scan');
  try {
    await migrate(lake.url);
    const report = await scanMessages(lake.db.sql, options.remove ?? false);
    if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else {
      const kinds = Object.entries(report.kinds).map(([kind, count]) => `${kind} ${count}`);
      process.stdout.write(
        `${report.messages} messages looked at, ${report.found} hold secrets${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}, ${report.removed} cleaned\n`,
      );
      for (const { conversation_id, turn, kinds: at } of report.places)
        process.stdout.write(`  ${conversation_id} turn ${turn}: ${at.join(', ')}\n`);
      if (report.found > report.removed)
        process.stdout.write('"dewey scan --remove" takes them out. Consider them known: change the keys.\n');
    }
    return report.found > report.removed ? 1 : 0;
  } finally {
    await lake.close();
  }
}
