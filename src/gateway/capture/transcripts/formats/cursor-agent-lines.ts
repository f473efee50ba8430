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
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { promptIn } from './cursor-agent-prompt.ts';
import { textOf } from './format.ts';

export const isLine = (line: unknown): boolean =>
  ['user', 'assistant'].includes(textField(line, 'role') ?? '') &&
  field(field(line, 'message'), 'content') !== undefined;

/** Whether a call is of Dewey's own tools: by its name, or by what a tool that calls others is asked to call. */
export function isOwnCall(name: string, input?: unknown): boolean {
  const called = name === 'CallMcpTool' ? (textField(input, 'toolName') ?? name) : name;
  return isOwnTool(called) || /(?:^|[_-])(?:dewey|winni)_/.test(called);
}

/** @property last the id before; `at` the time of the last prompt. Reading a line changes both. */
export type LineState = { last: string; at?: string | undefined };

/** Reads a line of a transcript of Cursor's agent. */
export function readLine(line: unknown, state: LineState, source: Source): Captured[] {
  const failure = textField(line, 'status') === 'error' ? textField(line, 'error') : undefined;
  if (!isLine(line) && !failure) return [skip(textField(line, 'type') ?? 'unknown line')];
  const role = textField(line, 'role') === 'user' ? 'user' : 'assistant';
  const content = field(field(line, 'message'), 'content');
  const blocks: unknown[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const out: CapturedMessage[] = [];
  const add = (
    said: string,
    part: Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>,
  ) => {
    // Of what is said and the id before: a file that is written anew with other lines gives other ids.
    const hash = createHash('sha256').update(JSON.stringify([state.last, part.role, said]));
    state.last = hash.digest('hex').slice(0, 24);
    const metadata = compact({ source: 'cursor-agent', ...part.metadata });
    out.push({
      type: 'message',
      source,
      id: state.last,
      createdAt: state.at,
      fullness: fullness.record,
      ...part,
      metadata,
    });
  };
  if (failure) add(failure, { role, content: failure, metadata: { kind: 'error' } });
  for (const block of blocks) {
    const type = textField(block, 'type');
    const text = textField(block, 'text') ?? '';
    if (type === 'text' && role === 'user') {
      const prompt = promptIn(text);
      state.at = prompt.at ?? state.at;
      if (prompt.text !== '') add(prompt.text, { role, content: prompt.text, metadata: { kind: 'prompt' } });
      if (prompt.around !== '')
        add(prompt.around, { role, content: prompt.around, metadata: { kind: 'meta' } });
    } else if (type === 'text' && text.trim() !== '' && text.trim() !== '[REDACTED]')
      add(text, { role, content: text, metadata: { kind: 'text' } });
    else if (type === 'tool_use') {
      const name = textField(block, 'name') ?? 'unknown';
      const input = field(block, 'input');
      const id = textField(block, 'id');
      const metadata = { kind: 'tool_use', tool: name, tool_use_id: id };
      add(JSON.stringify([name, input]), {
        role: 'assistant',
        content: '',
        call: { id, name, input },
        metadata,
      });
    } else if (type === 'tool_result') {
      const name = textField(block, 'name') ?? '';
      const result = isOwnCall(name) ? ownResult(name) : textOf(field(block, 'content'));
      const metadata = { kind: 'tool_result', tool: name, tool_use_id: textField(block, 'tool_use_id') };
      add(result, { role: 'tool', content: result, metadata });
    }
  }
  return out.length > 0 ? out : [skip('empty')];
}
