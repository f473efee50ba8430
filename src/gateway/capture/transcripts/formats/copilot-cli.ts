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
import { copilotCliFacts } from './copilot-cli-facts.ts';
import { promptParts } from './copilot-cli-prompt.ts';
import { remember, rewind, type SeenEvent } from './copilot-cli-rewind.ts';
import { type Agents, agentOf, noteLaunch, sourceOf } from './copilot-cli-source.ts';
import { workspaceFacts, workspaceFile } from './copilot-cli-workspace.ts';
import { type FactState, saying } from './facts.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';

/**
 * Copilot CLI sessions: `~/.copilot/session-state/<session>/events.jsonl`, one event a line. The work of a subagent is in
 * the same file, marked with the call that launched it. What a rewind removes is taken back.
 */
const copilotCli: Format = {
  name: 'copilot-cli',
  unit: 'line',
  live: true,
  recognise: (sample) =>
    sample.some(
      (line) =>
        /^(session|user|assistant|tool)\.[a-z_]+$/.test(textField(line, 'type') ?? '') &&
        typeof field(line, 'data') === 'object' &&
        typeof field(line, 'id') === 'string',
    ),
  parser: (origin, state) => new CopilotCliParser(origin, state as State | undefined),
};

export default copilotCli;

type State = Agents & {
  model?: string | undefined;
  /** Calls without a result, by id: the tool, and the subagent that made it. */
  open: Record<string, { tool: string; agent?: string | undefined }>;
  facts: FactState;
  /** Absent in states of earlier versions. */
  seen?: SeenEvent[] | undefined;
};

const rewound = 'session.snapshot_rewind';

class CopilotCliParser implements Parser {
  readonly #origin: Origin;
  readonly #state: State;
  /** The file that names the session is read once in each reading of its events. */
  #isNamed = false;

  constructor(origin: Origin, state: State = { open: {}, facts: {} }) {
    this.#origin = origin;
    this.#state = {
      ...state,
      open: { ...state.open },
      agents: { ...state.agents },
      kinds: { ...state.kinds },
      facts: { ...state.facts },
      seen: [...(state.seen ?? [])],
    };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] | Promise<Captured[]> {
    const said = this.#say(line);
    if (this.#isNamed || this.#state.session === undefined) return said;
    this.#isNamed = true;
    return this.#origin.sidecar ? this.#named(said, this.#origin.sidecar) : said;
  }

  async #named(said: Captured[], sidecar: NonNullable<Origin['sidecar']>): Promise<Captured[]> {
    const text = await sidecar(workspaceFile);
    const facts = text === undefined ? undefined : await workspaceFacts(text, this.#state.facts.at);
    return [...said, ...saying(this.#source(undefined), facts)];
  }

  #say(line: unknown): Captured[] {
    const read = this.#read(line);
    this.#state.seen ??= [];
    if (textField(line, 'type') !== rewound) remember(this.#state.seen, line, read);
    const facts = copilotCliFacts(line, this.#state.facts);
    return this.#state.session === undefined ? read : [...read, ...saying(this.#source(undefined), ...facts)];
  }

  #read(line: unknown): Captured[] {
    const type = textField(line, 'type') ?? 'unknown';
    const data = field(line, 'data');
    const state = this.#state;
    if (type === 'session.start') {
      state.session ??= textField(data, 'sessionId');
      state.project ??= textField(field(data, 'context'), 'cwd');
      state.startedAt ??= textField(data, 'startTime');
      state.model = textField(data, 'selectedModel') ?? state.model;
      return [skip(type)];
    }
    if (state.session === undefined) return [skip('no session')];
    const agent = agentOf(state, line, data);
    switch (type) {
      case 'subagent.started':
        noteLaunch(state, line, data);
        return [skip(type)];
      case 'session.resume':
        state.model = textField(data, 'selectedModel') ?? state.model;
        return [skip(type)];
      case 'session.model_change':
        state.model = textField(data, 'newModel') ?? state.model;
        return [skip(type)];
      case 'user.message':
        return this.#prompt(line, data, agent);
      case 'assistant.message':
        return this.#answer(line, data, agent);
      case 'tool.execution_start':
        return [this.#call(line, data, agent)];
      case 'tool.execution_complete':
        return [this.#result(line, data, agent)];
      case 'abort':
        return this.#abort(line);
      case 'session.compaction_complete':
        return this.#summary(line, data);
      case rewound:
        return this.#rewind(line);
      default:
        return [skip(type)];
    }
  }

  #source = (agent: string | undefined): Source => sourceOf(this.#state, agent);

  #message(
    line: unknown,
    agent: string | undefined,
    { metadata, ...part }: Pick<CapturedMessage, 'id' | 'role' | 'content'> & Partial<CapturedMessage>,
  ): CapturedMessage {
    return {
      type: 'message',
      source: this.#source(agent),
      createdAt: textField(line, 'timestamp'),
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: 'copilot-cli',
        ...metadata,
        model: part.role === 'assistant' ? (metadata?.model ?? this.#state.model) : undefined,
      }),
    };
  }

  #prompt(line: unknown, data: unknown, agent: string | undefined): Captured[] {
    const id = textField(line, 'id') ?? '';
    const from = textField(data, 'source');
    const parts = promptParts(data).map(({ content, kind }, n) =>
      this.#message(line, agent, {
        id: n === 0 ? id : `${id}#${n}`,
        role: 'user',
        content,
        metadata: compact({ kind, from }),
      }),
    );
    return parts.length > 0 ? parts : [skip('empty')];
  }

  #answer(line: unknown, data: unknown, agent: string | undefined): Captured[] {
    const content = textField(data, 'content') ?? '';
    const out: Captured[] = [];
    if (content !== '')
      out.push(
        this.#message(line, agent, {
          id: textField(data, 'messageId') ?? textField(line, 'id') ?? '',
          role: 'assistant',
          content,
          metadata: compact({
            kind: 'text',
            thinking: field(data, 'reasoningText'),
            model: field(data, 'model'),
          }),
        }),
      );
    const requests = field(data, 'toolRequests');
    for (const request of Array.isArray(requests) ? requests : []) out.push(this.#call(line, request, agent));
    return out.length > 0 ? out : [skip('empty')];
  }

  /** A call is written when the model asks for it and again when it starts; the second is the same message. */
  #call(line: unknown, call: unknown, agent: string | undefined): CapturedMessage {
    const id = textField(call, 'toolCallId') ?? textField(line, 'id') ?? '';
    const tool = textField(call, 'toolName') ?? textField(call, 'name') ?? 'unknown';
    const server = textField(call, 'mcpServerName');
    const name = server ? `mcp__${server}__${textField(call, 'mcpToolName') ?? tool}` : tool;
    const before = this.#state.open[id];
    const kept = before && !server ? before.tool : name;
    this.#state.open[id] = { tool: kept, agent };
    return this.#message(line, agent, {
      id: `call:${id}`,
      role: 'assistant',
      content: '',
      call: { id, name: tool, input: field(call, 'arguments') },
      metadata: { kind: 'tool_use', tool, tool_use_id: id },
    });
  }

  #result(line: unknown, data: unknown, agent: string | undefined): CapturedMessage {
    const id = textField(data, 'toolCallId') ?? textField(line, 'id') ?? '';
    const open = this.#state.open[id];
    delete this.#state.open[id];
    const result = field(data, 'result');
    const error = textField(field(data, 'error'), 'message');
    const text =
      textField(result, 'detailedContent') ??
      textField(result, 'content') ??
      textOf(field(result, 'contents'));
    return this.#message(line, agent ?? open?.agent, {
      id: `result:${id}`,
      role: 'tool',
      content: open && isOwnTool(open.tool) ? ownResult(open.tool) : text || (error ?? ''),
      metadata: compact({
        kind: 'tool_result',
        tool: open?.tool,
        tool_use_id: id,
        is_error: field(data, 'success') === false ? true : undefined,
        denied: /denied|rejected/.test(textField(field(data, 'error'), 'code') ?? '') ? true : undefined,
      }),
    });
  }

  /** The calls that ran when the user pressed Esc have no result. */
  #abort(line: unknown): Captured[] {
    const open = Object.entries(this.#state.open);
    this.#state.open = {};
    const results = open.map(([id, { tool, agent }]) =>
      this.#message(line, agent, {
        id: `result:${id}`,
        role: 'tool',
        content: '',
        metadata: { kind: 'tool_result', tool, tool_use_id: id, interrupted: true },
      }),
    );
    return results.length > 0 ? results : [skip('abort')];
  }

  /** A call that was taken back gets no result. */
  #rewind(line: unknown): Captured[] {
    const { seen, captured } = rewind(this.#state.seen ?? [], line, (agent) => this.#source(agent));
    this.#state.seen = seen;
    const gone = new Set(captured.flatMap((item) => (item.type === 'retract' ? item.ids : [])));
    const open = Object.entries(this.#state.open).filter(([id]) => !gone.has(`call:${id}`));
    this.#state.open = Object.fromEntries(open);
    return captured;
  }

  #summary(line: unknown, data: unknown): Captured[] {
    const content = textField(data, 'summaryContent') ?? '';
    if (content === '') return [skip('session.compaction_complete')];
    const id = textField(line, 'id') ?? '';
    return [
      this.#message(line, undefined, { id, role: 'system', content, metadata: { kind: 'compact_summary' } }),
    ];
  }
}
