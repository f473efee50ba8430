import { type Captured, compact, type Source, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { markOf, rowsOf } from '../sqlite/open-store.ts';
import { about, figure, modelFact, orderAt, titleRank } from './facts.ts';
import type { SessionStore } from './format.ts';
import type { GooseRow } from './goose-compaction.ts';
import { modelIn, readRows } from './goose-messages.ts';
import { has } from './record-values.ts';

/** Goose: `~/.local/share/goose/sessions/sessions.db`. A message has the list of its contents as JSON. */
const goose: SessionStore = {
  name: 'goose',
  tables: {
    schema_version: ['version'],
    sessions: ['id', 'working_dir', 'created_at', 'updated_at', 'accumulated_input_tokens'],
    messages: ['id', 'session_id', 'role', 'content_json', 'created_timestamp'],
  },
  *sessions(database) {
    const folders = new Map<string, string | undefined>();
    const hasLedger = has(database, 'usage_ledger');
    for (const session of rowsOf(database, 'select * from sessions order by created_at, id')) {
      const id = String(session.id);
      folders.set(id, textField(session, 'working_dir'));
      const rows = () => rowsOf(database, messagesOf, [id]);
      const models = () => (hasLedger ? [...rowsOf(database, modelsOf, [id])].map(({ model }) => model) : []);
      const read = () => readSession(session, [...rows()], models(), folders);
      yield { id, mark: () => markOf([session], rows()), read };
    }
  },
};

const messagesOf = 'select * from messages where session_id = ? order by created_timestamp, id';
const modelsOf = 'select distinct model from usage_ledger where session_id = ? and model is not null';

export default goose;

type Row = Record<string, unknown>;
type Folders = ReadonlyMap<string, string | undefined>;

function readSession(session: Row, rows: Row[], models: unknown[], folders: Folders): Captured[] {
  const source = sourceOf(session, folders);
  const decoded = rows.map((row) => decode(row, String(session.id)));
  const answered = decoded.flatMap((row) => (row ? (modelIn(row) ?? []) : []));
  return [...readRows(source, decoded), ...factsOf(source, session, [...models, ...answered])];
}

/** Before messages had ids, they were named as the migration would name them. */
function decode(row: Row, session: string): GooseRow | undefined {
  const { role } = row;
  const contents = parsed(row.content_json);
  if (!Array.isArray(contents) || (role !== 'user' && role !== 'assistant')) return undefined;
  return {
    id: textField(row, 'message_id') || `msg_${session}_${String(row.id)}`,
    role,
    contents,
    created: figure(row, 'created_timestamp') ?? Number.NaN,
    metadata: parsed(row.metadata_json),
  };
}

/** Times of the store are in UTC and do not say so. */
const utc = (value: unknown): string | undefined =>
  typeof value === 'string' ? `${value.replace(' ', 'T').replace(/(Z|[+-]\d\d:\d\d)$/, '')}Z` : undefined;

function sourceOf(session: Row, folders: Folders): Source {
  const id = String(session.id);
  const base = (of: string): Source => ({
    key: `goose:${of}`,
    sessionId: of,
    project: folders.get(of),
    metadata: { source: 'goose' },
  });
  const parent = textField(session, 'parent_session_id') || undefined;
  return {
    ...base(id),
    metadata: compact({
      source: 'goose',
      session_type: session.session_type,
      agent_id: parent === undefined ? undefined : id,
    }),
    startedAt: utc(session.created_at),
    parent: parent === undefined ? undefined : base(parent),
  };
}

/** What a session is called before anybody has named it. */
const unnamed = /^(CLI Session|ACP Session|New Chat|New session( \d+)?)$/;

function factsOf(source: Source, session: Row, models: readonly unknown[]): Captured[] {
  const name = textField(session, 'name')?.trim() || textField(session, 'description')?.trim() || '';
  const isUsers = session.user_set_name === 1;
  const rank = isUsers ? titleRank.user : titleRank.agent;
  const current = textField(parsed(session.model_config_json), 'model_name');
  const input = figure(session, 'accumulated_input_tokens');
  const used = (column: string) => figure(session, `accumulated_${column}`);
  const cacheRead = used('cache_read_tokens');
  const cacheWrite = used('cache_write_tokens');
  const total = {
    key: 'total',
    model: current,
    // Tokens of the cache are part of it.
    input: Math.max(0, (input ?? 0) - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output: used('output_tokens'),
    cacheRead,
    cacheWrite,
    cost: used('cost'),
  };
  const others = new Set(models.filter((model) => typeof model === 'string' && model !== current));
  return [
    about(source, {
      titles:
        name === '' || (!isUsers && unnamed.test(name))
          ? []
          : [{ text: name, order: orderAt(rank, utc(session.updated_at)) }],
      usage: [
        ...(input === undefined ? [] : [total]),
        ...[...others].map((model) => modelFact(String(model))),
      ],
    }),
  ];
}

const parsed = (text: unknown): unknown => (typeof text === 'string' ? parse(text) : undefined);
