import {
  type Captured,
  type CapturedMessage,
  compact,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { parse } from '../decode/json.ts';
import { markOf, rowsOf } from '../sqlite/open-store.ts';
import { about, orderAt, timeOf, titleRank } from './facts.ts';
import { type SessionStore, textOf } from './format.ts';

/** Goose: `~/.local/share/goose/sessions/sessions.db`. A message has the list of its contents as JSON. */
const goose: SessionStore = {
  name: 'goose',
  tables: {
    schema_version: ['version'],
    sessions: ['id', 'working_dir', 'created_at', 'updated_at', 'accumulated_input_tokens'],
    messages: ['id', 'session_id', 'role', 'content_json', 'created_timestamp'],
  },
  *sessions(database) {
    for (const session of rowsOf(database, 'select * from sessions order by created_at, id')) {
      const id = String(session.id);
      const rows = () => rowsOf(database, messagesOf, [id]);
      yield { id, mark: () => markOf([session], rows()), read: () => readSession(session, rows()) };
    }
  },
};

const messagesOf = 'select * from messages where session_id = ? order by created_timestamp, id';

export default goose;

type Row = Record<string, unknown>;

function readSession(session: Row, rows: Iterable<Row>): Captured[] {
  const source = sourceOf(session);
  const names = new Map<string, string>();
  return [...[...rows].flatMap((row) => readMessage(source, row, names)), ...factsOf(source, session)];
}

/** Times of the store are in UTC and do not say so. */
const utc = (value: unknown): string | undefined =>
  typeof value === 'string' ? `${value.replace(' ', 'T').replace(/(Z|[+-]\d\d:\d\d)$/, '')}Z` : undefined;

function sourceOf(session: Row): Source {
  const id = String(session.id);
  return {
    key: `goose:${id}`,
    sessionId: id,
    project: typeof session.working_dir === 'string' ? session.working_dir : undefined,
    metadata: compact({ source: 'goose', session_type: session.session_type }),
    startedAt: utc(session.created_at),
  };
}

function factsOf(source: Source, session: Row): Captured[] {
  const name = textField(session, 'name')?.trim() || textField(session, 'description')?.trim();
  const rank = session.user_set_name === 1 ? titleRank.user : titleRank.agent;
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const input = number(session.accumulated_input_tokens);
  return [
    ...(name
      ? [about(source, { titles: [{ text: name, order: orderAt(rank, utc(session.updated_at)) }] })]
      : []),
    ...(input === undefined
      ? []
      : [
          about(source, {
            usage: [
              {
                key: 'total',
                model: modelOf(session.model_config_json),
                input,
                output: number(session.accumulated_output_tokens),
                cost: number(session.accumulated_cost),
              },
            ],
          }),
        ]),
  ];
}

function readMessage(source: Source, row: Row, names: Map<string, string>): Captured[] {
  const role = row.role;
  const contents = parsed(row.content_json);
  if (!Array.isArray(contents) || (role !== 'user' && role !== 'assistant')) return [skip('malformed')];
  const id = typeof row.message_id === 'string' && row.message_id !== '' ? row.message_id : String(row.id);
  const seconds = typeof row.created_timestamp === 'number' ? row.created_timestamp : Number.NaN;
  // What only the model sees: a summary in place of earlier messages, or what Goose says between turns.
  const isHidden = field(parsed(row.metadata_json), 'userVisible') === false;
  const out: CapturedMessage[] = [];
  const left: Captured[] = [];
  let thinking = '';
  const add = (
    name: string,
    part: Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>,
  ) => {
    out.push({
      type: 'message',
      source,
      id: name,
      createdAt: timeOf(seconds * 1000),
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: 'goose',
        ...part.metadata,
        thinking: part.role === 'assistant' ? thinking : '',
      }),
    });
    if (part.role === 'assistant') thinking = '';
  };
  for (const content of contents as unknown[]) {
    const type = textField(content, 'type');
    const callId = textField(content, 'id') ?? id;
    if (type === 'thinking') thinking += textField(content, 'thinking') ?? '';
    else if (type === 'toolRequest' || type === 'frontendToolRequest') {
      const call = field(field(content, 'toolCall'), 'value');
      const name = textField(call, 'name') ?? 'unknown';
      names.set(callId, name);
      add(`call:${callId}`, {
        role: 'assistant',
        content: '',
        call: { id: callId, name, input: field(call, 'arguments') },
        metadata: { kind: 'tool_use', tool: name, tool_use_id: callId },
      });
    } else if (type === 'toolResponse') add(`result:${callId}`, resultOf(content, callId, names.get(callId)));
    else {
      const said = saidIn(content, role);
      if (said)
        add(out.length === 0 ? `message:${id}` : `message:${id}#${out.length}`, {
          role,
          content: said.content,
          metadata: { kind: isHidden ? 'meta' : said.kind },
        });
      else if (type !== 'text') left.push(skip(type ?? 'unknown'));
    }
  }
  return out.length + left.length > 0 ? [...out, ...left] : [skip('empty')];
}

/** A text, a picture, a question to the user or the answer. */
function saidIn(content: unknown, role: 'user' | 'assistant'): { content: string; kind: string } | undefined {
  const kind = role === 'user' ? 'prompt' : 'text';
  const text = textField(content, 'text') ?? '';
  const data = field(content, 'data');
  switch (textField(content, 'type')) {
    case 'text':
      return text.trim() === '' ? undefined : { content: text, kind };
    case 'image':
      return { content: '[image]', kind: 'attachment' };
    case 'actionRequired': {
      const question =
        textField(data, 'actionType') === 'elicitation' ? textField(data, 'message') : undefined;
      const answer = field(data, 'userData');
      if (question) return { content: question, kind: 'question' };
      return answer === undefined ? undefined : { content: JSON.stringify(answer), kind: 'answer' };
    }
    default:
      return undefined;
  }
}

function resultOf(content: unknown, callId: string, name: string | undefined) {
  const result = field(content, 'toolResult');
  const value = field(result, 'value');
  const error = textField(result, 'error');
  const text = error ?? textOf(Array.isArray(value) ? value : field(value, 'content'));
  const server = name?.replace(/__/, ' ').split(' ')[0] ?? '';
  const isOwn = name !== undefined && (isOwnTool(name) || isOwnTool(`mcp__${server}__tool`));
  return {
    role: 'tool' as const,
    content: isOwn ? ownResult(name) : text,
    metadata: compact({
      kind: 'tool_result',
      tool: name,
      tool_use_id: callId,
      is_error: error !== undefined || field(value, 'isError') === true ? true : undefined,
      interrupted: error !== undefined && /interrupted|cancelled/i.test(error) ? true : undefined,
    }),
  };
}

const modelOf = (config: unknown): string | undefined => textField(parsed(config), 'model_name');

const parsed = (text: unknown): unknown => (typeof text === 'string' ? parse(text) : undefined);
