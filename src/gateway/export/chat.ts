import type { ExportedMessage } from '../../db/conversations/export.ts';
import { isObject } from '../../handlers/shared/domain/is-object.ts';
import { clean, cleanDeep, type Redactions } from '../redaction/index.ts';

/** A message as chat models are trained on: the fields of OpenAI's chat format, which other trainers read as well. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string }
  | { role: 'assistant'; content: null; tool_calls: [ToolCall] }
  | { role: 'tool'; tool_call_id: string; content: string };

/** `arguments` is a JSON object as text. */
export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };

/** Why a message is not in a training line. */
export type LeftOut = 'empty' | 'result without its call' | 'nothing follows';

export type Chat = {
  messages: ChatMessage[];
  /** Messages of the user. */
  turns: number;
  leftOut: Map<LeftOut, number>;
};

/**
 * A conversation as chat messages, without secrets and private text.
 *
 * Each result stands directly behind its call, as the format demands, also where agents call several tools at once. A call
 * that got no result is text of the assistant. What follows the last answer teaches nothing and is left out.
 */
export function chatOf(stored: readonly ExportedMessage[], found: Redactions): Chat {
  const leftOut = new Map<LeftOut, number>();
  const leave = (why: LeftOut, count = 1) => leftOut.set(why, (leftOut.get(why) ?? 0) + count);
  const results = resultsByCall(stored);
  const messages: ChatMessage[] = [];
  for (const [at, message] of stored.entries()) {
    const { role } = message;
    const id = callId(message);
    const result = id === undefined ? undefined : results.get(id);
    if (role === 'tool') {
      if (result?.message !== message || result.call === undefined) leave('result without its call');
    } else if (role === 'assistant' && id !== undefined && result?.call === at)
      messages.push(callOf(message, id, found), {
        role: 'tool',
        tool_call_id: id,
        content: clean(result.message.content, found),
      });
    else {
      const content = clean(message.content, found);
      if (content.trim() === '') leave('empty');
      else messages.push({ role, content });
    }
  }
  const answered =
    messages.findLastIndex(({ role, content }) => role === 'assistant' && content !== null) + 1;
  if (messages.length > answered) leave('nothing follows', messages.length - answered);
  messages.length = answered;
  return { messages, turns: messages.filter(({ role }) => role === 'user').length, leftOut };
}

type Result = { message: ExportedMessage; call?: number };

/** The first result of each call that precedes it, with the index of the call. */
function resultsByCall(stored: readonly ExportedMessage[]): Map<string, Result> {
  const calls = new Map<string, number>();
  const results = new Map<string, Result>();
  for (const [at, message] of stored.entries()) {
    const id = callId(message);
    if (id === undefined) continue;
    if (message.role === 'assistant') {
      if (!calls.has(id)) calls.set(id, at);
    } else if (message.role === 'tool' && !results.has(id)) {
      const call = calls.get(id);
      results.set(id, call === undefined ? { message } : { message, call });
    }
  }
  return results;
}

const callId = ({ metadata }: ExportedMessage): string | undefined =>
  typeof metadata?.tool_use_id === 'string' && metadata.tool_use_id !== '' ? metadata.tool_use_id : undefined;

/** Calls are stored as text: the tool's name, then its input. */
function callOf({ content, metadata }: ExportedMessage, id: string, found: Redactions): ChatMessage {
  const name = typeof metadata?.tool === 'string' ? metadata.tool : (content.split(' ', 1)[0] ?? '');
  const input = content.startsWith(`${name} `) ? content.slice(name.length + 1) : '';
  const call = { name: functionName(name), arguments: JSON.stringify(argumentsOf(input, found)) };
  return { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] };
}

function argumentsOf(input: string, found: Redactions): unknown {
  if (input === '') return {};
  const value = parsed(input);
  return isObject(value) ? cleanDeep(value, found) : { input: clean(input, found) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the input was a text
  }
}

/** The format allows letters, digits, `_` and `-`, at most 64. */
const functionName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
