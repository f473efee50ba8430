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
import { type ClaudeCodeFacts, claudeCodeFacts } from './claude-code-facts.ts';
import { sessionSource, subagentSource } from './claude-code-source.ts';
import { saying } from './facts.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';

/** Claude Code transcripts: `~/.claude/projects/<folder>/<session>.jsonl` and `<session>/subagents/*.jsonl`. */
const claudeCode: Format = {
  name: 'claude-code',
  unit: 'line',
  live: true,
  recognise: (sample) =>
    sample.some(
      (line) =>
        typeof field(line, 'sessionId') === 'string' &&
        typeof field(line, 'type') === 'string' &&
        (field(line, 'payload') === undefined || field(line, 'uuid') !== undefined),
    ),
  parser: (origin, state) => new ClaudeCodeParser(origin, state as State | undefined),
};

export default claudeCode;

/** The kind of a text that arrived as a user prompt; only `prompt` was written by a person. */
export function promptKind(text: string): 'prompt' | 'task_notification' | 'command' | 'interruption' {
  if (/^\s*<task-notification>/.test(text)) return 'task_notification';
  if (
    /^\s*<(command-name|command-message|local-command-stdout|local-command-stderr|bash-input|bash-stdout|bash-stderr)>/.test(
      text,
    )
  )
    return 'command';
  if (/^\[Request interrupted by user[^\]]*\]$/.test(text)) return 'interruption';
  return 'prompt';
}

type State = {
  /** The current prompt. */
  promptId?: string | undefined;
  /** Thinking to attach to the next block of its message. */
  thinking?: { message: string; text: string } | undefined;
  /** Calls of Dewey's own tools whose results are pending. */
  own?: Record<string, string>;
  subagent?: Record<string, unknown>;
  facts?: ClaudeCodeFacts;
};

class ClaudeCodeParser implements Parser {
  readonly #origin: Origin;
  readonly #state: State;

  constructor(origin: Origin, state: State = {}) {
    this.#origin = origin;
    this.#state = { ...state, own: { ...state.own }, facts: { ...state.facts } };
  }

  state = (): State => this.#state;

  async push(line: unknown): Promise<Captured[]> {
    this.#state.facts ??= {};
    const facts = claudeCodeFacts(line, this.#state.facts);
    const read = await this.#read(line);
    return facts.length === 0 ? read : [...read, ...saying(await this.#source(line), ...facts)];
  }

  async #read(line: unknown): Promise<Captured[]> {
    const type = textField(line, 'type');
    if (type === undefined) return [skip('not a transcript line')];
    if (type === 'attachment') return this.#attachment(line);
    if (type !== 'user' && type !== 'assistant') return [skip(type)];
    if (field(line, 'isMeta') === true) return [skip('meta')];
    const uuid = textField(line, 'uuid');
    if (uuid === undefined || textField(line, 'sessionId') === undefined) return [skip('no uuid')];
    return type === 'user' ? this.#user(line, uuid) : this.#assistant(line, uuid);
  }

  async #source(line: unknown): Promise<Source> {
    const sessionId = textField(line, 'sessionId') ?? '';
    const project = textField(line, 'cwd');
    const agentId = textField(line, 'agentId');
    if (agentId === undefined) return sessionSource(sessionId, project);
    this.#state.subagent ??= await this.#aboutSubagent(agentId);
    return subagentSource(sessionId, agentId, project, this.#state.subagent);
  }

  async #aboutSubagent(agentId: string): Promise<Record<string, unknown>> {
    const text = await this.#origin.sidecar?.(`agent-${agentId}.meta.json`);
    // A sidecar that is still being written is ignored.
    const about = text === undefined ? undefined : parse(text);
    return compact({
      agent_type: field(about, 'agentType'),
      description: field(about, 'description'),
      launched_by: field(about, 'toolUseId'),
    });
  }

  /** A prompt typed while the agent was working is recorded in the transcript as an attachment. */
  async #attachment(line: unknown): Promise<Captured[]> {
    const attachment = field(line, 'attachment');
    const uuid = textField(line, 'uuid');
    if (textField(attachment, 'type') !== 'queued_command' || uuid === undefined) return [skip('attachment')];
    const text = textOf(field(attachment, 'prompt'));
    if (text === '' || textField(line, 'sessionId') === undefined) return [skip('attachment')];
    return [{ ...this.#prompt(line, await this.#source(line), uuid, text), byText: true }];
  }

  async #user(line: unknown, uuid: string): Promise<Captured[]> {
    const source = await this.#source(line);
    const promptId = textField(line, 'promptId');
    if (promptId !== undefined) this.#state.promptId = promptId;
    const content = field(field(line, 'message'), 'content');
    const blocks: unknown[] = Array.isArray(content) ? content : [content];
    const results = blocks.filter((block) => textField(block, 'type') === 'tool_result');
    const said = textOf(
      Array.isArray(content) ? blocks.filter((block) => !results.includes(block)) : content,
    );
    const messages: CapturedMessage[] = [];
    for (const [i, block] of results.entries())
      messages.push(await this.#toolResult(line, source, i === 0 ? uuid : `${uuid}#${i}`, block));
    if (said !== '')
      messages.push(
        this.#prompt(line, source, messages.length === 0 ? uuid : `${uuid}#${messages.length}`, said),
      );
    return messages.length > 0 ? messages : [skip('empty')];
  }

  #prompt(line: unknown, source: Source, uuid: string, text: string): CapturedMessage {
    const promptId = textField(line, 'promptId');
    const isSummary = field(line, 'isCompactSummary') === true;
    const kind = isSummary ? 'compact_summary' : promptKind(text);
    const key = isSummary
      ? 'compact'
      : kind === 'prompt' || kind === 'task_notification'
        ? 'prompt'
        : undefined;
    return {
      type: 'message',
      source,
      id: uuid,
      ...(promptId !== undefined && key !== undefined ? { keys: [`${key}:${promptId}`] } : {}),
      role: kind === 'prompt' ? 'user' : 'system',
      content: text,
      metadata: compact({
        source: 'claude-code',
        kind,
        prompt_id: promptId,
        parent_uuid: field(line, 'parentUuid'),
        interrupted: field(line, 'interruptedMessageId') === undefined ? undefined : true,
      }),
      createdAt: textField(line, 'timestamp'),
      fullness: fullness.record,
    };
  }

  async #toolResult(line: unknown, source: Source, uuid: string, block: unknown): Promise<CapturedMessage> {
    const callId = textField(block, 'tool_use_id');
    const calls = this.#state.own ?? {};
    // Clients choose the ids: "constructor" must not match an inherited property.
    const own = callId !== undefined && Object.hasOwn(calls, callId) ? calls[callId] : undefined;
    if (callId !== undefined) delete calls[callId];
    const shown = textOf(field(block, 'content'));
    const stored = own === undefined ? await this.#persisted(source, shown) : undefined;
    return {
      type: 'message',
      source,
      id: uuid,
      ...(callId === undefined ? {} : { keys: [`result:${callId}`] }),
      role: 'tool',
      content: own === undefined ? (stored ?? shown) : ownResult(own),
      metadata: compact({
        source: 'claude-code',
        kind: 'tool_result',
        tool_use_id: callId,
        is_error: field(block, 'is_error') === true ? true : undefined,
        denied: field(line, 'toolDenialKind'),
        whole: stored === undefined ? undefined : true,
        parent_uuid: field(line, 'parentUuid'),
        prompt_id: this.#state.promptId,
      }),
      createdAt: textField(line, 'timestamp'),
      fullness: stored === undefined ? fullness.record : fullness.whole,
    };
  }

  /** Reads a large output from its own file; the transcript contains only its beginning. */
  async #persisted(source: Source, shown: string): Promise<string | undefined> {
    const name = /^<persisted-output>[\s\S]{0,200}?saved to: .*?[\\/]([A-Za-z0-9_.-]+)\s/.exec(shown)?.[1];
    if (name === undefined) return undefined;
    const session = /(?<![^\\/])([^\\/]+)\.jsonl$/.exec(this.#origin.path ?? '')?.[1] ?? source.sessionId;
    const folder = source.parent === undefined ? `${session}/tool-results` : '../tool-results';
    return this.#origin.sidecar?.(`${folder}/${name}`);
  }

  async #assistant(line: unknown, uuid: string): Promise<Captured[]> {
    const source = await this.#source(line);
    const message = field(line, 'message');
    const messageId = textField(message, 'id') ?? uuid;
    const content = field(message, 'content');
    const blocks: unknown[] = Array.isArray(content)
      ? content
      : [{ type: 'text', text: typeof content === 'string' ? content : '' }];
    const aborted = field(line, 'isAbortedMidStream') === true;
    const shared = {
      source: 'claude-code',
      model: field(message, 'model'),
      api_message_id: field(message, 'id'),
      prompt_id: this.#state.promptId,
      parent_uuid: field(line, 'parentUuid'),
      api_error:
        field(line, 'isApiErrorMessage') === true ? (field(line, 'apiErrorStatus') ?? true) : undefined,
      interrupted: aborted ? true : undefined,
    };
    const messages: CapturedMessage[] = [];
    const add = (part: Pick<CapturedMessage, 'content'> & Partial<CapturedMessage>, extra: object) => {
      const held = this.#state.thinking;
      this.#state.thinking = undefined;
      messages.push({
        type: 'message',
        source,
        id: messages.length === 0 ? uuid : `${uuid}#${messages.length}`,
        role: 'assistant',
        createdAt: textField(line, 'timestamp'),
        fullness: fullness.record,
        ...part,
        metadata: compact({
          ...shared,
          ...extra,
          thinking: held?.message === messageId ? held.text : undefined,
        }),
      });
    };
    for (const block of blocks) {
      const type = textField(block, 'type');
      if (type === 'text') {
        const text = textField(block, 'text') ?? '';
        if (text !== '') add({ content: text, byText: true }, { kind: 'text' });
      } else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
        const name = textField(block, 'name') ?? 'unknown';
        const id = textField(block, 'id');
        if (id !== undefined && isOwnTool(name) && this.#state.own) this.#state.own[id] = name;
        add(
          {
            content: '',
            call: { id, name, input: field(block, 'input') },
            ...(id === undefined ? {} : { keys: [`call:${id}`] }),
          },
          { kind: 'tool_use', tool: name, tool_use_id: id },
        );
      } else if (type === 'thinking') {
        const text = textField(block, 'thinking') ?? '';
        const held = this.#state.thinking;
        const before = held?.message === messageId ? `${held.text}\n` : '';
        if (text !== '') this.#state.thinking = { message: messageId, text: before + text };
      } else if (type !== 'redacted_thinking' && type !== undefined) {
        add({ content: `[${type}]` }, { kind: type });
      }
    }
    // An answer interrupted while thinking has no block to attach the thinking to.
    if (aborted && messages.length === 0 && this.#state.thinking !== undefined)
      add({ content: '' }, { kind: 'text' });
    return messages.length > 0 ? messages : [skip('thinking')];
  }
}
