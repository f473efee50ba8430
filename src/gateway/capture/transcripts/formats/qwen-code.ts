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
import { attachment, saidByUser, summaryIn } from './qwen-code-prompt.ts';

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
  /** The places of the records. */
  readonly #places: Map<string, number>;

  constructor(state?: State) {
    this.#state = state
      ? { ...state, records: [...state.records], own: { ...state.own }, facts: { ...state.facts } }
      : { records: [], own: {}, facts: {} };
    this.#places = new Map(this.#state.records.map(([uuid], i) => [uuid, i]));
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] {
    const uuid = textField(line, 'uuid');
    if (uuid === undefined) return [skip('not a record')];
    this.#state.source ??= sourceOf(line);
    if (!this.#state.source) return [skip('no session')];
    this.#state.source = startedBy(line, this.#state.source);
    const { source, records } = this.#state;
    const messages = this.#read(line, uuid, source);
    const ids = messages.flatMap((item) => (item.type === 'message' ? [item.id] : []));
    // A record that is written again keeps its place.
    const place = this.#places.get(uuid) ?? records.length;
    records[place] = [uuid, ids];
    this.#places.set(uuid, place);
    return [...messages, ...saying(source, ...qwenFacts(line, this.#state.facts))];
  }

  #read(line: unknown, uuid: string, source: Source): Captured[] {
    const type = textField(line, 'type') ?? 'unknown';
    const out: CapturedMessage[] = [];
    const left: Captured[] = [];
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
    const next = () => (out.length === 0 ? uuid : `${uuid}#${out.length}`);
    if (type === 'system') {
      const told = toldBySystem(line);
      if (told) add({ id: uuid, ...told });
      return told ? out : this.#system(line, source);
    }
    const parts = field(field(line, 'message'), 'parts');
    if (!Array.isArray(parts)) return [skip('empty')];
    let said: string[] = [];
    const flush = () => {
      const content = said.join('\n');
      if (type === 'assistant' && content !== '')
        add({ id: next(), role: 'assistant', content, metadata: { kind: 'text' } });
      else if (type === 'user')
        for (const { text, ...metadata } of saidByUser(line, said))
          if (text !== '') add({ id: next(), role: 'user', content: text, metadata: compact(metadata) });
      // Older versions put what a tool gave behind its result.
      if (type === 'tool_result') extend(out, content);
      said = [];
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
      else if (textField(part, 'text') !== undefined) said.push(textField(part, 'text') ?? '');
      else if (field(part, 'inlineData') !== undefined || field(part, 'fileData') !== undefined)
        said.push(attachment);
      else left.push(skip(`part: ${Object.keys(part ?? {})[0] ?? 'empty'}`));
    }
    flush();
    return out.length + left.length > 0 ? [...out, ...left] : [skip(thinking === '' ? 'empty' : 'thinking')];
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

  #system(line: unknown, source: Source): Captured[] {
    const subtype = textField(line, 'subtype');
    return subtype === 'rewind' ? this.#rewind(line, source) : [skip(subtype ?? 'system')];
  }

  /** Takes back what came after the record that the session continues from. */
  #rewind(line: unknown, source: Source): Captured[] {
    const parent = textField(line, 'parentUuid');
    const at = parent === undefined ? -1 : (this.#places.get(parent) ?? -1);
    // An unknown parent lies before what was read; then nothing of it can be told apart.
    if (parent !== undefined && at < 0) return [skip('rewind')];
    const gone = this.#state.records.splice(at + 1);
    for (const [uuid] of gone) this.#places.delete(uuid);
    const ids = gone.flatMap(([, messages]) => messages);
    return ids.length > 0 ? [{ type: 'retract', source, ids }] : [skip('rewind')];
  }
}

/** What a record of the program says: the summary in place of what was said before, or why there is no answer. */
function toldBySystem(line: unknown): Pick<CapturedMessage, 'role' | 'content' | 'metadata'> | undefined {
  const payload = field(line, 'systemPayload');
  const subtype = textField(line, 'subtype');
  if (subtype === 'chat_compression') {
    const content = summaryIn(payload);
    return content ? { role: 'user', content, metadata: { kind: 'compact_summary' } } : undefined;
  }
  const error = subtype === 'turn_result' ? textField(field(payload, 'error'), 'message') : undefined;
  return error ? { role: 'assistant', content: error, metadata: { kind: 'error' } } : undefined;
}

/** Adds a text to the last result, unless that came from Dewey. */
function extend(out: CapturedMessage[], text: string): void {
  const last = out.at(-1);
  if (!last || text === '' || isOwnTool(String(last.metadata.tool ?? ''))) return;
  last.content = [last.content, text].filter((one) => one !== '').join('\n');
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
    metadata: compact({
      source: 'qwen-code',
      forked_from: field(field(line, 'forkedFrom'), 'sessionId'),
    }),
  };
  const agent = textField(line, 'agentId');
  if (agent === undefined) return { ...parent, startedAt };
  const metadata = compact({ source: 'qwen-code', agent_id: agent, agent_type: field(line, 'agentName') });
  return { ...parent, key: `${parent.key}:${agent}`, metadata, startedAt, parent };
}

/** The session with the one that started it, which a record at its beginning names. */
function startedBy(line: unknown, source: Source): Source {
  const id =
    textField(line, 'subtype') === 'parent_session'
      ? textField(field(line, 'systemPayload'), 'parentSessionId')
      : undefined;
  if (id === undefined || id === source.sessionId || source.parent) return source;
  const { project } = source;
  return {
    ...source,
    parent: { key: `qwen-code:${id}`, sessionId: id, project, metadata: { source: 'qwen-code' } },
  };
}
