import {
  type Captured,
  type CapturedMessage,
  compact,
  field,
  fullness,
  type Source,
  skip,
} from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { type CursorCall, callIn } from './cursor-calls.ts';
import { isSimulated, modelIn, picturesIn, textIn, thinkingIn, timeIn } from './cursor-fields.ts';
import { about, figure, modelFact } from './facts.ts';

/**
 * A message of Cursor, which calls it a bubble.
 *
 * @property missing why it has no value.
 * @property listed its entry in the list of the conversation.
 * @property isCopied whether it was said in the conversation that this one was copied from.
 */
export type Bubble = {
  id: string;
  value: unknown;
  missing?: string | undefined;
  listed?: unknown;
  isCopied?: boolean;
};

/** The time and model of the messages that state none. */
export type Defaults = { at: string | undefined; model: string | undefined };

/** Reads the messages of a conversation in order. */
export function readBubbles(source: Source, bubbles: readonly Bubble[], defaults: Defaults): Captured[] {
  const reader = new Bubbles(source, defaults);
  const captured = bubbles.flatMap((bubble) => reader.read(bubble));
  return [...captured, ...reader.end()];
}

type Part = Pick<CapturedMessage, 'id' | 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>;

class Bubbles {
  readonly #source: Source;
  #model: string | undefined;
  #at: string | undefined;
  readonly #models = new Set<string>();
  /** Whether the message has a time of its own. */
  #isTimed = false;
  #thinking = '';

  constructor(source: Source, { at, model }: Defaults) {
    this.#source = source;
    this.#at = at;
    this.#model = model;
  }

  read(bubble: Bubble): Captured[] {
    const { id, value, missing, listed } = bubble;
    const type = field(value, 'type');
    const isUser = type === 1 || type === 'user';
    if (!isUser && type !== 2 && type !== 'ai') return [skip(missing ?? 'unknown message')];
    const at = timeIn(value) ?? timeIn(listed);
    this.#isTimed = at !== undefined;
    this.#at = at ?? this.#at;
    const model = modelIn(value);
    this.#model = model ?? this.#model;
    const unanswered = isUser ? this.end() : [];
    const text = textIn(value) || (isUser ? picturesIn(value) : '');
    const isSummary = field(value, 'isSummarization') === true;
    const parts = isUser || isSummary ? [] : this.#answer(bubble, text);
    if ((isUser || isSummary) && text.trim() !== '') {
      const kind = isSummary ? 'compact_summary' : isSimulated(value, listed) ? 'meta' : 'prompt';
      parts.push(this.#message({ id, role: 'user', content: text, metadata: { kind } }));
    }
    if (parts.length > 0) return [...unanswered, ...parts];
    return this.#thinking === '' ? [...unanswered, skip('empty')] : unanswered;
  }

  /** Thinking that no answer followed. */
  end(): Captured[] {
    const isLeft = this.#thinking !== '';
    this.#thinking = '';
    return isLeft ? [skip('thinking only')] : [];
  }

  #answer({ id, value, isCopied }: Bubble, text: string): Captured[] {
    // Older versions have what was thought in place of the text.
    const isThought = field(value, 'isThought') === true;
    this.#thinking += thinkingIn(value) || (isThought ? text : '');
    const out: Captured[] = [];
    if (text.trim() !== '' && !isThought)
      out.push(this.#message({ id, role: 'assistant', content: text, metadata: { kind: 'text' } }));
    const call = callIn(field(value, 'toolFormerData'));
    if (call) out.push(...this.#call(id, call));
    if (out.length > 0 && this.#model !== undefined && !this.#models.has(this.#model)) {
      this.#models.add(this.#model);
      out.push(about(this.#source, { usage: [modelFact(this.#model)] }));
    }
    const tokens = field(value, 'tokenCount');
    const [input, output] = [figure(tokens, 'inputTokens') ?? 0, figure(tokens, 'outputTokens') ?? 0];
    if (input + output > 0 && !isCopied)
      out.push(about(this.#source, { usage: [{ key: `answer:${id}`, model: this.#model, input, output }] }));
    return out;
  }

  #call(bubble: string, { id = bubble, name, input, result }: CursorCall): CapturedMessage[] {
    const said = { tool: name, tool_use_id: id };
    const call = this.#message({
      id: `call:${bubble}`,
      role: 'assistant',
      content: '',
      call: { id, name, input },
      metadata: { kind: 'tool_use', ...said },
    });
    if (!result) return [call];
    const isOwn = isOwnTool(name) || /(?:^|[_-])(?:dewey|winni)_/.test(name);
    const { isError, interrupted } = result;
    return [
      call,
      this.#message({
        id: `result:${bubble}`,
        role: 'tool',
        content: isOwn ? ownResult(name) : result.text,
        metadata: compact({ kind: 'tool_result', ...said, is_error: isError, interrupted }),
      }),
    ];
  }

  #message(part: Part): CapturedMessage {
    const isAnswer = part.role === 'assistant';
    const thinking = isAnswer ? this.#thinking : '';
    if (isAnswer) this.#thinking = '';
    return {
      type: 'message',
      source: this.#source,
      createdAt: this.#at,
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: this.#source.metadata?.source,
        ...part.metadata,
        ...(isAnswer ? { model: this.#model, thinking } : {}),
        // Cursor did not always write when a message was sent; it is taken as sent with the one before.
        time: this.#isTimed ? undefined : 'estimated',
      }),
    };
  }
}
