import { compact, field, textField } from '../../messages/captured.ts';
import { textOf } from './format.ts';

/** A tool that the provider of the model ran itself. */
export type ServerTool = { id: string; name: string; input: unknown; result: string | undefined };

/**
 * The tools that the provider ran for an answer, in the provider's own form: blocks of the Anthropic API, or items of the
 * Responses API.
 */
export function serverTools(data: unknown): ServerTool[] {
  const stated = field(data, 'serverTools');
  const blocks = field(stated, 'rawContentBlocks');
  const items = field(stated, 'items');
  const all = [...(Array.isArray(blocks) ? blocks : []), ...(Array.isArray(items) ? items : [])] as unknown[];
  const results = new Map(
    all.flatMap((block) => {
      const of = textField(block, 'tool_use_id');
      return of === undefined ? [] : [[of, field(block, 'content')] as const];
    }),
  );
  return all.flatMap((block) => {
    const type = textField(block, 'type') ?? '';
    const id = textField(block, 'id');
    if (id === undefined) return [];
    if (type === 'server_tool_use') {
      const result: unknown = results.get(id);
      const name = textField(block, 'name') ?? 'unknown';
      return [{ id, name, input: field(block, 'input'), result: asJson(result) }];
    }
    // An item states its call, and what was found if it tells.
    if (!/^(?:web_search|file_search|code_interpreter|image_generation)_call$/.test(type)) return [];
    const input = field(block, 'action') ?? field(block, 'queries') ?? { code: field(block, 'code') };
    const result = field(block, 'results') ?? field(block, 'outputs');
    return [
      { id, name: type.replace(/_call$/, ''), input, result: result ? JSON.stringify(result) : undefined },
    ];
  });
}

const asJson = (result: unknown): string | undefined => (result ? JSON.stringify(result) : undefined);

/** The name of a tool, and with it the name of the MCP server that has it. */
export function toolOf(call: unknown): { tool: string; name: string; isNamed: boolean } {
  const tool = textField(call, 'toolName') ?? textField(call, 'name') ?? 'unknown';
  const server = textField(call, 'mcpServerName');
  if (server)
    return { tool, name: `mcp__${server}__${textField(call, 'mcpToolName') ?? tool}`, isNamed: true };
  // Nothing but its name may tell the server.
  return { tool, name: tool.replace(/^([\w.]+)-((?:dewey|membria)_\w+)$/, 'mcp__$1__$2'), isNamed: false };
}

/** What a tool returned, and how it ended. */
export function resultOf(data: unknown): { text: string; about: Record<string, unknown> } {
  const result = field(data, 'result');
  const error = field(data, 'error');
  const text =
    textField(result, 'detailedContent') ||
    textField(result, 'content') ||
    blocksText(field(result, 'contents'));
  return {
    text: text || (textField(error, 'message') ?? ''),
    about: compact({
      is_error: field(data, 'success') === false ? true : undefined,
      denied: /denied|rejected/.test(textField(error, 'code') ?? '') ? true : undefined,
    }),
  };
}

/** What a shell that ended, or a resource, states in fields of its own. */
const blocksText = (blocks: unknown): string =>
  (Array.isArray(blocks) ? (blocks as unknown[]) : [])
    .map(
      (block) =>
        textField(block, 'outputPreview') || textField(field(block, 'resource'), 'text') || textOf([block]),
    )
    .filter(Boolean)
    .join('\n');
