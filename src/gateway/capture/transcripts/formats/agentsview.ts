import type { Database } from 'sql.js';
import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { type Captured, type Source, skip } from '../../messages/captured.ts';
import { memoriesOf } from './agentsview-memories.ts';
import { callOf, callsOf, eventsOf, messageOf, pinsOf } from './agentsview-messages.ts';
import { about, modelFact, orderAt, titleRank } from './facts.ts';
import type { MemoryStore, Origin } from './format.ts';
import { type Fields, has, plainRows, textOr } from './record-values.ts';
import { sourceOf } from './records.ts';

/** Tables of its own work: figures, what it has seen of files, and what it exchanges with other machines. */
const upkeep = [
  ...[
    'stats',
    'archive_metadata',
    'background_migrations',
    'model_pricing',
    'model_pricing_bands',
    'git_cache',
  ],
  ...['provider_freshness', 'skipped_files', 'remote_skipped_files', 'local_session_source_baselines'],
  ...['recall_corpus_state', 'recall_query_state', 'recall_embedding_changes', 'recall_embedding_deletions'],
  ...['artifact_export_queue', 'artifact_import_queue', 'pg_sync_state', 'session_deletion_changes'],
];

/**
 * agentsview: `~/.agentsview/sessions.db`, which holds what it read from the transcripts of other agents. Figures that it
 * computes from them are not read.
 */
const agentsview: MemoryStore = {
  name: 'agentsview',
  tables: {
    sessions: ['id', 'project', 'machine', 'agent', 'started_at', 'file_path'],
    messages: ['session_id', 'ordinal', 'role', 'content', 'timestamp'],
    tool_calls: ['message_id', 'session_id', 'tool_name', 'result_content_length'],
    insights: ['content', 'date_from'],
  },
  readToo: [
    ...['recall_entries', 'recall_evidence', 'starred_sessions'],
    ...['tool_result_events', 'usage_events', 'pinned_messages', ...upkeep],
  ],
  alsoAt: ({ key }) => keyOfAgent(key.slice('agentsview:'.length)),
  *read(database, origin) {
    const starred = new Set(has(database, 'starred_sessions') ? idsOf(database) : []);
    for (const row of plainRows(database, 'select * from sessions order by started_at, id'))
      yield readSession(database, origin, { ...row, starred: starred.has(row.id) || undefined });
    yield [...memoriesOf(database, sourceOf('agentsview', origin))];
    for (const [table, reason] of Object.entries(leftOut))
      if (has(database, table))
        yield [...plainRows(database, `select 1 from ${table}`)].map(() => skip(reason));
  },
};

/** Records that say nothing that is not in what is read, and why they are left out. */
const leftOut: Readonly<Record<string, string>> = {
  tool_result_events: 'progress of a call whose result is a record of its own',
  usage_events: 'figures of usage, which the sessions sum up',
  pinned_messages: 'pin of a message',
};

export default agentsview;

const idsOf = (database: Database): unknown[] =>
  [...plainRows(database, 'select session_id from starred_sessions')].map((row) => row.session_id);

/** Its ids have the agent as prefix, except those of Claude Code, and the machine before it, except this one. */
const agents: Readonly<Record<string, string>> = {
  codex: 'codex',
  gemini: 'gemini',
  goose: 'goose',
  opencode: 'opencode',
  chatgpt: 'chatgpt',
  'claude-ai': 'claude-ai',
  copilot: 'copilot-cli',
  qwen: 'qwen-code',
  cursor: 'cursor-agent',
};

function keyOfAgent(id: string): string | undefined {
  const own = id.slice(id.indexOf('~') + 1);
  const end = own.indexOf(':');
  if (end < 0) return `claude-code:${own}`;
  const prefix = own.slice(0, end);
  return Object.hasOwn(agents, prefix) ? `${agents[prefix]}:${own.slice(end + 1)}` : undefined;
}

/** What is said of a session and has no field of ours. */
const told = ['machine', 'agent', 'agent_label', 'entrypoint', 'session_kind', 'file_path', 'ended_at']
  .concat('source_session_id', 'source_version', 'parent_session_id', 'relationship_type', 'starred')
  .concat('outcome', 'health_grade', 'termination_status', 'transcript_fidelity', 'is_truncated')
  .concat('deletion_cause', 'created_at');

function readSession(database: Database, origin: Origin, session: Fields): Captured[] {
  const id = textOr(session.id);
  if (id === undefined) return [skip('session without id')];
  const started = session.relationship_type === 'subagent' ? textOr(session.parent_session_id) : undefined;
  const source = sourceOf('agentsview', origin, {
    id,
    project: textOr(session.cwd) ?? session.project,
    startedAt: session.started_at,
    parent: started === undefined ? undefined : sourceOf('agentsview', origin, { id: started }),
    rest: Object.fromEntries(told.map((name) => [name, session[name]])),
  });
  const messages = [
    ...plainRows(database, 'select * from messages where session_id = ? order by ordinal', [id]),
  ];
  if (messages.length === 0) return [skip('session without content')];
  // That the file of a session is gone is no wish of its user.
  if (textOr(session.deleted_at) && session.deletion_cause !== 'source_missing')
    return messages.map(() => skip('in the trash of agentsview'));
  const calls = callsOf(database, id);
  const events = eventsOf(database, id);
  const pins = pinsOf(database, id);
  let thoughts: string[] = [];
  const made = messages.flatMap((row) => {
    const said = messageOf(source, row, { pinned: pins.get(row.id), thoughts });
    const thought = textOr(row.thinking_text);
    if (said.some((item) => item.type === 'message')) thoughts = [];
    else if (thought !== undefined) thoughts.push(thought);
    return [
      ...said,
      ...(calls.get(row.id) ?? []).map((call, index) =>
        callOf(source, row, call, {
          index,
          events: events.get(`${row.ordinal} ${call.call_index ?? index}`) ?? [],
        }),
      ),
    ];
  });
  return [...made, ...factsOf(source, session, messages)];
}

function factsOf(source: Source, session: Fields, messages: readonly Fields[]): Captured[] {
  const name = textOr(session.display_name) ?? textOr(session.session_name);
  const rank = textOr(session.display_name) ? titleRank.user : titleRank.agent;
  const order = orderAt(rank, source.startedAt);
  const branch = textOr(session.git_branch);
  const models = new Set(messages.flatMap((row) => textOr(row.model) ?? []));
  const output = session.total_output_tokens;
  const facts: CaptureFacts = {
    ...(name === undefined ? {} : { titles: [{ text: name, order }] }),
    ...(branch === undefined ? {} : { branches: [{ text: branch, order }] }),
    usage: [
      ...[...models].map(modelFact),
      ...(typeof output === 'number' && output > 0 ? [{ key: 'total', output }] : []),
    ],
  };
  return [about(source, facts)];
}
