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
import type { FactState } from './facts.ts';
import { saying } from './facts.ts';
import type { Format, Parser } from './format.ts';
import { qwenFacts } from './qwen-code-facts.ts';

/**
 * Qwen Code sessions: `~/.qwen/projects/<project>/chats/<session>.jsonl`, and those of subagents in `subagents/<session>/`.
 * A record holds a `Content` of the Gemini API; records form a tree by `parentUuid`. After a rewind, the next records
 * continue from an earlier one, and those in between are taken back.
 */
const qwenCode: Format = {
  name: 'qwen-code',
  unit: 'line',
  live: true,
  recognise: (sample) => sample.some(isRecord),
  parser: (_, state) => new QwenParser(state as State | undefined),
};

export default qwenCode;

const isRecord = (line: unknown): boolean =>
  typeof field(line, 'uuid') === 'string' &&
  typeof field(line, 'sessionId') === 'string' &&
  typeof field(line, 'type') === 'string' &&
  (Array.isArray(field(field(line, 'message'), 'parts')) || field(line, 'systemPayload') !== undefined);

type State = {
  source?: Source | undefined;
  /** Records in order, each with the ids of its messages. */
  records: [uuid: string, messages: string[]][];
  /** Dewey's own calls that wait for a result, by id. */
  own: Record<string, string>;
  facts: FactState;
};

class QwenParser implements Parser {
  readonly #state: State;

  constructor(state?: State) {
    this.#state = state
      ? { ...state, records: [...state.records], own: { ...state.own }, facts: { ...state.facts } }
      : { records: [], own: {}, facts: {} };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] {
    const uuid = textField(line, 'uuid');
    if (uuid === undefined) return [skip('not a record')];
    this.#state.source ??= sourceOf(line);
    const { source, records } = this.#state;
    if (!source) return [skip('no session')];
    // A record that is written again keeps its place.
    const known = records.find(([record]) => record === uuid);
    const messages = this.#read(line, uuid, source);
    const ids = messages.flatMap((item) => (item.type === 'message' ? [item.id] : []));
    if (known) known[1] = ids;
    else records.push([uuid, ids]);
    return [...messages, ...saying(source, ...qwenFacts(line, this.#state.facts))];
  }

  #read(line: unknown, uuid: string, source: Source): Captured[] {
    const type = textField(line, 'type') ?? 'unknown';
    const subtype = textField(line, 'subtype');
    if (type === 'system') return subtype === 'rewind' ? this.#rewind(line, source) : [skip(subtype ?? type)];
    const parts = field(field(line, 'message'), 'parts');
    if (!Array.isArray(parts)) return [skip('empty')];
    const out: CapturedMessage[] = [];
    let thinking = '';
    const add = (part: Pick<CapturedMessage, 'id' | 'role' | 'content'> & Partial<CapturedMessage>) => {
      const { metadata, ...rest } = part;
      out.push({
        type: 'message',
        source,
        createdAt: textField(line, 'timestamp'),
        fullness: fullness.record,
        ...rest,
        metadata: compact({
          source: 'qwen-code',
          ...metadata,
          model: field(line, 'model'),
          thinking: part.role === 'assistant' ? thinking : undefined,
        }),
      });
      if (part.role === 'assistant') thinking = '';
    };
    let said: string[] = [];
    const flush = () => {
      const content = said.join('\n');
      said = [];
      if (content === '') return;
      const id = out.length === 0 ? uuid : `${uuid}#${out.length}`;
      if (type === 'assistant') add({ id, role: 'assistant', content, metadata: { kind: 'text' } });
      else if (type === 'user') add({ id, role: 'user', content, metadata: userKind(subtype) });
    };
    for (const part of parts as unknown[]) {
      const call = field(part, 'functionCall');
      const response = field(part, 'functionResponse');
      if (call !== undefined) {
        flush();
        add(this.#call(uuid, call));
      } else if (response !== undefined) {
        flush();
        add(this.#result(uuid, response, field(line, 'toolCallResult')));
      } else if (field(part, 'thought') === true) thinking += textField(part, 'text') ?? '';
      else said.push(textField(part, 'text') ?? (field(part, 'inlineData') ? '[attachment]' : ''));
    }
    flush();
    return out.length > 0 ? out : [skip(thinking === '' ? 'empty' : 'thinking')];
  }

  #call(uuid: string, call: unknown) {
    const name = textField(call, 'name') ?? 'unknown';
    const id = textField(call, 'id');
    if (id !== undefined && isOwnTool(name)) this.#state.own[id] = name;
    return {
      id: `call:${id ?? uuid}`,
      role: 'assistant' as const,
      content: '',
      call: { id, name, input: field(call, 'args') },
      metadata: compact({ kind: 'tool_use', tool: name, tool_use_id: id }),
    };
  }

  #result(uuid: string, response: unknown, about: unknown) {
    const id = textField(response, 'id');
    const name = textField(response, 'name') ?? (id === undefined ? undefined : this.#state.own[id]);
    if (id !== undefined) delete this.#state.own[id];
    const answer = field(response, 'response');
    const error = textField(answer, 'error');
    const status = textField(about, 'status');
    const text = textField(answer, 'output') ?? error ?? (answer === undefined ? '' : JSON.stringify(answer));
    return {
      id: `result:${id ?? uuid}`,
      role: 'tool' as const,
      content: name !== undefined && isOwnTool(name) ? ownResult(name) : text,
      metadata: compact({
        kind: 'tool_result',
        tool: name,
        tool_use_id: id,
        is_error: error !== undefined || status === 'error' ? true : undefined,
        interrupted: status === 'cancelled' ? true : undefined,
      }),
    };
  }

  /** Takes back what came after the record that the session continues from. */
  #rewind(line: unknown, source: Source): Captured[] {
    const parent = textField(line, 'parentUuid');
    const at = this.#state.records.findIndex(([record]) => record === parent);
    // An unknown parent lies before what was read; then nothing of it can be told apart.
    if (parent !== undefined && at < 0) return [skip('rewind')];
    const ids = this.#state.records.splice(at + 1).flatMap(([, messages]) => messages);
    return ids.length > 0 ? [{ type: 'retract', source, ids }] : [skip('rewind')];
  }
}

function sourceOf(line: unknown): Source | undefined {
  const session = textField(line, 'sessionId');
  if (session === undefined) return undefined;
  const project = textField(line, 'cwd');
  const startedAt = textField(line, 'timestamp');
  const parent: Source = {
    key: `qwen-code:${session}`,
    sessionId: session,
    project,
    metadata: { source: 'qwen-code' },
  };
  const agent = textField(line, 'agentId');
  if (agent === undefined) return { ...parent, startedAt };
  const metadata = compact({ source: 'qwen-code', agent_id: agent, agent_type: field(line, 'agentName') });
  return { ...parent, key: `${parent.key}:${agent}`, metadata, startedAt, parent };
}

/** Prompts are what people typed; the CLI enters notifications and scheduled prompts with role user too. */
const userKind = (subtype: string | undefined) =>
  subtype === undefined || subtype === 'mid_turn_user_message'
    ? { kind: 'prompt' }
    : { kind: 'meta', subtype };
