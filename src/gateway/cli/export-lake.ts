import type { Writable } from 'node:stream';
import { wholeLines } from '../../db/backup/check-lines.ts';
import type { LinesReport } from '../../db/backup/lines.ts';
import { writeWhole } from '../backup/file.ts';
import { ask, partsOf, type Remote } from '../client/remote.ts';
import type { ExitCode } from './program.ts';
import { writeAll } from './write-all.ts';

/** Exports the whole lake as lines that `dewey import` restores into an empty lake. */
export async function exportLake(
  gateway: Remote,
  file: string | undefined,
  force: boolean,
  signal: AbortSignal,
): Promise<ExitCode> {
  const write = (out: Writable) => copy(gateway, out, signal);
  const { rows } = await (file === undefined
    ? write(process.stdout)
    : writeWhole(file, write, { replace: force }));
  if (file !== undefined) {
    const sum = Object.values(rows).reduce((all, n) => all + n, 0);
    process.stderr.write(`Wrote ${sum} rows of ${Object.keys(rows).length} tables to ${file}\n`);
  }
  return 0;
}

async function copy(gateway: Remote, out: Writable, signal: AbortSignal): Promise<LinesReport> {
  const response = await ask(gateway, '/export/lake', { signal });
  let report: LinesReport = { rows: {} };
  const checked = wholeLines(partsOf(response), (found) => {
    report = found;
  });
  await writeAll(checked, out, signal);
  return report;
}
