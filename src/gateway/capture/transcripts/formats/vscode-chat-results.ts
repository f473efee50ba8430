import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';

/** The path of a URI, or of the file that a location is in. */
export const pathOf = (value: unknown): string | undefined =>
  textField(value, 'path') ??
  textField(value, 'fsPath') ??
  textField(field(value, 'uri'), 'path') ??
  textField(field(value, 'uri'), 'fsPath');

export const plain = (text: unknown): string =>
  typeof text === 'string' ? text : (textField(text, 'value') ?? '');

/** What a tool was called with. The answer states it once it is complete; before, what is shown of the call does. */
export function inputOf(part: unknown, made: unknown): unknown {
  const data = field(part, 'toolSpecificData');
  const shown = textField(field(part, 'resultDetails'), 'input');
  const stated = parsed(textField(made, 'arguments') ?? shown) ?? shownInput(data);
  if (stated !== undefined) return stated;
  const message = plain(field(part, 'pastTenseMessage')) || plain(field(part, 'invocationMessage'));
  return message === '' ? {} : { message };
}

function shownInput(data: unknown): unknown {
  const kind = textField(data, 'kind');
  const commands = field(data, 'commandLine');
  if (kind === 'input') return field(data, 'rawInput');
  if (kind === 'simpleToolInvocation') return parsed(textField(data, 'input'));
  if (kind === 'todoList') return { todoList: field(data, 'todoList') };
  if (kind === 'subagent') return { description: field(data, 'description'), prompt: field(data, 'prompt') };
  if (kind !== 'terminal') return undefined;
  const command =
    textField(commands, 'userEdited') ??
    textField(commands, 'toolEdited') ??
    textField(commands, 'original') ??
    textField(data, 'command');
  return command === undefined ? undefined : { command };
}

/** What a tool returned: what the model was given, or else what is shown of it. */
export function resultOf(part: unknown, given: unknown): string {
  const details = field(part, 'resultDetails');
  const data = field(part, 'toolSpecificData');
  return (
    partsText(field(given, 'content')) ||
    partsText(field(details, 'output')) ||
    textField(field(data, 'terminalCommandOutput'), 'text') ||
    textField(data, 'output') ||
    textField(data, 'result') ||
    (Array.isArray(details) ? details.flatMap((one: unknown) => pathOf(one) ?? []).join('\n') : '')
  );
}

function partsText(parts: unknown): string {
  if (typeof parts === 'string') return parts;
  const list = Array.isArray(parts) ? (parts as unknown[]) : parts === undefined ? [] : [parts];
  return list
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const value = field(part, 'value');
  const type = textField(part, 'mimeType');
  const isText = field(part, 'isText') !== false && !/^(?:image|audio|video)\//.test(type ?? '');
  if (type !== undefined && (!isText || value === undefined)) return `[${type}]`;
  if (typeof value === 'string') return value;
  const node = field(value, 'node');
  if (node !== undefined) return nodeText(node).trim();
  return plain(value) || (pathOf(part) ?? '');
}

/** The text of an element of a prompt, by which tools of Copilot Chat return what they found. */
function nodeText(root: unknown): string {
  let text = '';
  const waiting: unknown[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const own = textField(node, 'text');
    const children = field(node, 'children');
    if (own !== undefined)
      text += `${field(node, 'lineBreakBefore') === true && text !== '' ? '\n' : ''}${own}`;
    else if (field(node, 'ctor') === 3) text += '[image]';
    if (Array.isArray(children)) for (const child of children.toReversed()) waiting.push(child);
  }
  return text;
}

export function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  return value === undefined ? text : value; // arguments that are not JSON are kept as text
}
