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
import { resultOf, type ServerTool, serverTools, toolOf } from './copilot-cli-calls.ts';
import { type CopilotFactState, copilotCliFacts, totalsOf } from './copilot-cli-facts.ts';
import { promptParts } from './copilot-cli-prompt.ts';
import { remember, rewind, type SeenEvent } from './copilot-cli-rewind.ts';
import { type Agents, agentOf, noteLaunch, sourceOf } from './copilot-cli-source.ts';
import { workspaceFacts, workspaceFile } from './copilot-cli-workspace.ts';
import { about, saying } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';

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
  facts: CopilotFactState;
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
    const totals = totalsOf(line, this.#state.facts);
    if (this.#state.session === undefined) return read;
    const calls = this.#state.agents ?? {};
    return [
      ...read,
      ...saying(this.#source(undefined), ...facts),
      ...totals.map(([agent, told]) =>
        about(this.#source(agent === '' ? undefined : (calls[agent] ?? agent)), told),
      ),
    ];
  }

  #read(line: unknown): Captured[] {
    const type = textField(line, 'type') ?? 'unknown';
    const data = field(line, 'data');
    const state = this.#state;
    if (type === 'session.start') {
      state.session ??= textField(data, 'sessionId');
      state.project ??= textField(field(data, 'context'), 'cwd');
      state.startedAt ??= textField(data, 'startTime');
      state.above ??= textField(data, 'detachedFromSpawningParentSessionId');
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
      case 'tool.user_requested':
        return [this.#call(line, data, agent, { from: 'user' })];
      case 'tool.execution_start':
        return [this.#call(line, data, agent)];
      case 'tool.execution_complete':
        return [this.#result(line, data, agent)];
      case 'abort':
        return this.#abort(line);
      case 'session.compaction_complete':
        return this.#summary(line, type, textField(data, 'summaryContent'), agent);
      case 'session.handoff':
        return this.#summary(line, type, textField(data, 'summary') ?? textField(data, 'context'), agent);
      case 'session.error':
        return this.#error(line, data, agent);
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
    const parts = promptParts(data, agent !== undefined).map(({ content, kind }, n) =>
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
    const model = field(data, 'model');
    const out = serverTools(data).flatMap((tool) => this.#served(line, tool, model, agent));
    if (content !== '')
      out.push(
        this.#message(line, agent, {
          id: textField(data, 'messageId') ?? textField(line, 'id') ?? '',
          role: 'assistant',
          content,
          metadata: compact({ kind: 'text', model }),
        }),
      );
    const requests = field(data, 'toolRequests');
    for (const request of Array.isArray(requests) ? (requests as unknown[]) : [])
      out.push(this.#call(line, request, agent, { model }));
    const first = out.find(({ role }) => role === 'assistant');
    const thinking = textField(data, 'reasoningText');
    if (first && thinking) first.metadata = { ...first.metadata, thinking };
    return out.length > 0 ? out : [skip('empty')];
  }

  #served(line: unknown, tool: ServerTool, model: unknown, agent: string | undefined): CapturedMessage[] {
    const { id: toolCallId, name, input, result } = tool;
    const call = this.#call(line, { toolCallId, name, arguments: input, model }, agent);
    if (result !== undefined)
      return [call, this.#result(line, { toolCallId, result: { content: result } }, agent)];
    delete this.#state.open[toolCallId];
    return [call];
  }

  /** A call is written when the model asks for it and again when it starts; the second is the same message. */
  #call(
    line: unknown,
    call: unknown,
    agent: string | undefined,
    more: Record<string, unknown> = {},
  ): CapturedMessage {
    const id = textField(call, 'toolCallId') ?? textField(line, 'id') ?? '';
    const { tool, name, isNamed } = toolOf(call);
    const before = this.#state.open[id];
    this.#state.open[id] = { tool: before && !isNamed ? before.tool : name, agent };
    return this.#message(line, agent, {
      id: `call:${id}`,
      role: 'assistant',
      content: '',
      call: { id, name: tool, input: field(call, 'arguments') },
      metadata: compact({ kind: 'tool_use', tool, tool_use_id: id, model: field(call, 'model'), ...more }),
    });
  }

  #result(line: unknown, data: unknown, agent: string | undefined): CapturedMessage {
    const id = textField(data, 'toolCallId') ?? textField(line, 'id') ?? '';
    const open = this.#state.open[id];
    delete this.#state.open[id];
    const { text, about } = resultOf(data);
    return this.#message(line, agent ?? open?.agent, {
      id: `result:${id}`,
      role: 'tool',
      content: open && isOwnTool(open.tool) ? ownResult(open.tool) : text,
      metadata: compact({ kind: 'tool_result', tool: open?.tool, tool_use_id: id, ...about }),
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

  /** What went on with a shorter context, or was taken over from another session. */
  #summary(line: unknown, type: string, content: string | undefined, agent: string | undefined): Captured[] {
    if (!content) return [skip(type)];
    const id = textField(line, 'id') ?? '';
    return [
      this.#message(line, agent, { id, role: 'system', content, metadata: { kind: 'compact_summary' } }),
    ];
  }

  /** An answer that failed. */
  #error(line: unknown, data: unknown, agent: string | undefined): Captured[] {
    const content = textField(data, 'message') ?? '';
    if (content === '') return [skip('session.error')];
    const metadata = { kind: 'text', is_error: true };
    return [
      this.#message(line, agent, { id: textField(line, 'id') ?? '', role: 'assistant', content, metadata }),
    ];
  }
}
