import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { gatewayBase } from '../../config/gateway-url.ts';
import { connectProven } from '../../runtime/server-proof.ts';
import { type LetterReason, writeLetter } from '../spool/letters.ts';
import { decodeRecord, sealedSuffix } from '../spool/segment.ts';

/** Limit for one request, so that a session never starts later than this; it then uses the saved startup context. */
const timeoutMs = 1500;
/** Backlog from an outage is forwarded along with later events, at most this many segments at a time. */
const mostForwarded = 50;

/** Where `dewey serve` writes its address. */
const serverFile = (dataDir: string): string => join(dataDir, 'server.json');
const contextFile = (dataDir: string): string => join(dataDir, 'startup-context.json');

type Answer = { status: number; body: string };

type Sending = { body?: string; agent?: Agent | undefined };

function send(
  url: URL,
  method: string,
  key: string | undefined,
  { body, agent }: Sending = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    };
    const call = (url.protocol === 'https:' ? secureRequest : request)(
      url,
      { method, headers, timeout: timeoutMs, agent: agent ?? false },
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

/** Sends spooled events to a remote gateway, oldest first; each is removed from disk once it is acknowledged. */
export async function forward(folder: string, url: string, key: string | undefined): Promise<void> {
  const segments = readdirSync(folder)
    .filter((name) => name.endsWith(sealedSuffix))
    .toSorted();
  try {
    const base = gatewayBase(url);
    for (const name of segments.slice(0, mostForwarded)) {
      const path = join(folder, name);
      let end = 0;
      for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
        end += Buffer.byteLength(line) + 1;
        const record = decodeRecord(line);
        const setAside = (reason: LetterReason, error?: string) =>
          writeLetter(folder, `${name.slice(0, -sealedSuffix.length)}-${end}.${reason}`, line, {
            code: undefined,
            error,
            at: new Date(performance.timeOrigin + performance.now()).toISOString(),
            attempts: 1,
          });
        if (record?.kind !== 'hook') {
          await setAside(
            record ? 'refused' : 'damaged',
            record && 'only hook events can be forwarded to a gateway',
          );
          continue;
        }
        const to = new URL(`${base}/hooks/claude-code?at=${encodeURIComponent(record.at)}`);
        const { status, body } = await send(to, 'POST', key, { body: JSON.stringify(record.event) });
        if (status === 401) throw new Error('DEWEY_API_KEY is not set, or the gateway does not accept it');
        // A retry would be refused again and block the events behind it.
        if (status === 400 || status === 413)
          await setAside('refused', `the gateway answered ${status}: ${body.slice(0, 300)}`);
        else if (status >= 300) throw new Error(`the gateway answered ${status}`);
      }
      rmSync(path, { force: true });
    }
  } catch (error) {
    // Nothing is lost: the events stay on disk and are forwarded with a later one.
    process.stderr.write(`dewey: DEWEY_URL: ${url}: ${error instanceof Error ? error.message : error}\n`);
  }
}

/** The active startup context, or the last one received when no server answers or proves that it owns this directory. */
export async function startupContext(
  dataDir: string,
  remote: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  let agent: Agent | undefined;
  try {
    const server = remote ? { url: remote } : announcedIn(dataDir);
    if ('secret' in server) agent = await connectProven(server, timeoutMs);
    const path = new URL(`${gatewayBase(server.url)}/hooks/claude-code/context`);
    const seen = textIn(contextFile(dataDir), 'mark');
    if (seen !== undefined) path.searchParams.set('seen', seen);
    const answer = await send(path, 'GET', env.DEWEY_API_KEY, { agent });
    if (answer.status !== 200) throw new Error(`the gateway answered ${answer.status}`);
    writeFileSync(contextFile(dataDir), answer.body, { mode: 0o600 });
    return contextIn(answer.body);
  } catch {
    return textIn(contextFile(dataDir), 'context'); // the session must start regardless
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

const contextIn = (text: string): string | undefined => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' &&
    value !== null &&
    'context' in value &&
    typeof value.context === 'string'
    ? value.context
    : undefined;
};

function textIn(path: string, field: string): string | undefined {
  try {
    const value: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
    const found = value[field];
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined; // not written yet
  }
}
