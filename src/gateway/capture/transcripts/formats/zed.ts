import type { UsageFact } from '../../../../db/capture/version.ts';
import {
  type Captured,
  compact,
  field,
  type Skipped,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { TooLarge, unpackZstd } from '../decode/zstd.ts';
import { markOf, rowsOf } from '../sqlite/open-store.ts';
import { about, figure, modelFact, orderAt, titleRank } from './facts.ts';
import type { SessionStore } from './format.ts';
import { readTurns } from './zed-messages.ts';
import { turnsOf } from './zed-turns.ts';

/** A larger thread is not read, as its text is held in memory. */
const largestThread = 128_000_000;

/** Zed: `threads/threads.db`, with a row for each thread of its agent, of which the messages are JSON, mostly compressed. */
const zed: SessionStore = {
  name: 'zed',
  tables: { threads: ['id', 'summary', 'updated_at', 'data_type', 'data'] },
  *sessions(database) {
    // As they were begun: a thread before its subagents.
    for (const row of rowsOf(database, 'select * from threads order by rowid'))
      yield { id: String(row.id), mark: () => markOf([row]), read: () => readThread(row) };
  },
};

export default zed;

type Row = Record<string, unknown>;

function readThread(row: Row): Captured[] {
  const text = textOfThread(row);
  if (typeof text !== 'string') return [text];
  const thread = parse(text);
  if (thread === undefined) return [skip('malformed')];
  const turns = turnsOf(thread);
  if (!turns) return [skip('unknown version')];
  const source = sourceOf(row, thread);
  const changed = timeIn(row.updated_at);
  return [...readTurns({ source, began: source.startedAt, changed }, turns), ...factsOf(source, row, thread)];
}

/** The JSON of a thread, or why it cannot be read. */
function textOfThread({ data, data_type: kind }: Row): string | Skipped {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array)) return skip('malformed');
  try {
    const bytes = kind === 'zstd' ? unpackZstd(data, largestThread) : Buffer.from(data);
    return bytes.toString('utf8');
  } catch (error) {
    return skip(error instanceof TooLarge ? 'too long' : 'malformed');
  }
}

function sourceOf(row: Row, thread: unknown): Source {
  const snapshot = field(thread, 'initial_project_snapshot');
  const folder = firstFolder(row) ?? textField(firstTree(snapshot), 'worktree_path');
  const base = (id: string): Source => ({
    key: `zed:${id}`,
    sessionId: id,
    project: folder,
    metadata: { source: 'zed' },
  });
  const id = String(row.id);
  const parent =
    textField(row, 'parent_id') ?? textField(field(thread, 'subagent_context'), 'parent_thread_id');
  return {
    ...base(id),
    metadata: compact({ source: 'zed', agent_id: parent === undefined ? undefined : id }),
    // Of threads that are older than the column, it tells when it was added.
    startedAt: [field(snapshot, 'timestamp'), row.created_at, row.updated_at]
      .flatMap((time) => timeIn(time) ?? [])
      .toSorted()[0],
    parent: parent === undefined ? undefined : base(parent),
  };
}

/** The folder that was opened first: a line for each, in order of names, and their places. */
function firstFolder(row: Row): string | undefined {
  const folders = (textField(row, 'folder_paths') ?? '').split('\n');
  const places = (textField(row, 'folder_paths_order') ?? '').split(',');
  return folders[Math.max(0, places.indexOf('0'))] || undefined;
}

const firstTree = (snapshot: unknown): unknown => {
  const trees = field(snapshot, 'worktree_snapshots');
  return Array.isArray(trees) ? trees[0] : undefined;
};

function factsOf(source: Source, row: Row, thread: unknown): Captured[] {
  const title = (textField(row, 'summary') ?? '').trim();
  const snapshot = field(thread, 'initial_project_snapshot');
  const branch = textField(field(firstTree(snapshot), 'git_state'), 'current_branch');
  const order = orderAt(titleRank.agent, timeIn(row.updated_at));
  return [
    about(source, {
      titles: title === '' || /^New (Agent )?Thread$/.test(title) ? [] : [{ text: title, order }],
      branches:
        branch === undefined ? [] : [{ text: branch, order: orderAt(titleRank.agent, source.startedAt) }],
      usage: usageOf(thread),
    }),
  ];
}

/** What was used in all; some versions state only the last request for each prompt. */
function usageOf(thread: unknown): UsageFact[] {
  const requests = Object.values(field(thread, 'request_token_usage') ?? {});
  const used = (name: string): number =>
    figure(field(thread, 'cumulative_token_usage'), name) ||
    requests.reduce((sum: number, request) => sum + (figure(request, name) ?? 0), 0);
  const model = textField(field(thread, 'model'), 'model');
  const [input, output] = [used('input_tokens'), used('output_tokens')];
  if (input + output === 0) return model === undefined ? [] : [modelFact(model)];
  const cacheRead = used('cache_read_input_tokens');
  const cacheWrite = used('cache_creation_input_tokens');
  return [{ key: 'total', model, input, output, cacheRead, cacheWrite }];
}

/** Times have a zone, and up to nine digits after the second. */
function timeIn(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
