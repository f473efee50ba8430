import { isObject } from '../../../handlers/shared/domain/is-object.ts';
import type { Caller } from '../../auth/caller.ts';
import type { McpCore } from '../core.ts';
import { authInfoOf, callerFrom } from '../eras/auth-info.ts';
import { isMessage } from '../json-rpc.ts';
import { envelopeOf, modernVersion } from './era.ts';

/** A call of 2026-07-28 that needs nothing but its answer. */
export type PlainCall = {
  id: string | number;
  name: string;
  args: unknown;
  client: { name: string; version: string };
};

/**
 * Reads a call that is valid in every respect and asks for nothing but its result. Nearly all calls are like that, and
 * the SDK creates a server for each. All other requests, including invalid ones, are left to the SDK and its error
 * messages. Measured by bench/protocol.ts: 0.8 ms of processor time per call, against 2.1 ms with the SDK.
 */
export function readPlainCall({ headers }: Request, body: object, core: McpCore): PlainCall | undefined {
  if (!isMessage(body) || !('method' in body) || !('id' in body) || body.method !== 'tools/call')
    return undefined;
  const { name, arguments: args, _meta, ...more } = body.params ?? {};
  const envelope = envelopeOf(_meta);
  const plain =
    envelope !== undefined &&
    Object.keys(more).length === 0 &&
    typeof name === 'string' &&
    core.answers(name) &&
    (args === undefined || isObject(args)) &&
    headers.get('content-type') === 'application/json' &&
    headers.get('mcp-protocol-version') === modernVersion &&
    headers.get('mcp-method') === 'tools/call' &&
    headers.get('mcp-name') === name;
  return plain ? { id: body.id, name, args, client: envelope.client } : undefined;
}

export async function answerPlainCall(
  { id, name, args, client }: PlainCall,
  core: McpCore,
  caller: Caller,
): Promise<Response> {
  const result = await core.call(name, args, callerFrom(authInfoOf(caller), client));
  return Response.json({
    result: {
      ...result,
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': core.info },
    },
    jsonrpc: '2.0',
    id,
  });
}
