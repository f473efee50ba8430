import type { Stats } from '../../db/admin/stats.ts';
import { openAdmin } from './admin-client.ts';
import type { ExitCode } from './run/program.ts';
import { say } from './run/say.ts';
import { UsageError } from './run/usage.ts';
import { oneLine } from './terminal/harmless.ts';

/** Prints the size and growth of the lake. */
export async function stats(
  env: NodeJS.ProcessEnv,
  options: { days: string; json?: boolean },
): Promise<ExitCode> {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1) throw new UsageError('--days must be a positive integer.');
  const admin = await openAdmin(env, 'dewey stats');
  try {
    const found = (await admin.call('lake_stats', { days })) as Stats; // its own tool's output
    say(options, found, text(found, days));
    return 0;
  } finally {
    await admin.close();
  }
}

const size = (bytes: number): string =>
  bytes < 1e6
    ? `${(bytes / 1e3).toFixed(1)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

const number = (n: number): string => n.toLocaleString('en');

function text(found: Stats, days: number): string {
  const column = (rows: string[][]): string[] => {
    const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
    return rows.map(
      (row) =>
        `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
  };
  const said = found.days.reduce((sum, day) => sum + day.bytes, 0);
  return [
    `Size of the lake: ${size(found.database_bytes)}.`,
    '',
    ...column([
      ['table', 'rows', 'data', 'indexes'],
      ...found.tables
        .filter((table) => table.rows > 0 || table.bytes > 1e6)
        .map((table) => [table.table, number(table.rows), size(table.bytes), size(table.index_bytes)]),
    ]),
    '',
    ...column([
      ['source', 'conversations', 'messages'],
      ...found.sources.map((one) => [oneLine(one.source), number(one.conversations), number(one.messages)]),
    ]),
    '',
    ...column([
      ['project', 'conversations', 'messages'],
      ...found.projects.map((one) => [
        one.project === null ? '(none)' : oneLine(one.project),
        number(one.conversations),
        number(one.messages),
      ]),
    ]),
    '',
    ...column([
      ['day', 'messages', 'text'],
      ...found.days.map((day) => [day.day, number(day.messages), size(day.bytes)]),
    ]),
    `${size(said / days)} of text per day over ${days} days.`,
    `Deleted and not yet purged: ${number(found.deleted.conversations)} conversations, ${number(found.deleted.texts)} texts, ${number(found.deleted.documents)} documents.`,
    '',
  ].join('\n');
}
