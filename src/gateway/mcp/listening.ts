import type { McpCore } from './core.ts';
import { codes } from './fault.ts';

/**
 * The refusal of a request of 2026-07-28 to listen to resources that are not all within reach of its key; undefined for
 * every other request. Changes are told apart by their address alone, and so would those of others be.
 */
export function listensBeyond(body: unknown, core: McpCore): Response | undefined {
  const { id, method, params } = body as {
    id?: unknown;
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  if (method !== 'subscriptions/listen') return undefined;
  const uris = params?.notifications?.resourceSubscriptions;
  const beyond = (Array.isArray(uris) ? uris : []).find((uri) => typeof uri !== 'string' || !core.has(uri));
  if (beyond === undefined) return undefined;
  const message = 'There is no resource at one of these addresses, or the key does not reach it.';
  return Response.json(
    { jsonrpc: '2.0', id: id ?? null, error: { code: codes.invalidParams, message, data: { uri: beyond } } },
    { status: 400 },
  );
}
