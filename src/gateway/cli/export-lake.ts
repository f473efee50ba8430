import type { Writable } from 'node:stream';
import { wholeLines } from '../../db/backup/check-lines.ts';
import { type LinesReport, writeLines } from '../../db/backup/lines.ts';
import { migrate } from '../../db/postgres/migrate.ts';
import { serverInfo } from '../../version.ts';
import { writeWhole } from '../backup/file.ts';
import { ask, partsOf, type Remote, remoteOf } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { openLake } from '../runtime/lake.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, print, say } from './run/say.ts';
import { writeAll } from './write-all.ts';

/** Exports the whole lake as lines that `dewey import` restores into an empty lake. */
export async function exportLake(
  config: Config,
  { output: file, force, json }: Json & { output: string | undefined; force: boolean },
  signal: AbortSignal,
): Promise<ExitCode> {
  const remote = remoteOf(config);
  const write = (out: Writable) => (remote ? copyThere(remote, out, signal) : writeHere(config, out, signal));
  const { rows } = await (file === undefined
    ? write(process.stdout)
    : writeWhole(file, write, { replace: force }));
  if (file !== undefined && json) say({ json }, { file, rows }, '');
  else if (file !== undefined) {
    const sum = Object.values(rows).reduce((all, n) => all + n, 0);
    print(`Wrote ${sum} rows of ${Object.keys(rows).length} tables to ${file}`, process.stderr);
  }
  return 0;
}

/** Not by the route of a gateway: its row of the audit log would make the lake another one than what is written. */
async function writeHere(config: Config, out: Writable, signal: AbortSignal): Promise<LinesReport> {
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    const report = await writeLines(lake.url, out, serverInfo.version, signal);
    if (out !== process.stdout) out.end();
    return report;
  } finally {
    await lake.close();
  }
}

async function copyThere(remote: Remote, out: Writable, signal: AbortSignal): Promise<LinesReport> {
  const response = await ask(remote, '/export/lake', { signal });
  let report: LinesReport = { rows: {} };
  const checked = wholeLines(partsOf(response), (found) => {
    report = found;
  });
  await writeAll(checked, out, signal);
  return report;
}
