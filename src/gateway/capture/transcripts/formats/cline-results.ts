import { isObject } from '../../../../handlers/shared/domain/is-object.ts';
import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { textOf } from './format.ts';

/**
 * The parts of a tool's result as text. Tools of Cline since version 4 return what they did for each thing they were asked
 * for (`query`, `result`, `success`, `error`), one or a list of them, the first as JSON.
 */
export function resultTexts(content: unknown): string[] {
  return partsOf(content)
    .map(partText)
    .filter((text) => text !== '');
}

/** Whether all that the tool was asked for has failed. */
export function hasFailed(content: unknown): boolean {
  const parts = partsOf(content);
  return parts.length > 0 && parts.every((part) => field(part, 'success') === false);
}

/** The result of one operation is stored as JSON, and so are those of a task that a later version continues. */
function partsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content as unknown[];
  if (typeof content !== 'string' || !/^(?:\{"query":|\[\{"type":")/.test(content)) return [content];
  const parts = parse(content);
  if (isOperation(parts)) return [parts];
  return Array.isArray(parts) ? (parts as unknown[]) : [content];
}

const isOperation = (value: unknown): boolean =>
  typeof field(value, 'success') === 'boolean' && field(value, 'result') !== undefined;

function partText(part: unknown): string {
  if (isOperation(part)) {
    const result = field(part, 'result');
    const text =
      typeof result === 'string' || Array.isArray(result) ? textOf(result) : JSON.stringify(result);
    return [textField(part, 'error') ?? '', text].filter((one) => one !== '').join('\n');
  }
  if (textField(part, 'type') === 'file') return textField(part, 'content') ?? textOf([part]);
  const text = typeof part === 'string' ? part : textOf([part]);
  if (!isObject(part) || typeof part.text === 'string') return text;
  // Pictures and other media are named; anything else is kept as it is.
  return /^\[(?:image|media|document)\]$/.test(text) ? text : JSON.stringify(part);
}
