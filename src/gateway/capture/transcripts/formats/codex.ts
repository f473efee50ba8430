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
import { inputOf, noteOwn, type OwnCalls, resultOf, toolName } from './codex-calls.ts';
import { codexFacts } from './codex-facts.ts';
import { agentMessage, inputKind } from './codex-input.ts';
import { codexName } from './codex-names.ts';
import {
  type CodexSession,
  codexSource,
  isInherited,
  isLine,
  isOlderHead,
  namedSession,
  noteMeta,
} from './codex-session.ts';
import { beginTurn, noteCall, noteOther, rollBack, type Turns } from './codex-turns.ts';
import { type FactState, saying } from './facts.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';

/**
 * Codex CLI rollouts: `~/.codex/sessions/…/rollout-*.jsonl`, and `archived_sessions/`. Messages are read from what the model
 * saw (`response_item`); the terminal output (`event_msg`) repeats them and is skipped. Turns that were rolled back are taken
 * back. Versions before September 2025 wrote the items as lines.
 */
const codex: Format = {
  name: 'codex',
  unit: 'line',
  live: true,
  recognise: (sample) => sample.some((line) => isLine(line) || isOlderHead(line)),
  parser: (origin, state) => new CodexParser(origin, state as State | undefined),
  within: (session): State => ({ messages: 0, session, startedAt: '', own: {} }),
};

export default codex;

type State = CodexSession & {
  model?: string | undefined;
  /** Number of messages so far; they have no ids, so their position in the file serves as one. */
  messages: number;
  /** Number of messages of other agents that have no id. */
  agents?: number | undefined;
  thinking?: string | undefined;
  /** The user interrupted the turn. */
  aborted?: boolean;
  own: OwnCalls;
  facts?: FactState;
  /** Absent in states of earlier versions. */
  turns?: Turns | undefined;
  /** What the line before says of the agent message after it. */
  triggers?: boolean | undefined;
};

class CodexParser implements Parser {
  readonly #origin: Origin;
  readonly #state: State;
  /** The file that names the sessions is read once in each reading. */
  #isNamed = false;

  constructor(origin: Origin, state?: State) {
    this.#origin = origin;
    this.#state = state
      ? { ...state, own: { ...state.own }, facts: { ...state.facts }, turns: structuredClone(state.turns) }
      : { ...namedSession(origin.path), messages: 0, own: {} };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] | Promise<Captured[]> {
    const said = this.#say(line);
    const { session } = this.#state;
    if (this.#isNamed || session === undefined) return said;
    this.#isNamed = true;
    return this.#origin.sidecar ? this.#named(said, session) : said;
  }

  async #named(said: Captured[], session: string): Promise<Captured[]> {
    return [...said, ...saying(this.#source, await codexName(this.#origin, session))];
  }

  #say(line: unknown): Captured[] {
    const isFirst = this.#state.startedAt === undefined;
    const read = this.#read(line);
    this.#state.facts ??= {};
    // The tokens of a copied history are those of another thread.
    const isOwn = isFirst || !isInherited(this.#state, line);
    const facts = isOwn ? codexFacts(line, this.#state.facts, isFirst) : [];
    return this.#state.session === undefined ? read : [...read, ...saying(this.#source, ...facts)];
  }

  #read(line: unknown): Captured[] {
    const type = textField(line, 'type');
    const payload = field(line, 'payload');
    if (type === 'session_meta') {
      // A forked session repeats the meta line of its origin after its own.
      if (this.#state.startedAt === undefined) noteMeta(this.#state, line, payload);
      return [skip(type)];
    }
    if (payload === undefined) return this.#older(line);
    if (type === 'turn_context') {
      this.#state.model = textField(payload, 'model');
      this.#state.aborted = false;
      return [skip(type)];
    }
    if (this.#state.session === undefined) return [skip('no session')];
    if (isInherited(this.#state, line)) return [skip('inherited')];
    switch (type) {
      case 'compacted':
        return this.#summary(line, payload);
      case 'event_msg':
        return this.#event(payload);
      case 'response_item':
        return this.#item(line, payload);
      case 'inter_agent_communication_metadata':
        this.#state.triggers = field(payload, 'trigger_turn') === true;
        return [skip(type)];
      case 'inter_agent_communication':
        this.#state.triggers = field(payload, 'trigger_turn') === true;
        return this.#fromAgent(line, payload);
      default:
        return [skip(type ?? 'not a rollout line')];
    }
  }

  /** A line of a version before September 2025: a head, a state, or an item. */
  #older(line: unknown): Captured[] {
    if (textField(line, 'record_type') !== undefined) return [skip('state')];
    if (isOlderHead(line)) {
      if (this.#state.startedAt === undefined) noteMeta(this.#state, line, line);
      return [skip('session_meta')];
    }
    if (this.#state.session === undefined) return [skip('no session')];
    return textField(line, 'type') === undefined ? [skip('not a rollout line')] : this.#item(line, line);
  }

  get #source(): Source {
    return codexSource(this.#state);
  }

  get #turns(): Turns {
    this.#state.turns ??= [];
    return this.#state.turns;
  }

  #event(payload: unknown): Captured[] {
    const event = textField(payload, 'type') ?? 'event_msg';
    if (event === 'turn_aborted') this.#state.aborted = true;
    if (event !== 'thread_rolled_back') return [skip(event)];
    const count = field(payload, 'num_turns');
    const { messages } = this.#state;
    const ids = rollBack(this.#turns, typeof count === 'number' ? Math.floor(count) : 0, messages);
    this.#state.thinking = undefined;
    this.#state.aborted = false;
    return ids.length > 0 ? [{ type: 'retract', source: this.#source, ids }] : [skip(event)];
  }

  #message(line: unknown, part: Pick<CapturedMessage, 'id' | 'role' | 'content'> & Partial<CapturedMessage>) {
    const { metadata, ...rest } = part;
    const message: CapturedMessage = {
      type: 'message',
      source: this.#source,
      createdAt: textField(line, 'timestamp'),
      fullness: fullness.record,
      metadata: compact({
        source: 'codex',
        ...metadata,
        model: part.role === 'assistant' ? this.#state.model : undefined,
        interrupted: this.#state.aborted && part.role !== 'user' ? true : undefined,
      }),
      ...rest,
    };
    return message;
  }

  #item(line: unknown, item: unknown): Captured[] {
    const type = textField(item, 'type') ?? 'response_item';
    switch (type) {
      case 'message':
        return this.#said(line, item);
      case 'agent_message':
        return this.#fromAgent(line, item);
      case 'reasoning': {
        const text = textOf(field(item, 'summary')) || textOf(field(item, 'content'));
        if (text !== '')
          this.#state.thinking = this.#state.thinking ? `${this.#state.thinking}\n${text}` : text;
        return [skip(type)];
      }
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
      case 'tool_search_call':
      case 'web_search_call':
        return [this.#call(line, item, type, textField(item, 'call_id'))];
      case 'image_generation_call':
        return this.#picture(line, item, type);
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output':
        return [this.#message(line, resultOf(item, textField(item, 'call_id') ?? '', this.#state.own))];
      default:
        return [skip(type)];
    }
  }

  #said(line: unknown, item: unknown): Captured[] {
    const role = textField(item, 'role');
    const content = textOf(field(item, 'content'));
    const before = this.#state.messages;
    this.#state.messages += 1;
    const id = `message:${this.#state.messages}`;
    if (role === 'assistant') {
      const thinking = this.#state.thinking;
      this.#state.thinking = undefined;
      return [this.#message(line, { id, role, content, metadata: { kind: 'text', thinking } })];
    }
    const input = role === 'user' ? inputKind(content) : undefined;
    if (role !== 'user' || !input) return [skip(`${role} scaffolding`)];
    if (input.kind === 'prompt') {
      this.#state.aborted = false;
      beginTurn(this.#turns, before);
    }
    return [this.#message(line, { id, role, content, metadata: input })];
  }

  /** What another agent of the session says to this one: a task, or what came of one. */
  #fromAgent(line: unknown, payload: unknown): Captured[] {
    const { triggers = true } = this.#state;
    this.#state.triggers = undefined;
    const { id: given, content, metadata } = agentMessage(payload);
    if (given === undefined) this.#state.agents = (this.#state.agents ?? 0) + 1;
    const id = given === undefined ? `agent:${this.#state.agents}` : `agent:${given}`;
    if (triggers) beginTurn(this.#turns, this.#state.messages);
    noteOther(this.#turns, id);
    if (content === '') return [skip('encrypted agent message')];
    return [this.#message(line, { id, role: 'user', content, metadata })];
  }

  #call(line: unknown, item: unknown, type: string, callId: string | undefined): CapturedMessage {
    const name = toolName(item, type);
    if (callId === undefined) this.#state.messages += 1;
    else {
      noteOwn(this.#state.own, callId, name);
      noteCall(this.#turns, callId);
    }
    const thinking = this.#state.thinking;
    this.#state.thinking = undefined;
    return this.#message(line, {
      id: callId === undefined ? `call:${this.#state.messages}` : `call:${callId}`,
      role: 'assistant',
      content: '',
      call: { id: callId, name, input: inputOf(item) },
      metadata: { kind: 'tool_use', tool: name, tool_use_id: callId, thinking },
    });
  }

  /** A picture that the model made; the item holds the call and, as text that is not kept, the picture. */
  #picture(line: unknown, item: unknown, type: string): Captured[] {
    const id = textField(item, 'id');
    const call = this.#call(line, item, type, id);
    if (id === undefined || !textField(item, 'result')) return [call];
    const made = { tool: toolName(item, type), tool_use_id: id, kind: 'tool_result' };
    return [
      call,
      this.#message(line, { id: `result:${id}`, role: 'tool', content: '[image]', metadata: made }),
    ];
  }

  #summary(line: unknown, payload: unknown): Captured[] {
    const content = textField(payload, 'message') ?? '';
    if (content === '') return [skip('compacted')];
    this.#state.messages += 1;
    return [
      this.#message(line, {
        id: `message:${this.#state.messages}`,
        role: 'system',
        content,
        metadata: { kind: 'compact_summary' },
      }),
    ];
  }
}
