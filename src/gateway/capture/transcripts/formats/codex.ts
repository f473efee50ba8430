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
import { codexFacts } from './codex-facts.ts';
import { type FactState, saying } from './facts.ts';
import { type Format, type Parser, textOf } from './format.ts';

/**
 * Codex CLI rollouts: `~/.codex/sessions/…/rollout-*.jsonl`. Messages are read from what the model saw (`response_item`);
 * the terminal output (`event_msg`) repeats them and is skipped.
 */
const codex: Format = {
  name: 'codex',
  unit: 'line',
  live: true,
  recognise: (sample) =>
    sample.some((line) => {
      const type = textField(line, 'type');
      return (
        typeof field(line, 'payload') === 'object' &&
        (type === 'session_meta' ||
          type === 'response_item' ||
          type === 'event_msg' ||
          type === 'turn_context')
      );
    }),
  parser: (origin, state) => new CodexParser(origin.path, state as State | undefined),
  within: (session): State => ({ messages: 0, session, startedAt: '', own: {} }),
};

export default codex;

type State = {
  session?: string | undefined;
  project?: string | undefined;
  model?: string | undefined;
  startedAt?: string | undefined;
  /** The thread that started this one, and its role there. */
  parent?: { session: string; role?: string | undefined } | undefined;
  /** Number of messages so far; they have no ids, so their position in the file serves as one. */
  messages: number;
  thinking?: string | undefined;
  /** The user interrupted the turn. */
  aborted?: boolean;
  own: Record<string, string>;
  facts?: FactState;
};

/** Text that Codex inserts before the first prompt with role user. */
const scaffolding =
  /^\s*(<(environment_context|user_instructions|permissions|turn_aborted|INSTRUCTIONS)|# AGENTS\.md)/i;

const sourceOf = (session: string | undefined, project: string | undefined): Source => ({
  key: `codex:${session}`,
  sessionId: session,
  project,
  metadata: { source: 'codex' },
});

class CodexParser implements Parser {
  readonly #state: State;

  constructor(path: string | undefined, state?: State) {
    const ended = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i.exec(path ?? '')?.[1];
    const named = /rollout-/i.test(path ?? '') ? ended : undefined;
    this.#state = state
      ? { ...state, own: { ...state.own }, facts: { ...state.facts } }
      : { messages: 0, session: named, own: {} };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] {
    const isFirst = this.#state.startedAt === undefined;
    const read = this.#read(line);
    this.#state.facts ??= {};
    const facts = codexFacts(line, this.#state.facts, isFirst);
    return this.#state.session === undefined ? read : [...read, ...saying(this.#source, ...facts)];
  }

  #read(line: unknown): Captured[] {
    const type = textField(line, 'type');
    const payload = field(line, 'payload');
    if (type === 'session_meta') {
      // A forked session repeats the meta line of its origin after its own.
      if (this.#state.startedAt === undefined) {
        this.#state.session = textField(payload, 'id') ?? this.#state.session;
        this.#state.project = textField(payload, 'cwd');
        this.#state.startedAt = textField(payload, 'timestamp') ?? textField(line, 'timestamp') ?? '';
        const spawn = field(field(field(payload, 'source'), 'subagent'), 'thread_spawn');
        const parent = textField(spawn, 'parent_thread_id');
        if (parent !== undefined)
          this.#state.parent = { session: parent, role: textField(spawn, 'agent_role') };
      }
      return [skip(type)];
    }
    if (type === 'turn_context') {
      this.#state.model = textField(payload, 'model');
      this.#state.aborted = false;
      return [skip(type)];
    }
    if (this.#state.session === undefined) return [skip('no session')];
    if (type === 'compacted') return this.#summary(line, payload);
    if (type === 'event_msg') {
      const event = textField(payload, 'type') ?? 'event_msg';
      if (event === 'turn_aborted') this.#state.aborted = true;
      return [skip(event)];
    }
    if (type !== 'response_item') return [skip(type ?? 'not a rollout line')];
    return this.#item(line, payload);
  }

  get #source(): Source {
    const { session, project, startedAt, parent } = this.#state;
    const own = sourceOf(session, project);
    if (!parent) return { ...own, startedAt: startedAt || undefined };
    return {
      ...own,
      metadata: compact({ source: 'codex', agent_id: session, agent_type: parent.role }),
      startedAt: startedAt || undefined,
      parent: sourceOf(parent.session, project),
    };
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
      case 'reasoning': {
        const text = textOf(field(item, 'summary')) || textOf(field(item, 'content'));
        if (text !== '')
          this.#state.thinking = this.#state.thinking ? `${this.#state.thinking}\n${text}` : text;
        return [skip(type)];
      }
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
      case 'web_search_call':
        return [this.#call(line, item, type)];
      case 'function_call_output':
      case 'custom_tool_call_output':
        return [this.#output(line, item)];
      default:
        return [skip(type)];
    }
  }

  #said(line: unknown, item: unknown): Captured[] {
    const role = textField(item, 'role');
    const content = textOf(field(item, 'content'));
    this.#state.messages += 1;
    const id = `message:${this.#state.messages}`;
    if (role === 'assistant') {
      const thinking = this.#state.thinking;
      this.#state.thinking = undefined;
      return [this.#message(line, { id, role, content, metadata: { kind: 'text', thinking } })];
    }
    if (role !== 'user' || scaffolding.test(content)) return [skip(`${role} scaffolding`)];
    this.#state.aborted = false;
    return [this.#message(line, { id, role, content, metadata: { kind: 'prompt' } })];
  }

  #call(line: unknown, item: unknown, type: string): CapturedMessage {
    const callId = textField(item, 'call_id');
    const name = textField(item, 'name') ?? type.replace(/_call$/, '');
    const input = field(item, 'arguments') ?? field(item, 'input') ?? field(item, 'action');
    if (callId === undefined) this.#state.messages += 1;
    else if (isOwnTool(name)) this.#state.own[callId] = name;
    const thinking = this.#state.thinking;
    this.#state.thinking = undefined;
    return this.#message(line, {
      id: callId === undefined ? `call:${this.#state.messages}` : `call:${callId}`,
      role: 'assistant',
      content: '',
      call: { id: callId, name, input: typeof input === 'string' ? (parsed(input) ?? input) : input },
      metadata: { kind: 'tool_use', tool: name, tool_use_id: callId, thinking },
    });
  }

  #output(line: unknown, item: unknown): CapturedMessage {
    const callId = textField(item, 'call_id') ?? '';
    const own = Object.hasOwn(this.#state.own, callId) ? this.#state.own[callId] : undefined;
    delete this.#state.own[callId];
    const output = field(item, 'output');
    const inner = typeof output === 'string' && output.startsWith('{') ? parsed(output) : output;
    const text = textField(inner, 'output') ?? textField(inner, 'content') ?? textOf(output);
    const exitCode = field(field(inner, 'metadata'), 'exit_code') ?? /exited with code (\d+)/.exec(text)?.[1];
    return this.#message(line, {
      id: `result:${callId}`,
      role: 'tool',
      content: own === undefined ? text : ownResult(own),
      metadata: {
        kind: 'tool_result',
        tool_use_id: callId,
        exit_code: exitCode === undefined ? undefined : Number(exitCode),
        is_error: field(inner, 'success') === false ? true : undefined,
      },
    });
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

function parsed(text: string): unknown {
  const value = parse(text);
  // Arguments that are not JSON are kept as text.
  return typeof value === 'object' && value !== null ? value : undefined;
}
