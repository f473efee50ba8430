import type { Caller } from '../../auth/caller.ts';
import type { McpCore } from '../core.ts';
import { codes } from '../protocol-error.ts';

/**
 * Refuses a request of 2026-07-28 that listens to resources beyond the reach of its key; returns undefined for every
 * other request. Change events carry only addresses, so others' addresses would otherwise leak.
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

/** Drops the changes from a stream that its caller may not see. The SDK writes one event per chunk. */
export function hearing(response: Response, core: McpCore, caller: Caller): Response {
  if (!response.body || caller.keyId === undefined) return response;
  const decoder = new TextDecoder();
  const heard = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, stream) {
        const uri = changeIn(decoder.decode(chunk));
        if (uri === undefined || (await core.hears(uri, caller))) stream.enqueue(chunk);
      },
    }),
  );
  return new Response(heard, response);
}

function changeIn(event: string): string | undefined {
  const data = /^data: (.*"notifications\/resources\/updated".*)$/m.exec(event)?.[1];
  if (data === undefined) return undefined;
  const { params } = JSON.parse(data) as { params?: { uri?: string } };
  return params?.uri ?? '';
}
