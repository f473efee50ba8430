import { createHash } from 'node:crypto';
import {
  type Captured,
  type CapturedMessage,
  compact,
  fullness,
  type Source,
  skip,
} from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import type { Part } from './zed-calls.ts';
import type { Turn } from './zed-turns.ts';

/** @property began, changed when the thread did; its messages have no times of their own. */
type Thread = { source: Source; began: string | undefined; changed: string | undefined };

/**
 * Reads the messages of a thread. Of the times that are stated, those of the last prompt and what follows it are nearest to
 * the last change.
 */
export function readTurns({ source, began, changed }: Thread, turns: readonly Turn[]): Captured[] {
  const last = turns.findLastIndex(({ role, parts }) => role === 'user' && parts.length > 0);
  const ids = new Ids();
  return turns.flatMap(({ role, parts, empty }, i): Captured[] => {
    const createdAt = i < last ? began : changed;
    const messages = new Parts(source, createdAt, ids).read(role, parts);
    return messages.length > 0 ? messages : [skip(empty ?? 'empty')];
  });
}

/**
 * Makes an id of what a message says and of the id before it. Zed gives none to answers, and new ones to prompts when it
 * saves a thread of an older version. A prompt that is edited begins another branch, with ids of its own. What follows a
 * summary is told by what precedes it, as Zed puts a summary before a prompt that it has already saved.
 */
class Ids {
  #last = '';

  next(...said: readonly string[]): string {
    this.#last = this.aside(...said);
    return this.#last;
  }

  aside(...said: readonly string[]): string {
    return createHash('sha256')
      .update(JSON.stringify([this.#last, ...said]))
      .digest('hex')
      .slice(0, 24);
  }

  get last(): string {
    return this.#last;
  }
}

const kinds = { text: 'prompt', note: 'meta', summary: 'compact_summary' } as const;

class Parts {
  readonly #source: Source;
  readonly #createdAt: string | undefined;
  readonly #ids: Ids;
  readonly #messages: CapturedMessage[] = [];
  #thinking = '';

  constructor(source: Source, createdAt: string | undefined, ids: Ids) {
    this.#source = source;
    this.#createdAt = createdAt;
    this.#ids = ids;
  }

  read(role: Turn['role'], parts: readonly Part[]): CapturedMessage[] {
    for (const [n, part] of parts.entries())
      if (part.kind === 'thinking') this.#thinking += part.text;
      else if (part.kind === 'call') this.#addCall(part);
      else if (part.kind === 'attachment') {
        const content = `[${part.name}]\n${part.text}`;
        this.#add(`${this.#ids.last}:${n}`, { role, content, metadata: { kind: 'attachment' } });
      } else if (part.text.trim() !== '') {
        const kind = role === 'assistant' ? 'text' : kinds[part.kind];
        const id =
          part.kind === 'summary' ? this.#ids.aside(kind, part.text) : this.#ids.next(role, part.text);
        this.#add(id, { role, content: part.text, metadata: { kind } });
      }
    return this.#messages;
  }

  #addCall({ id, name, input, result }: Extract<Part, { kind: 'call' }>): void {
    const own = this.#ids.next('call', id);
    const said = { tool: name, tool_use_id: id };
    const call = { id, name, input };
    this.#add(own, { role: 'assistant', content: '', call, metadata: { kind: 'tool_use', ...said } });
    if (!result) return;
    const isOwn = isOwnTool(name) || /^(dewey|winni)_/.test(name);
    this.#add(`result:${own}`, {
      role: 'tool',
      content: isOwn ? ownResult(name) : result.text,
      metadata: compact({
        kind: 'tool_result',
        ...said,
        is_error: result.isError ? true : undefined,
        interrupted: /^Tool canceled by user/.test(result.text) ? true : undefined,
      }),
    });
  }

  #add(
    id: string,
    message: Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>,
  ): void {
    const thinking = message.role === 'assistant' ? this.#thinking : '';
    if (message.role === 'assistant') this.#thinking = '';
    this.#messages.push({
      type: 'message',
      source: this.#source,
      id,
      createdAt: this.#createdAt,
      fullness: fullness.record,
      ...message,
      metadata: compact({ source: 'zed', ...message.metadata, thinking }),
    });
  }
}
