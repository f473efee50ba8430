import { field, textField } from '../../messages/captured.ts';
import { textOf } from './format.ts';

/** A part of a message, the same for every version in which Zed keeps threads. */
export type Part =
  | TextPart
  | { kind: 'attachment'; name: string; text: string }
  | { kind: 'call'; id: string; name: string; input: unknown; result: Result | undefined };
export type TextPart = { kind: 'text' | 'thinking' | 'summary' | 'note'; text: string };
type Result = { text: string; isError: boolean };

/** A call with its result, if there is one. */
export const callOf = (call: unknown, id: string, result: unknown): Part => ({
  kind: 'call',
  id,
  name: textField(call, 'name') ?? 'unknown',
  input: inputOf(field(call, 'input')),
  result:
    result === undefined
      ? undefined
      : { text: resultText(field(result, 'content')), isError: field(result, 'is_error') === true },
});

/** Newer versions name an input by its kind: JSON, or a text. */
function inputOf(input: unknown): unknown {
  const kind = textField(input, 'type');
  const isNamed = (kind === 'json' || kind === 'text') && Object.keys(Object(input)).length === 2;
  return isNamed && Object.hasOwn(Object(input), 'value') ? field(input, 'value') : input;
}

/** One text, or a list of texts and pictures; each may be named by its kind. */
function resultText(content: unknown): string {
  if (Array.isArray(content)) return content.map(resultText).filter(Boolean).join('\n');
  const text = textField(content, 'Text') ?? textField(content, 'text');
  if (text !== undefined) return text;
  return typeof content === 'object' && content !== null ? '[image]' : textOf(content);
}
