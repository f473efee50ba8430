import { type CapturedMessage, compact, field, textField } from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { textOf } from './format.ts';

type Base = Pick<CapturedMessage, 'type' | 'source' | 'createdAt' | 'fullness'>;

const unfinished = ['executing', 'scheduled', 'validating', 'awaiting_approval'];

/** Reads a tool call, which is nested in a record and contains its own result. */
export function toolCall(base: Base, record: string, call: unknown): CapturedMessage[] {
  const callId = textField(call, 'id') ?? 'call';
  const name = textField(call, 'name') ?? 'unknown';
  const status = textField(call, 'status');
  const made: CapturedMessage = {
    ...base,
    id: `${record}:call:${callId}`,
    role: 'assistant',
    content: '',
    call: { id: callId, name, input: field(call, 'args') },
    metadata: { source: 'gemini', tool: name, tool_use_id: callId, kind: 'tool_use' },
  };
  const result = resultText(field(call, 'result')) || (textField(call, 'resultDisplay') ?? '');
  if (result === '' && (status === undefined || unfinished.includes(status))) return [made];
  return [made, toolResult(base, record, { callId, name, status, text: result })];
}

/** The message of a result. */
export const toolResult = (
  base: Base,
  record: string,
  result: { callId: string; name: string; status?: string | undefined; text: string },
): CapturedMessage => ({
  ...base,
  id: `${record}:result:${result.callId}`,
  role: 'tool',
  content: isOwnTool(result.name) ? ownResult(result.name) : result.text,
  metadata: compact({
    source: 'gemini',
    tool: result.name,
    tool_use_id: result.callId,
    kind: 'tool_result',
    is_error: result.status === 'error' ? true : undefined,
    interrupted: result.status === 'cancelled' ? true : undefined,
  }),
});

export function resultText(result: unknown): string {
  if (!Array.isArray(result)) return textOf(result);
  return result
    .map((part: unknown) => {
      const response = field(field(part, 'functionResponse'), 'response');
      return (
        textField(response, 'output') ??
        textField(response, 'error') ??
        (response === undefined ? textOf([part]) : JSON.stringify(response))
      );
    })
    .join('\n');
}
