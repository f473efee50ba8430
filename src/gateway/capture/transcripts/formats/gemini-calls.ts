import { type CapturedMessage, compact, field, textField } from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { textOf } from './format.ts';

/** Reads a tool call, which is nested in a record and contains its own result. */
export function toolCall(
  base: Pick<CapturedMessage, 'type' | 'source' | 'createdAt' | 'fullness'>,
  record: string,
  call: unknown,
): CapturedMessage[] {
  const callId = textField(call, 'id') ?? 'call';
  const name = textField(call, 'name') ?? 'unknown';
  const status = textField(call, 'status');
  const about = { source: 'gemini', tool: name, tool_use_id: callId };
  const made: CapturedMessage = {
    ...base,
    id: `${record}:call:${callId}`,
    role: 'assistant',
    content: '',
    call: { id: callId, name, input: field(call, 'args') },
    metadata: { ...about, kind: 'tool_use' },
  };
  const result = resultText(field(call, 'result')) || (textField(call, 'resultDisplay') ?? '');
  if (result === '' && (status === 'executing' || status === 'scheduled' || status === 'validating'))
    return [made];
  return [
    made,
    {
      ...base,
      id: `${record}:result:${callId}`,
      role: 'tool',
      content: isOwnTool(name) ? ownResult(name) : result,
      metadata: compact({
        ...about,
        kind: 'tool_result',
        is_error: status === 'error' ? true : undefined,
        interrupted: status === 'cancelled' ? true : undefined,
      }),
    },
  ];
}

function resultText(result: unknown): string {
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
