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
import { editOf, notConversation, questionOf } from './vscode-chat-parts.ts';
import { inputOf, plain, resultOf } from './vscode-chat-results.ts';

/** The states of a response; see `ResponseModelState` in VS Code. */
const [pending, cancelled, needsInput] = [0, 2, 4];

type MessageParts = [
  id: string,
  role: CapturedMessage['role'],
  content: string,
  about: Record<string, unknown>,
  more?: Pick<CapturedMessage, 'call'> & { source?: Source | undefined; isStated?: boolean },
];

type Base = Pick<CapturedMessage, 'type' | 'source' | 'createdAt' | 'fullness'>;

/** Reads the parts of a response in their order. */
export class Answer {
  readonly #base: Base;
  readonly #id: string;
  readonly #parts: readonly unknown[];
  readonly #result: unknown;
  readonly #failure: string | undefined;
  readonly #about: Record<string, unknown>;
  /** It is being written. */
  readonly #isOpen: boolean;
  readonly #calls: Calls;
  readonly #out: Captured[] = [];
  /** What subagents answered, which is told before what they did. */
  readonly #answers: CapturedMessage[] = [];
  /** Messages until here once all calls have ended; what has no id of its own is told by it. */
  #place = 0;
  #said = '';
  #texts = 0;
  #thinking = '';

  constructor(base: Base, request: unknown, requestId: string, model: string | undefined) {
    this.#base = base;
    this.#id = textField(request, 'responseId') ?? `${requestId}:answer`;
    const parts = field(request, 'response');
    this.#parts = Array.isArray(parts) ? parts : [];
    this.#result = field(request, 'result');
    this.#failure =
      textField(field(this.#result, 'errorDetails'), 'message') ??
      textField(field(request, 'responseErrorDetails'), 'message');
    this.#calls = new Calls(this.#parts, field(this.#result, 'metadata'));
    const state = field(field(request, 'modelState'), 'value');
    this.#isOpen = state === pending || state === needsInput;
    const isCancelled = state === cancelled || field(request, 'isCanceled') === true;
    this.#about = { source: 'vscode-chat', model, interrupted: isCancelled ? true : undefined };
  }

  read(): Captured[] {
    for (const part of this.#parts) this.#part(part);
    this.#flush();
    if (this.#failure) {
      this.#said = this.#failure;
      this.#flush({ is_error: true });
    }
    return [...this.#out, ...this.#answers];
  }

  #part(part: unknown): void {
    const kind = textField(part, 'kind');
    const value = field(part, 'value');
    if (typeof part === 'string') this.#said += part;
    else if (kind === undefined || kind === 'markdownContent' || kind === 'markdownVuln')
      this.#said += plain(field(part, 'content')) || plain(value);
    else if (kind === 'thinking')
      this.#thinking += Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
    else if (kind === 'inlineReference') this.#said += nameOf(part);
    else if (kind === 'toolInvocationSerialized') this.#call(part);
    else if (editOf(part) !== undefined) this.#edit(editOf(part));
    else if (questionOf(part)) this.#question(part);
    else if (!notConversation.has(kind) && kind !== 'elicitationSerialized') this.#out.push(skip(kind));
  }

  #flush(more: Record<string, unknown> = {}): void {
    const content = this.#said.trim();
    this.#said = '';
    if (content === '') return;
    this.#texts += 1;
    this.#place += 1;
    this.#add(`${this.#id}#${this.#texts}`, 'assistant', content, { kind: 'text', ...more });
  }

  #add(...part: MessageParts): void {
    this.#out.push(this.#message(...part));
  }

  #message(...[id, role, content, about, more = {}]: MessageParts): CapturedMessage {
    const { call, source = this.#base.source } = more;
    const isOwn = role === 'assistant' && source === this.#base.source;
    const thinking = isOwn ? this.#thinking : '';
    if (thinking) this.#thinking = '';
    const metadata = compact({ ...this.#about, ...about, thinking });
    // Until the answer is complete, something else may be shown of a call, and longer.
    const isShown = more.isStated === false && this.#isOpen;
    const known = isShown ? { fullness: fullness.partial } : {};
    if (isShown) metadata.partial = true;
    return { ...this.#base, ...known, source, id, role, content, metadata, ...(call ? { call } : {}) };
  }

  #call(part: unknown): void {
    this.#flush();
    const id = textField(part, 'toolCallId') ?? `${this.#id}:${this.#place}`;
    this.#place += 2;
    const source = this.#agentOf(textField(part, 'subAgentInvocationId'));
    const tool = textField(part, 'toolId') ?? 'unknown';
    const { made, given } = this.#calls.of(part);
    const input = inputOf(part, made);
    const about = { tool, tool_use_id: id };
    const call = { id, name: tool, input };
    this.#add(
      `call:${id}`,
      'assistant',
      '',
      { kind: 'tool_use', ...about },
      {
        call,
        source,
        isStated: made !== undefined,
      },
    );
    this.#launched(part, id);
    const text = resultOf(part, given);
    if (field(part, 'isComplete') === false && text === '') return;
    const confirmed = field(part, 'isConfirmed');
    const result = {
      kind: 'tool_result',
      ...about,
      model: undefined,
      is_error: field(field(part, 'resultDetails'), 'isError') === true ? true : undefined,
      denied: confirmed === false || field(confirmed, 'type') === 0 ? true : undefined,
    };
    const content = isOwnTool(nameOfTool(part, tool)) ? ownResult(tool) : text;
    this.#add(`result:${id}`, 'tool', content, result, { source, isStated: given !== undefined });
  }

  /** A call that launched a subagent has its prompt and its answer. */
  #launched(part: unknown, id: string): void {
    const data = field(part, 'toolSpecificData');
    if (textField(data, 'kind') !== 'subagent') return;
    const source = this.#agentOf(id);
    const prompt = textField(data, 'prompt');
    const result = textField(data, 'result');
    const model = textField(data, 'modelName');
    if (prompt) this.#add(`prompt:${id}`, 'user', prompt, { kind: 'prompt', model: undefined }, { source });
    if (!result) return;
    const about = model === undefined ? { kind: 'text' } : { kind: 'text', model };
    this.#answers.push(this.#message(`answer:${id}`, 'assistant', result, about, { source }));
  }

  #agentOf(id: string | undefined): Source | undefined {
    if (id === undefined) return undefined;
    const parent = this.#base.source;
    return {
      key: `${parent.key}:${id}`,
      sessionId: parent.sessionId,
      project: parent.project,
      metadata: compact({
        source: 'vscode-chat',
        agent_id: id,
        agent_type: this.#calls.agentName(id),
        launched_by: id,
      }),
      parent,
    };
  }

  #edit(input: unknown): void {
    this.#flush();
    const id = `${this.#id}:edit:${this.#place}`;
    this.#place += 1;
    this.#add(id, 'assistant', '', { kind: 'tool_use', tool: 'edit' }, { call: { name: 'edit', input } });
  }

  #question(part: unknown): void {
    const { asked, answered } = questionOf(part) ?? { asked: '', answered: '' };
    this.#flush();
    const id = `${this.#id}:question:${textField(part, 'resolveId') ?? this.#place}`;
    this.#place += 2;
    if (asked !== '') this.#add(id, 'assistant', asked, { kind: 'text' });
    if (answered !== '')
      this.#add(`${id}:answer`, 'user', answered, {
        kind: 'prompt',
        model: undefined,
        interrupted: undefined,
      });
  }
}

/** What the complete answer states of its calls, to be found for what is shown of them. */
class Calls {
  readonly #made = new Map<string, unknown>();
  readonly #given: unknown;
  readonly #idOf = new Map<unknown, string>();
  readonly #names = new Map<string, string>();

  constructor(parts: readonly unknown[], metadata: unknown) {
    const rounds = field(metadata, 'toolCallRounds');
    for (const round of Array.isArray(rounds) ? (rounds as unknown[]) : []) {
      const calls = field(round, 'toolCalls');
      for (const call of Array.isArray(calls) ? (calls as unknown[]) : [])
        this.#made.set(textField(call, 'id') ?? '', call);
    }
    this.#given = field(metadata, 'toolCallResults');
    const shown = parts.filter((part) => textField(part, 'kind') === 'toolInvocationSerialized');
    for (const part of shown) {
      const data = field(part, 'toolSpecificData');
      const name = textField(data, 'agentName') ?? textField(data, 'description');
      const id = textField(part, 'toolCallId');
      if (id !== undefined && name !== undefined) this.#names.set(id, name);
    }
    const own = shown.filter((part) => textField(part, 'subAgentInvocationId') === undefined);
    const isKnown = own.some((part) => this.#made.has(textField(part, 'toolCallId') ?? ''));
    if (isKnown || own.length !== this.#made.size) return;
    // Earlier versions show calls by ids of their own.
    for (const [n, id] of [...this.#made.keys()].entries()) this.#idOf.set(own[n], id);
  }

  of(part: unknown): { made: unknown; given: unknown } {
    const id = this.#idOf.get(part) ?? textField(part, 'toolCallId') ?? '';
    return { made: this.#made.get(id), given: field(this.#given, id) };
  }

  agentName = (id: string): string | undefined => this.#names.get(id);
}

/** A tool of an MCP server is named after it. */
function nameOfTool(part: unknown, tool: string): string {
  const server = textField(field(part, 'source'), 'label');
  return server === undefined ? tool.replace(/^mcp_([^_]+)_/, 'mcp__$1__') : `mcp__${server}__${tool}`;
}

function nameOf(part: unknown): string {
  const reference = field(part, 'inlineReference');
  const path = textField(reference, 'path') ?? textField(field(reference, 'uri'), 'path') ?? '';
  const name = textField(part, 'name') ?? textField(reference, 'name') ?? path.split('/').at(-1);
  return name ? `\`${name}\`` : '';
}
