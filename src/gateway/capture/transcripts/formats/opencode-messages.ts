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

type Part = Record<string, unknown>;

/** Reads a message with its parts; `data` of both is JSON, as text or parsed. */
export function readMessage(source: Source, id: string, data: unknown, parts: readonly Part[]): Captured[] {
  const message = parsed(data);
  const role = textField(message, 'role');
  if (role !== 'user' && role !== 'assistant')
    return [skip(message === undefined ? 'malformed' : 'unknown role')];
  const time = field(message, 'time');
  const model = textField(message, 'modelID') ?? textField(field(message, 'model'), 'modelID');
  const isAborted = textField(field(message, 'error'), 'name') === 'MessageAbortedError';
  const out: CapturedMessage[] = [];
  let thinking = '';
  const add = (part: Pick<CapturedMessage, 'id' | 'role' | 'content'> & Partial<CapturedMessage>) => {
    const isAnswer = part.role === 'assistant';
    out.push({
      type: 'message',
      source,
      createdAt: timeOf(field(time, 'created')),
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: source.metadata?.source,
        ...part.metadata,
        ...(isAnswer ? { model, thinking, interrupted: isAborted ? true : undefined } : {}),
      }),
    });
    if (isAnswer) thinking = '';
  };
  for (const row of parts) {
    const part = parsed(row.data);
    const type = textField(part, 'type');
    const partId = String(row.id);
    const text = textField(part, 'text') ?? '';
    if (type === 'reasoning') thinking += text;
    else if (type === 'tool') for (const item of readTool(partId, part)) add(item);
    else if (type === 'text' && text.trim() !== '') {
      const answered = field(message, 'summary') === true ? 'compact_summary' : 'text';
      const kind = role === 'assistant' ? answered : field(part, 'synthetic') === true ? 'meta' : 'prompt';
      add({ id: partId, role, content: text, metadata: { kind } });
    } else if (type === 'subtask' && (textField(part, 'prompt') ?? '') !== '') {
      const agent = textField(part, 'agent');
      add({
        id: partId,
        role,
        content: textField(part, 'prompt') ?? '',
        metadata: { kind: 'subtask', agent },
      });
    } else if (type === 'file' && role === 'user')
      add({
        id: partId,
        role,
        content: `[file ${textField(part, 'filename') ?? textField(part, 'mime') ?? ''}]`,
        metadata: { kind: 'attachment' },
      });
  }
  const usage = role === 'assistant' ? usageOf(id, message, model) : undefined;
  return [...(out.length > 0 ? out : [skip('empty')]), ...(usage ? [about(source, { usage: [usage] })] : [])];
}

function usageOf(id: string, message: unknown, model: string | undefined) {
  const tokens = field(message, 'tokens');
  const cache = field(tokens, 'cache');
  return {
    key: `answer:${id}`,
    model,
    input: figure(tokens, 'input'),
    output: (figure(tokens, 'output') ?? 0) + (figure(tokens, 'reasoning') ?? 0),
    cacheRead: figure(cache, 'read'),
    cacheWrite: figure(cache, 'write'),
    cost: figure(message, 'cost'),
  };
}

type Item = Pick<CapturedMessage, 'id' | 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>;

/** A call and, once it has ended, its result. */
function readTool(partId: string, part: unknown): Item[] {
  const tool = textField(part, 'tool') ?? 'unknown';
  const id = textField(part, 'callID') ?? partId;
  const state = field(part, 'state');
  const status = textField(state, 'status');
  // The input of a call that is still being written may be incomplete.
  if (status === 'pending') return [];
  const said = { tool, tool_use_id: id };
  const call: Item = {
    id: `call:${partId}`,
    role: 'assistant',
    content: '',
    call: { id, name: tool, input: field(state, 'input') },
    metadata: { kind: 'tool_use', ...said },
  };
  if (status !== 'completed' && status !== 'error') return [call];
  const error = textField(state, 'error');
  const isOwn = isOwnTool(tool) || /^(dewey|winni)_/.test(tool);
  const result: Item = {
    id: `result:${partId}`,
    role: 'tool',
    content: isOwn ? ownResult(tool) : (textField(state, 'output') ?? error ?? ''),
    metadata: compact({
      kind: 'tool_result',
      ...said,
      is_error: status === 'error' ? true : undefined,
      interrupted: error !== undefined && /aborted/i.test(error) ? true : undefined,
    }),
  };
  return [call, result];
}

const parsed = (data: unknown): unknown => (typeof data === 'string' ? parse(data) : data);
