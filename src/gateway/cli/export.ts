import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { BackupError } from '../../db/backup/format.ts';
import type { ExportFilter, ExportItem } from '../../db/conversations/export.ts';
import { writeWhole } from '../backup/file.ts';
import { ask, askFor, BrokenOff, partsOf, posting, type Remote } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { itemsOf } from '../export/lines.ts';
import { type ExportFormat, exportFormats, rendered } from '../export/render.ts';
import { emptyReport, trainingLines, trainingText } from '../export/training.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { exportLake } from './export-lake.ts';
import { type OpenGateway, openGateway } from './gateway/open-gateway.ts';
import { whenLost } from './interrupted.ts';
import { conversationOf, isConversation } from './people/ids.ts';
import { count as countOf, moment } from './people/options.ts';
import type { ExitCode } from './run/program.ts';
import { print, say } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { writeAll } from './write-all.ts';

export type ExportOptions = {
  session?: string;
  project?: string;
  agent?: string;
  since?: string;
  until?: string;
  minTurns?: string;
  all?: boolean;
  format?: string;
  output?: string;
  force?: boolean;
  json?: boolean;
};

/** Exports conversations or the whole lake; from the gateway of `DEWEY_URL` when set. */
export async function exportCommand(
  env: NodeJS.ProcessEnv,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> {
  const format = formatOf(options.format ?? 'markdown');
  const { session, project, agent, output, force = false } = options;
  const now = clock();
  const filter = {
    ids: ids.length > 0 ? ids : undefined,
    session_id: session,
    project,
    agent,
    since: moment(now, options.since, '--since'),
    until: moment(now, options.until, '--until'),
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (!filtered && !options.all)
    throw new UsageError('Give conversation ids, --session, --project, --agent, --since, --until or --all.');
  if (options.minTurns !== undefined && format !== 'training')
    throw new UsageError('--min-turns is for --format training.');
  if (output !== undefined && !force && (await isFile(output)))
    throw new UsageError(`${output} already exists. Choose another name, or use --force to replace it.`);
  if (options.json && output === undefined)
    throw new UsageError(
      '--json says what was written to a file: give --output, too. Conversations as JSON: --format json.',
    );
  const config = readConfig(env);
  const stopping = stopSignal();
  let gateway: OpenGateway | undefined;
  try {
    if (options.all && !filtered && options.format === undefined)
      return await exportLake(config, { output, force, json: options.json }, stopping);
    gateway = await openGateway(config, 'dewey export');
    const whole = filter.ids && (await wholeIds(gateway, filter.ids));
    return await exportSome(gateway, { ...filter, ids: whole }, { ...options, format }, stopping);
  } catch (error) {
    throw explained(error, output, stopping);
  } finally {
    await gateway?.close();
  }
}

/** A whole id may name nothing: what else was asked for is exported all the same. */
async function wholeIds(gateway: Remote, ids: readonly string[]): Promise<string[]> {
  // Each command knows the output of the tools it calls.
  const post = async <T>(path: string, input: object) => (await askFor(gateway, path, input)) as T;
  const whole: string[] = [];
  for (const id of ids) whole.push(isConversation(id) ? id : (await conversationOf({ post }, id)).id);
  return whole;
}

const formats = [...exportFormats, 'training'] as const;
type Format = ExportFormat | 'training';

function formatOf(wanted: string): Format {
  const format = formats.find((known) => known === (wanted === 'md' ? 'markdown' : wanted));
  if (!format) throw new UsageError(`Unknown format ${wanted}; use markdown, json, jsonl or training.`);
  return format;
}

async function exportSome(
  gateway: Remote,
  filter: ExportFilter,
  { format, output, force = false, json, minTurns = '1', all = false }: ExportOptions & { format: Format },
  signal: AbortSignal,
): Promise<ExitCode> {
  const least = countOf(minTurns, '--min-turns');
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
  const rest = noted(itemsOf(partsOf(response)));
  const first = await rest.next();
  if (first.done && !all) {
    if (!filter.ids) print('dewey: no conversations match', process.stderr);
    for (const id of wanted) print(`dewey: no conversation ${id}`, process.stderr);
    return 1;
  }
  const items = (async function* () {
    if (!first.done) yield first.value;
    yield* rest;
  })();
  const training = format === 'training' ? emptyReport() : undefined;
  const write = (out: Writable) =>
    writeAll(
      format === 'training'
        ? trainingLines(items, least, training ?? emptyReport())
        : rendered(items, format),
      out,
      signal,
    );
  if (output === undefined) await write(process.stdout);
  else if (await isOther(output)) await write(createWriteStream(output));
  // Conversations are private, so the file is readable by its owner only.
  else await writeWhole(output, write, { replace: force });
  if (output !== undefined && json)
    say({ json }, { file: output, ...(training ?? { conversations: count }) }, '');
  else if (training) print(trainingText(training, output), process.stderr);
  else if (output !== undefined) print(wrote(count, output), process.stderr);
  if (count === 0 && !filter.ids && output === undefined) print('No conversations match.', process.stderr);
  for (const id of wanted) print(`dewey: no conversation ${id}`, process.stderr);
  return wanted.size > 0 ? 1 : 0;
}

/** What is said once a file is written. */
export const wrote = (count: number, file: string): string =>
  `Wrote ${count} ${count === 1 ? 'conversation' : 'conversations'} to ${file}\n`;

/** True for a pipe or device, which cannot be written under a temporary name first. */
const isOther = async (path: string): Promise<boolean> => (await kindOf(path)) === 'other';
const isFile = async (path: string): Promise<boolean> => (await kindOf(path)) === 'file';

const kindOf = (path: string): Promise<'file' | 'other' | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? 'file' : 'other'),
    () => undefined, // does not exist yet; any other reason shows when it is written
  );

/** Explains what is left of an incomplete export. */
function explained(error: unknown, output: string | undefined, stopping: AbortSignal): unknown {
  const left = output === undefined ? 'The output is incomplete' : 'No file was written';
  if (stopping.aborted)
    return new Interrupted(`The export was interrupted. ${left}; run it again.`, stopping);
  const lost = error instanceof BackupError ? new BrokenOff(error.message, { cause: error }) : error;
  return whenLost(lost, 'export', `${left}; try again.`);
}
