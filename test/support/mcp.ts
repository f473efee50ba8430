type Json = Record<string, unknown>;

/** A response whose body has the shape defined by the protocol; the tests check it. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Answer = Omit<Response, 'json'> & { json(): Promise<any> };

const accept = 'application/json, text/event-stream';

/** Posts one message to `/mcp` of a gateway, as a client without an SDK would. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export const rpc = (method: string, params: Json = {}, id: string | number = 1): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export const initializeRequest = (protocolVersion = '2025-11-25'): Json =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

/** Initializes and returns the headers for the session's further requests. */
export async function openSession(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await post(url, initializeRequest(), headers);
  const id = response.headers.get('mcp-session-id');
  if (!response.ok || id === null) throw new Error(`no session: ${response.status} ${await response.text()}`);
  const session = { ...headers, 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
  return session;
}

/** A request of 2026-07-28 with its envelope and headers. */
export function modern(
  url: string,
  method: string,
  params: Json = {},
  name?: string,
  headers: Record<string, string> = {},
  meta: Json = {},
): Promise<Answer> {
  const envelope = {
    ...meta,
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return post(url, rpc(method, { ...params, _meta: envelope }), {
    'Mcp-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...headers,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  });
}
