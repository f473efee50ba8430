import { field, textField } from '../../messages/captured.ts';

/** What the model thought before it answered, in the form of its provider. */
export function thoughts(turn: unknown, blocks: readonly unknown[]): string {
  const inBlocks = blocks.flatMap((block) => {
    const type = textField(block, 'type');
    if (type !== 'thinking' && type !== 'reasoning') return [];
    return [textField(block, 'thinking') || textField(block, 'text') || listed(field(block, 'summary'))];
  });
  return (
    inBlocks.join('') || textField(turn, 'reasoning_content') || listed(field(turn, 'reasoning_details'))
  );
}

const listed = (parts: unknown): string =>
  (Array.isArray(parts) ? parts : [])
    .map((part: unknown) => textField(part, 'text') ?? textField(part, 'summary') ?? '')
    .filter(Boolean)
    .join('\n');

/** Tools that the provider of the model ran itself, as blocks; they are kept apart, without their place in the text. */
export function activities(turn: unknown): unknown[] {
  const stated = field(field(turn, 'metadata'), 'modelToolActivities');
  return (Array.isArray(stated) ? stated : []).flatMap((activity: unknown) => {
    const id = textField(activity, 'toolCallId')?.trim();
    const name = textField(activity, 'toolName')?.trim();
    if (!id || !name) return [];
    const call = { type: 'tool_use', id, name, input: field(activity, 'input') ?? {} };
    const output = field(activity, 'output');
    const isError = field(activity, 'isError');
    if (output === undefined && isError === undefined) return [call];
    const content = typeof output === 'string' || Array.isArray(output) ? output : output && [output];
    return [call, { type: 'tool_result', tool_use_id: id, content, is_error: isError }];
  });
}
