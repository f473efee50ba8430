import { createHash } from 'node:crypto';
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
import { ownResult } from '../../messages/own-tools.ts';
import { isOwnCall } from './cursor-agent-lines.ts';
import { resultIn, userIn } from './cursor-chat-parts.ts';
import type { ChatMessage } from './cursor-chat-state.ts';
import { about, modelFact } from './facts.ts';

/** Reads the messages of a chat in order. */
export function readChat(source: Source, messages: readonly ChatMessage[]): Captured[] {
  const chat = new Chat(source);
  return [...messages.flatMap((message) => chat.read(message)), ...chat.end()];
}

type Part = Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>;

/**
 * Messages are named by what they say and by the prompt before: Cursor writes one anew when it leaves out what was thought,
 * or changes what it put around a prompt.
 */
class Chat {
  readonly #source: Source;
  readonly #named = new Map<string, number>();
  readonly #calls = new Map<string, { name: string; input: unknown }>();
  readonly #models = new Set<string>();
  #at: string | undefined;
  #isTimed = false;
  #prompt = '';
  #thinking = '';

  constructor(source: Source) {
    this.#source = source;
    this.#at = source.startedAt;
  }

  read({ value, isWritten }: ChatMessage): Captured[] {
    const role = textField(value, 'role');
    if (role === undefined) return [skip(isWritten ? 'malformed' : 'not written yet')];
    const content = field(value, 'content');
    const blocks: unknown[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
    const out =
      role === 'user'
        ? this.#user(blocks, field(field(value, 'providerOptions'), 'cursor'))
        : role === 'assistant'
          ? blocks.flatMap((block) => this.#answer(block))
          : role === 'tool'
            ? blocks.flatMap((block) => this.#result(block, value))
            : [skip(role === 'system' ? 'system' : 'unknown message')];
    if (out.length > 0 || this.#thinking !== '') return out;
    return [skip('empty')];
  }

  /** Thinking that no answer followed. */
  end(): Captured[] {
    const isLeft = this.#thinking !== '';
    this.#thinking = '';
    return isLeft ? [skip('thinking only')] : [];
  }

  #user(blocks: readonly unknown[], options: unknown): Captured[] {
    const out: Captured[] = this.end();
    const prompt = userIn(blocks, options);
    if (prompt.kind === 'empty') return out;
    if (prompt.kind === 'context') return [...out, skip('context')];
    if (prompt.kind !== 'prompt') return [...out, this.#said('user', prompt.kind, prompt.said)];
    const { said, around } = prompt;
    this.#isTimed = prompt.at !== undefined;
    this.#at = prompt.at ?? this.#at;
    const request = textField(options, 'requestId');
    const id = this.#unique(
      request === undefined ? `prompt:${this.#hash(prompt.typed)}` : `prompt:${request}`,
    );
    this.#prompt = id;
    if (said !== '')
      out.push(this.#message(id, { role: 'user', content: said, metadata: { kind: 'prompt' } }));
    if (around !== '')
      out.push(this.#message(`around:${id}`, { role: 'user', content: around, metadata: { kind: 'meta' } }));
    return out;
  }

  #answer(block: unknown): Captured[] {
    const type = textField(block, 'type') ?? '';
    const model = textField(field(field(block, 'providerOptions'), 'cursor'), 'modelName') || undefined;
    if (type === 'text') {
      const text = textField(block, 'text') ?? '';
      return text.trim() === '' ? [] : [this.#said('assistant', 'text', text, model), ...this.#used(model)];
    }
    if (type === 'reasoning') {
      this.#thinking += textField(block, 'text') ?? '';
      return this.#used(model);
    }
    if (type === 'redacted-reasoning') return this.#used(model);
    if (type !== 'tool-call') return [skip(`part: ${type}`)];
    const name = textField(block, 'toolName') ?? 'unknown';
    const input = field(block, 'args') ?? field(block, 'input');
    const id = textField(block, 'toolCallId') ?? this.#hash(name);
    this.#calls.set(id, { name, input });
    const metadata = compact({ kind: 'tool_use', tool: name, tool_use_id: id, model });
    const call = { id, name, input };
    return [
      this.#message(this.#unique(`call:${id}`), { role: 'assistant', content: '', call, metadata }),
      ...this.#used(model),
    ];
  }

  #result(block: unknown, message: unknown): Captured[] {
    const type = textField(block, 'type') ?? '';
    if (type !== 'tool-result') return [skip(`part: ${type}`)];
    const { id, text, isError, isRejected } = resultIn(block, message);
    const call = this.#calls.get(id);
    const name = textField(block, 'toolName') ?? call?.name ?? 'unknown';
    return [
      this.#message(this.#unique(`result:${id}`), {
        role: 'tool',
        content: isOwnCall(name, call?.input) ? ownResult(name) : text,
        metadata: compact({
          kind: 'tool_result',
          tool: name,
          tool_use_id: id,
          is_error: isError ? true : undefined,
          interrupted: isRejected ? true : undefined,
        }),
      }),
    ];
  }

  #said(role: 'user' | 'assistant', kind: string, content: string, model?: string): CapturedMessage {
    const id = this.#unique(`${kind}:${this.#hash(content)}`);
    return this.#message(id, { role, content, metadata: compact({ kind, model }) });
  }

  #used(model: string | undefined): Captured[] {
    if (model === undefined || this.#models.has(model)) return [];
    this.#models.add(model);
    return [about(this.#source, { usage: [modelFact(model)] })];
  }

  #hash = (text: string): string =>
    createHash('sha256')
      .update(JSON.stringify([this.#prompt, text]))
      .digest('hex')
      .slice(0, 24);

  /** What has the same name as a message before is told apart by its number. */
  #unique(name: string): string {
    const n = this.#named.get(name) ?? 0;
    this.#named.set(name, n + 1);
    return n === 0 ? name : `${name}:${n}`;
  }

  #message(id: string, part: Part): CapturedMessage {
    const isAnswer = part.role === 'assistant';
    const thinking = isAnswer ? this.#thinking : '';
    if (isAnswer) this.#thinking = '';
    return {
      type: 'message',
      source: this.#source,
      id,
      createdAt: this.#at,
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: 'cursor-agent',
        ...part.metadata,
        thinking,
        // Older versions do not write when a prompt was sent.
        time: this.#isTimed ? undefined : 'estimated',
      }),
    };
  }
}
