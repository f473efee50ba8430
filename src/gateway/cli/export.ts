import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { BackupError } from '../../db/backup/format.ts';
import type { ExportFilter, ExportItem } from '../../db/conversations/export.ts';
import { writeWhole } from '../backup/file.ts';
import { ask, BrokenOff, partsOf, posting, type Remote } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { itemsOf } from '../export/lines.ts';
import { type ExportFormat, exportFormats, rendered } from '../export/render.ts';
import { exportLake } from './export-lake.ts';
import { whenLost } from './interrupted.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import type { ExitCode } from './program.ts';
import { Interrupted, stopSignal } from './signals.ts';
import { UsageError } from './usage.ts';
import { writeAll } from './write-all.ts';

export type ExportOptions = {
  session?: string;
  project?: string;
  all?: boolean;
  format?: string;
  output?: string;
  force?: boolean;
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
  const { session, project, output, force = false } = options;
  const filtered = ids.length > 0 || session !== undefined || project !== undefined;
  if (!filtered && !options.all)
    throw new UsageError('Name conversations, or give --session, --project or --all.');
  if (output !== undefined && !force && (await isFile(output)))
    throw new UsageError(`${output} is there already. Choose another name, or replace it with --force.`);
  const config = readConfig(env);
  const stopping = stopSignal();
  let gateway: OpenGateway | undefined;
  try {
    if (options.all && !filtered && options.format === undefined)
      return await exportLake(config, output, force, stopping);
    gateway = await openGateway(config, 'dewey export');
    const filter = { ids: ids.length > 0 ? ids : undefined, session_id: session, project };
    return await exportSome(gateway, filter, format, output, force, stopping);
  } catch (error) {
    throw explained(error, output, stopping);
  } finally {
    await gateway?.close();
  }
}

function formatOf(wanted: string): ExportFormat {
  const format = exportFormats.find((known) => known === (wanted === 'md' ? 'markdown' : wanted));
  if (!format) throw new UsageError(`The format ${wanted} is not markdown, json or jsonl.`);
  return format;
}

async function exportSome(
  gateway: Remote,
  filter: ExportFilter,
  format: ExportFormat,
  output: string | undefined,
  force: boolean,
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
  const response = await ask(gateway, '/export/conversations', { ...posting(filter), signal });
  const items = itemsOf(partsOf(response));
  const write = (out: Writable) => writeAll(rendered(noted(items), format), out, signal);
  if (output === undefined) await write(process.stdout);
  else if (await isOther(output)) await write(createWriteStream(output));
  // Conversations are private: nobody else reads the file.
  else await writeWhole(output, write, { replace: force });
  if (output !== undefined) process.stderr.write(`${count} conversations written to ${output}\n`);
  else if (count === 0 && !filter.ids) process.stderr.write('dewey: no conversation matches\n');
  for (const id of wanted) process.stderr.write(`dewey: there is no conversation ${id}\n`);
  return wanted.size > 0 ? 1 : 0;
}

/** A pipe or a device cannot be written under another name first. */
const isOther = async (path: string): Promise<boolean> => (await kindOf(path)) === 'other';
const isFile = async (path: string): Promise<boolean> => (await kindOf(path)) === 'file';

const kindOf = (path: string): Promise<'file' | 'other' | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? 'file' : 'other'),
    () => undefined, // not there yet; anything else shows when it is written
  );

/** Says what an export is that ended before its end. */
function explained(error: unknown, output: string | undefined, stopping: AbortSignal): unknown {
  const left = output === undefined ? 'What was written is not whole' : 'Nothing is left of it';
  if (stopping.aborted)
    return new Interrupted(`The export was interrupted. ${left}; run it again.`, stopping);
  const lost = error instanceof BackupError ? new BrokenOff(error.message, { cause: error }) : error;
  return whenLost(lost, 'export', `${left}; try again.`);
}
