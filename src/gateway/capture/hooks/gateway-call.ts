import { readFileSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { gatewayBase } from '../../config/gateway-url.ts';
import { connectProven } from '../../runtime/server-proof.ts';

/** Limit for one request, so that a session never starts later than this; it then uses the saved startup context. */
const timeoutMs = 1500;
/** Where `dewey serve` writes its address. */
const serverFile = (dataDir: string): string => join(dataDir, 'server.json');

export type Answer = { status: number; body: string };

type Sending = { body?: string; agent?: Agent | undefined; waitMs?: number };

export function send(
  url: URL,
  method: string,
  key: string | undefined,
  { body, agent, waitMs = timeoutMs }: Sending = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    };
    const call = (url.protocol === 'https:' ? secureRequest : request)(
      url,
      { method, headers, timeout: waitMs, agent: agent ?? false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        response.on('error', reject);
      },
    );
    call.on('timeout', () => call.destroy(new Error('request timed out')));
    call.on('error', reject);
    call.end(body);
  });
}

/** How a hook reaches its gateway: a remote one, or the server of its data directory. */
export type Way = { dataDir: string; remote: string | undefined; key: string | undefined };

/**
 * Calls the gateway once.
 *
 * @throws when no server answers in time, or the one that answers cannot prove that it owns the data directory.
 */
export async function callGateway(
  { dataDir, remote, key }: Way,
  method: string,
  path: (base: string) => URL,
  sending: { body?: string; waitMs?: number } = {},
): Promise<Answer> {
  let agent: Agent | undefined;
  try {
    const server = remote ? { url: remote } : announcedIn(dataDir);
    if ('secret' in server) agent = await connectProven(server, timeoutMs);
    return await send(path(gatewayBase(server.url)), method, key, { ...sending, agent });
  } finally {
    agent?.destroy(); // an open socket would keep this process alive
  }
}

function announcedIn(dataDir: string): { url: string; secret: string } {
  const url = textIn(serverFile(dataDir), 'url');
  const secret = textIn(serverFile(dataDir), 'secret');
  if (url === undefined || secret === undefined)
    throw new Error('no server is running for this data directory');
  return { url, secret };
}

export function textIn(path: string, field: string): string | undefined {
  try {
    const value: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
    const found = value[field];
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined; // not written yet
  }
}
