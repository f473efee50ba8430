import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../../handlers/shared/domain/is-object.ts';
import type { McpCore } from '../core.ts';
import { relatedTask } from '../json-rpc.ts';

/** A call up to 2025-11-25 that needs nothing but its answer. */
export type PlainCall = { name: string; args: unknown; meta: Record<string, unknown> | undefined };

const fields: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * Reads a call that is valid in every respect and asks for nothing but its result, as nearly all do. The SDK validates
 * each message several times, and prepares to cancel it, which costs as much as the rest of a stored message. All other
 * requests, including invalid ones, are left to it and its error messages.
 *
 * @param message a request that has been found to be one.
 */
export function readPlainCall({ method, params }: JSONRPCRequest, core: McpCore): PlainCall | undefined {
  if (method !== 'tools/call' || params === undefined) return undefined;
  const { name, arguments: args, _meta: meta } = params;
  const plain =
    typeof name === 'string' &&
    core.answers(name) &&
    (args === undefined || isObject(args)) &&
    (meta === undefined || (meta.progressToken === undefined && meta[relatedTask] === undefined)) &&
    Object.keys(params).every((field) => fields.has(field));
  return plain ? { name, args, meta } : undefined;
}
