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
import { about, figure, timeOf } from './facts.ts';

/** How a response ended; see `ResponseModelState` in VS Code. */
const cancelled = 2;

/** Reads a request with its response: the prompt, and the texts and tool calls in their order. */
export function readRequest(source: Source, request: unknown): Captured[] {
  const id = textField(request, 'requestId');
  if (id === undefined) return [skip('not a request')];
  const base = {
    type: 'message' as const,
    source,
    createdAt: timeOf(field(request, 'timestamp')),
    fullness: fullness.record,
  };
  const message = field(request, 'message');
  const prompt = typeof message === 'string' ? message : (textField(message, 'text') ?? '');
  const out: Captured[] = [];
  if (prompt !== '')
    out.push({
      ...base,
      id,
      role: 'user',
      content: prompt,
      metadata: { source: 'vscode-chat', kind: 'prompt' },
    });
  out.push(...new Answer(base, request, id).read());
  const usage = usageOf(request, id);
  if (usage) out.push(about(source, { usage: [usage] }));
  return out;
}

function usageOf(request: unknown, id: string) {
  const metadata = field(field(request, 'result'), 'metadata');
  const model = modelOf(request);
  const input = figure(metadata, 'promptTokens');
  const output = figure(metadata, 'outputTokens');
  if (model === undefined && input === undefined) return undefined;
  return { key: `answer:${id}`, model, input, output };
}

/** `copilot/gpt-5` names the model and who provides it. */
const modelOf = (request: unknown): string | undefined =>
  (
    textField(field(field(request, 'result'), 'metadata'), 'resolvedModel') || textField(request, 'modelId')
  )?.replace(/^[^/]*\//, '');

type Base = Pick<CapturedMessage, 'type' | 'source' | 'createdAt' | 'fullness'>;

class Answer {
  readonly #base: Base;
  readonly #request: unknown;
  readonly #id: string;
  readonly #out: CapturedMessage[] = [];
  readonly #about: Record<string, unknown>;
  #said = '';
  #texts = 0;
  #thinking = '';

  constructor(base: Base, request: unknown, requestId: string) {
    this.#base = base;
    this.#request = request;
    this.#id = textField(request, 'responseId') ?? `${requestId}:answer`;
    const state = field(field(request, 'modelState'), 'value');
    const isCancelled = state === cancelled || field(request, 'isCanceled') === true;
    this.#about = {
      source: 'vscode-chat',
      model: modelOf(request),
      interrupted: isCancelled ? true : undefined,
    };
  }

  read(): CapturedMessage[] {
    const parts = field(this.#request, 'response');
    for (const part of Array.isArray(parts) ? parts : []) this.#part(part);
    const failure = textField(field(field(this.#request, 'result'), 'errorDetails'), 'message');
    this.#flush();
    if (failure) {
      this.#said = failure;
      this.#flush({ is_error: true });
    }
    return this.#out;
  }

  #part(part: unknown): void {
    const kind = textField(part, 'kind');
    const value = field(part, 'value');
    if (kind === undefined || kind === 'markdownContent' || kind === 'markdownVuln') {
      const content = kind === undefined ? part : field(part, 'content');
      this.#said += textField(content, 'value') ?? (typeof value === 'string' ? value : '');
    } else if (kind === 'thinking')
      this.#thinking += Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
    else if (kind === 'inlineReference') this.#said += nameOf(part);
    else if (kind === 'toolInvocationSerialized') this.#call(part);
    else if (kind === 'textEditGroup') this.#edit(part);
    // Progress, undo stops, confirmations and the like are not conversation.
  }

  #flush(more: Record<string, unknown> = {}): void {
    const content = this.#said.trim();
    this.#said = '';
    if (content === '') return;
    this.#texts += 1;
    this.#add(`${this.#id}#${this.#texts}`, 'assistant', content, { kind: 'text', ...more });
  }

  #add(
    id: string,
    role: 'assistant' | 'tool',
    content: string,
    about: Record<string, unknown>,
    call?: CapturedMessage['call'],
  ): void {
    const thinking = role === 'assistant' ? this.#thinking : '';
    if (thinking) this.#thinking = '';
    const metadata = compact({ ...this.#about, ...about, thinking });
    this.#out.push({ ...this.#base, id, role, content, metadata, ...(call ? { call } : {}) });
  }

  #call(part: unknown): void {
    this.#flush();
    const id = textField(part, 'toolCallId') ?? `${this.#id}:${this.#out.length}`;
    const tool = textField(part, 'toolId') ?? 'unknown';
    const metadata = field(field(this.#request, 'result'), 'metadata');
    const details = field(part, 'resultDetails');
    const made = callOf(field(metadata, 'toolCallRounds'), id);
    const input =
      parsed(textField(made, 'arguments') ?? textField(details, 'input')) ??
      compact({ message: plain(field(part, 'pastTenseMessage')) || plain(field(part, 'invocationMessage')) });
    const about = { tool, tool_use_id: id };
    this.#add(`call:${id}`, 'assistant', '', { kind: 'tool_use', ...about }, { id, name: tool, input });
    const kept = field(field(metadata, 'toolCallResults'), id);
    const text = partsText(field(kept, 'content')) || partsText(field(details, 'output'));
    if (field(part, 'isComplete') === false && text === '') return;
    this.#add(`result:${id}`, 'tool', isOwnTool(nameOfTool(part, tool)) ? ownResult(tool) : text, {
      kind: 'tool_result',
      ...about,
      model: undefined,
      is_error: field(details, 'isError') === true ? true : undefined,
    });
  }

  #edit(part: unknown): void {
    this.#flush();
    const path = textField(field(part, 'uri'), 'path') ?? textField(field(part, 'uri'), 'fsPath') ?? '';
    const edits = field(part, 'edits');
    const input = {
      path,
      edits: Array.isArray(edits) ? edits.flat().map((edit) => field(edit, 'text')) : [],
    };
    const id = `${this.#id}:edit:${this.#out.length}`;
    const call = { name: 'edit', input };
    this.#add(id, 'assistant', '', { kind: 'tool_use', tool: 'edit' }, call);
  }
}

/** A tool of an MCP server is named after it. */
function nameOfTool(part: unknown, tool: string): string {
  const server = textField(field(part, 'source'), 'label');
  return server === undefined ? tool.replace(/^mcp_([^_]+)_/, 'mcp__$1__') : `mcp__${server}__${tool}`;
}

const callOf = (rounds: unknown, id: string): unknown =>
  (Array.isArray(rounds) ? rounds : [])
    .flatMap((round: unknown) => {
      const calls = field(round, 'toolCalls');
      return Array.isArray(calls) ? (calls as unknown[]) : [];
    })
    .find((call) => field(call, 'id') === id);

const plain = (text: unknown): string => (typeof text === 'string' ? text : (textField(text, 'value') ?? ''));

const partsText = (parts: unknown): string =>
  (Array.isArray(parts) ? parts : [])
    .map((part: unknown) => plain(field(part, 'value')) || plain(part))
    .filter((text) => text !== '')
    .join('\n');

function nameOf(part: unknown): string {
  const reference = field(part, 'inlineReference');
  const path = textField(reference, 'path') ?? textField(field(reference, 'uri'), 'path') ?? '';
  const name = textField(part, 'name') ?? textField(reference, 'name') ?? path.split('/').at(-1);
  return name ? `\`${name}\`` : '';
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  return value === undefined ? text : value; // arguments that are not JSON are kept as text
}
