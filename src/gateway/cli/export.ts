import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { BackupError } from '../../db/backup/format.ts';
import { type ExportFilter, type ExportItem, exportedLines } from '../../db/export.ts';
import { migrate } from '../../db/migrate.ts';
import { writeWhole } from '../backup/file.ts';
import { type Config, readConfig } from '../env.ts';
import { itemsOf } from '../export/lines.ts';
import { type ExportFormat, exportFormats, rendered } from '../export/render.ts';
import { openLake } from '../lake.ts';
import { exportLake } from './export-lake.ts';
import { whenLost } from './lost.ts';
import type { ExitCode } from './program.ts';
import { ask, BrokenOff, partsOf, posting, type Remote, remoteOf } from './remote.ts';
import { stopSignal } from './signals.ts';
import { UsageError } from './usage.ts';
import { writeAll } from './write-all.ts';

export type ExportOptions = {
  session?: string;
  project?: string;
  all?: boolean;
  format?: string;
  output?: string;
};

/** Writes conversations, or everything there is; from the gateway of `DEWEY_URL` when that is set. */
export async function exportCommand(
  env: NodeJS.ProcessEnv,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> {
  const format = formatOf(options.format ?? 'markdown');
  const strange = ids.find((id) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));
  if (strange !== undefined) throw new UsageError(`${strange} is no id of a conversation.`);
  const { session, project, output } = options;
  const filtered = ids.length > 0 || session !== undefined || project !== undefined;
  if (!filtered && !options.all)
    throw new UsageError('Name conversations, or give --session, --project or --all.');
  const config = readConfig(env);
  const stopping = stopSignal();
  try {
    if (options.all && !filtered && options.format === undefined)
      return await exportLake(config, output, stopping);
    const filter = { ids: ids.length > 0 ? ids : undefined, session_id: session, project };
    return await exportSome(config, filter, format, output, stopping);
  } catch (error) {
    throw explained(error, output, stopping);
  }
}

function formatOf(wanted: string): ExportFormat {
  const format = exportFormats.find((known) => known === (wanted === 'md' ? 'markdown' : wanted));
  if (!format) throw new UsageError(`The format ${wanted} is not markdown, json or jsonl.`);
  return format;
}

async function exportSome(
  config: Config,
  filter: ExportFilter,
  format: ExportFormat,
  output: string | undefined,
  signal: AbortSignal,
): Promise<ExitCode> {
  const wanted = new Set(filter.ids?.map((id) => id.toLowerCase()));
  let count = 0;
  const noted = async function* (items: AsyncIterable<ExportItem>) {
    for await (const item of items) {
      if ('conversation' in item) {
        count += 1;
        wanted.delete(item.conversation.conversation_id);
      }
      yield item;
    }
  };
  await withItems(config, filter, signal, async (items) => {
    const write = (out: Writable) => writeAll(rendered(noted(items), format), out, signal);
    if (output === undefined) await write(process.stdout);
    else if (await isOther(output)) await write(createWriteStream(output));
    // Conversations are private: nobody else reads the file.
    else await writeWhole(output, write, { replace: true });
  });
  if (output !== undefined) process.stderr.write(`${count} conversations written to ${output}\n`);
  else if (count === 0 && !filter.ids) process.stderr.write('dewey: no conversation matches\n');
  for (const id of wanted) process.stderr.write(`dewey: there is no conversation ${id}\n`);
  return wanted.size > 0 ? 1 : 0;
}

/** A pipe or a device cannot be written under another name first. */
const isOther = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isFile(),
    () => false, // not there yet; anything else shows when it is written
  );

async function withItems(
  config: Config,
  filter: ExportFilter,
  signal: AbortSignal,
  work: (items: AsyncIterable<ExportItem>) => Promise<void>,
): Promise<void> {
  const remote = remoteOf(config);
  if (remote) return work(await itemsThere(remote, filter, signal));
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    await work(itemsOf(exportedLines(lake.db.sql, filter)));
  } finally {
    await lake.close();
  }
}

async function itemsThere(remote: Remote, filter: ExportFilter, signal: AbortSignal) {
  return itemsOf(partsOf(await ask(remote, '/export/conversations', { ...posting(filter), signal })));
}

/** Says what an export is that ended before its end. */
function explained(error: unknown, output: string | undefined, stopping: AbortSignal): unknown {
  const left = output === undefined ? 'What was written is not whole' : 'Nothing is left of it';
  if (stopping.aborted) return new Error(`The export was interrupted. ${left}.`);
  const lost = error instanceof BackupError ? new BrokenOff(error.message, { cause: error }) : error;
  return whenLost(lost, 'export', `${left}; try again.`);
}
