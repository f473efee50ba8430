import { field, textField } from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { parse } from '../decode/json.ts';
import { textOf } from './format.ts';

/** The name of a called tool, with that of its MCP server. */
export function toolName(item: unknown, type: string): string {
  const name = textField(item, 'name') ?? type.replace(/_call$/, '');
  const namespace = textField(item, 'namespace');
  return namespace?.startsWith('mcp__') ? `${namespace.replace(/(?<!_)_+$/, '')}__${name}` : name;
}

/** What a tool is called with. */
export function inputOf(item: unknown): unknown {
  const revised = textField(item, 'revised_prompt');
  const input =
    field(item, 'arguments') ??
    field(item, 'input') ??
    field(item, 'action') ??
    (revised === undefined ? undefined : { prompt: revised });
  return typeof input === 'string' ? (parsed(input) ?? input) : input;
}

/** The calls of Dewey's own tools that wait for their result, by id; part of a parser's state. */
export type OwnCalls = Record<string, string>;

export function noteOwn(own: OwnCalls, callId: string, name: string): void {
  if (isOwnTool(name)) own[callId] = name;
}

/** The message of a result. */
export function resultOf(item: unknown, callId: string, calls: OwnCalls) {
  const own = Object.hasOwn(calls, callId) ? calls[callId] : undefined;
  delete calls[callId];
  const output = field(item, 'output');
  const inner = typeof output === 'string' && output.startsWith('{') ? parsed(output) : output;
  const text =
    textField(inner, 'output') ??
    textField(inner, 'content') ??
    (textOf(output) || namesOf(field(item, 'tools')));
  const exitCode = field(field(inner, 'metadata'), 'exit_code') ?? /exited with code (\d+)/.exec(text)?.[1];
  return {
    id: `result:${callId}`,
    role: 'tool' as const,
    content: own === undefined ? text : ownResult(own),
    metadata: {
      kind: 'tool_result',
      tool_use_id: callId,
      exit_code: exitCode === undefined ? undefined : Number(exitCode),
      is_error: field(inner, 'success') === false ? true : undefined,
    },
  };
}

/** The tools that a search for tools found, one a line. */
const namesOf = (tools: unknown): string =>
  Array.isArray(tools)
    ? tools
        .flatMap(
          (tool: unknown) => textField(tool, 'name') ?? textField(field(tool, 'function'), 'name') ?? [],
        )
        .join('\n')
    : '';

function parsed(text: string): unknown {
  const value = parse(text);
  // Arguments that are not JSON are kept as text.
  return typeof value === 'object' && value !== null ? value : undefined;
}
