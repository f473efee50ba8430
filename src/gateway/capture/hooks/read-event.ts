import { createHash } from 'node:crypto';
import { provisional } from '../../../db/capture/version.ts';

export { hookEvents } from '../../../handlers/workflow/domain/hooks.ts';

import { cut, storable } from '../../../handlers/tool/text.ts';
import {
  type Captured,
  type CapturedMessage,
  compact,
  type Fullness,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../messages/captured.ts';
import { isOwnTool, ownResult } from '../messages/own-tools.ts';
import { promptKind } from '../transcripts/formats/claude-code.ts';
import { sessionSource, subagentSource } from '../transcripts/formats/claude-code-source.ts';
import { textOf } from '../transcripts/formats/format.ts';

/** The messages in a hook event. `settled`: everything before this event is complete. */
export type HookReading = { captured: Captured[]; source: Source | undefined; settled: boolean };

/**
 * Reads one hook event of Claude Code. Its messages are provisional: the transcript line that completes them is
 * matched by prompt id, tool use id or text.
 *
 * @param receivedAt when the event was received, RFC 3339.
 */
export function readHook(event: unknown, receivedAt?: string): HookReading {
  const sessionId = textField(event, 'session_id');
  const name = textField(event, 'hook_event_name');
  if (sessionId === undefined || name === undefined)
    return { captured: [skip('not a hook event')], source: undefined, settled: false };
  const agentId = textField(event, 'agent_id') || undefined;
  const project = projectOf(textField(event, 'cwd'));
  // Compaction ends with a SubagentStop for a subagent without a type or transcript.
  const isCompaction = name === 'SubagentStop' && !textField(event, 'agent_type');
  const source =
    agentId === undefined || isCompaction
      ? sessionSource(sessionId, project)
      : subagentSource(
          sessionId,
          agentId,
          project,
          compact({ agent_type: storable(textField(event, 'agent_type') ?? '') }),
        );
  const captured = isCompaction ? [skip('compaction')] : new HookEvent(event, source, receivedAt).read(name);
  return { captured, source, settled: name === 'UserPromptSubmit' || name === 'SessionEnd' };
}

/** In bytes: index entries are limited in size. */
const longestProject = 2000;

function projectOf(cwd: string | undefined): string | undefined {
  if (cwd === undefined) return undefined;
  const safe = storable(cwd);
  return Buffer.byteLength(safe) <= longestProject ? safe : cut(safe, Math.floor(longestProject / 4));
}

class HookEvent {
  readonly #event: unknown;
  readonly #source: Source;
  readonly #receivedAt: string | undefined;

  constructor(event: unknown, source: Source, receivedAt: string | undefined) {
    this.#event = event;
    this.#source = source;
    this.#receivedAt = receivedAt;
  }

  read(name: string): Captured[] {
    const event = this.#event;
    switch (name) {
      case 'UserPromptSubmit':
        return this.#prompt(textField(event, 'prompt') ?? '');
      case 'MessageDisplay':
        return this.#display();
      case 'PreToolUse':
        return [this.#call(textField(event, 'tool_name') ?? 'unknown', event, fullness.seen)];
      case 'PostToolUse':
        return this.#result(event, shownOf(field(event, 'tool_response')), fullness.partial, false);
      case 'PostToolUseFailure':
        return this.#result(event, textField(event, 'error') ?? '', fullness.partial, true);
      case 'PostToolBatch':
        return this.#batch();
      case 'Stop':
      case 'StopFailure':
      case 'SubagentStop':
        return this.#lastMessage();
      case 'PostCompact':
        return this.#summary();
      default:
        return [skip(name)];
    }
  }

  #message(
    part: Pick<CapturedMessage, 'id' | 'role' | 'content' | 'fullness'> & Partial<CapturedMessage>,
  ): CapturedMessage {
    return {
      type: 'message',
      source: this.#source,
      createdAt: this.#receivedAt,
      ...part,
      id: `${provisional}${part.id}`,
      metadata: compact({
        source: 'claude-code',
        prompt_id: field(this.#event, 'prompt_id'),
        partial: part.fullness === fullness.partial ? true : undefined,
        ...part.metadata,
      }),
    };
  }

  #prompt(text: string): Captured[] {
    if (text === '') return [skip('empty')];
    const promptId = textField(this.#event, 'prompt_id');
    const kind = promptKind(text);
    const key = promptId === undefined ? hash(`${this.#receivedAt} ${text}`) : promptId;
    return [
      this.#message({
        id: `prompt:${key}`,
        keys: [`prompt:${key}`],
        byText: true,
        role: kind === 'prompt' ? 'user' : 'system',
        content: text,
        fullness: fullness.seen,
        metadata: { kind },
      }),
    ];
  }

  #display(): Captured[] {
    const id = textField(this.#event, 'message_id');
    const index = field(this.#event, 'index');
    if (id === undefined || typeof index !== 'number') return [skip('not a hook event')];
    const final = field(this.#event, 'final') === true;
    return [
      this.#message({
        id: `text:${id}`,
        byText: true,
        role: 'assistant',
        content: textField(this.#event, 'delta') ?? '',
        fullness: fullness.seen,
        fragment: { id, index, final },
        metadata: { kind: 'text' },
      }),
    ];
  }

  #call(name: string, call: unknown, known: Fullness): CapturedMessage {
    const id = textField(call, 'tool_use_id') ?? hash(JSON.stringify(call));
    return this.#message({
      id: `call:${id}`,
      keys: [`call:${id}`],
      role: 'assistant',
      content: '',
      call: { id, name, input: field(call, 'tool_input') },
      fullness: known,
      metadata: { kind: 'tool_use', tool: name, tool_use_id: id },
    });
  }

  #result(call: unknown, shown: string, known: Fullness, failed: boolean): CapturedMessage[] {
    const name = textField(call, 'tool_name') ?? 'unknown';
    const id = textField(call, 'tool_use_id') ?? hash(JSON.stringify(call));
    const own = isOwnTool(name);
    return [
      // A result also describes its call, in case the PreToolUse event was lost.
      this.#call(name, call, fullness.seen),
      this.#message({
        id: `result:${id}`,
        keys: [`result:${id}`],
        role: 'tool',
        content: own ? ownResult(name) : shown,
        fullness: own ? fullness.seen : known,
        metadata: { kind: 'tool_result', tool: name, tool_use_id: id, ...(failed ? { is_error: true } : {}) },
      }),
    ];
  }

  /** Results as the model saw them, including calls refused for invalid parameters. */
  #batch(): Captured[] {
    const calls = field(this.#event, 'tool_calls');
    return (Array.isArray(calls) ? calls : []).flatMap((call: unknown) =>
      this.#result(call, shownOf(field(call, 'tool_response')), fullness.seen, false),
    );
  }

  /** The last text once more, in full, in case a fragment of it was lost. */
  #lastMessage(): Captured[] {
    const text = textField(this.#event, 'last_assistant_message') ?? '';
    if (text === '') return [skip('no text')];
    return [
      this.#message({
        id: `last:${hash(`${textField(this.#event, 'prompt_id')} ${text}`)}`,
        byText: true,
        role: 'assistant',
        content: text,
        fullness: fullness.seen,
        metadata: { kind: 'text' },
      }),
    ];
  }

  #summary(): Captured[] {
    const text = textField(this.#event, 'compact_summary') ?? '';
    const promptId = textField(this.#event, 'prompt_id');
    if (text === '' || promptId === undefined) return [skip('no text')];
    return [
      this.#message({
        id: `compact:${promptId}`,
        keys: [`compact:${promptId}`],
        role: 'system',
        content: text,
        fullness: fullness.seen,
        metadata: { kind: 'compact_summary' },
      }),
    ];
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** The text of a tool's result object, as close as possible to what the model sees. */
function shownOf(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return textOf(response);
  const stdout = textField(response, 'stdout');
  if (stdout !== undefined) return [stdout, textField(response, 'stderr')].filter(Boolean).join('\n');
  const content = field(response, 'content') ?? field(field(response, 'file'), 'content');
  if (content !== undefined) return textOf(content);
  return response === undefined || response === null ? '' : JSON.stringify(response);
}
