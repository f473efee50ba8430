import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { gatewayBase } from '../../config/gateway-url.ts';
import { connectProven } from '../../runtime/server-proof.ts';
import { type LetterReason, writeLetter } from '../spool/letters.ts';
import { decodeRecord, sealedSuffix } from '../spool/segment.ts';

/** A session's start waits this long at most, and then goes on with what is known from before. */
const timeoutMs = 1500;
/** Events left over from when the gateway was away go with later ones, some at a time. */
const mostForwarded = 50;

/** Where `dewey serve` says where it listens. */
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
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', reject);
    call.end(body);
  });
}

/** Sends spooled events to a gateway elsewhere, oldest first; each leaves the disk when it is acknowledged there. */
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
          await setAside(record ? 'refused' : 'damaged', record && 'only hook events go to a gateway');
          continue;
        }
        const to = new URL(`${base}/hooks/claude-code?at=${encodeURIComponent(record.at)}`);
        const { status, body } = await send(to, 'POST', key, { body: JSON.stringify(record.event) });
        if (status === 401) throw new Error('the key of DEWEY_API_KEY is missing, or does not count there');
        // It would be refused again, and hold up what comes after it.
        if (status === 400 || status === 413)
          await setAside('refused', `the gateway answered ${status}: ${body.slice(0, 300)}`);
        else if (status >= 300) throw new Error(`the gateway answered ${status}`);
      }
      rmSync(path, { force: true });
    }
  } catch (error) {
    // Nothing is lost: the events stay on disk and go with a later one.
    process.stderr.write(`dewey: DEWEY_URL: ${url}: ${error instanceof Error ? error.message : error}\n`);
  }
}

/**
 * The active startup context as the gateway tells it; as it was told last when the gateway does not answer, or what
 * answers does not prove that it is the server of this data directory. Without `DEWEY_URL` no other server is asked.
 */
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
    return textIn(contextFile(dataDir), 'context'); // the session starts all the same
  } finally {
    agent?.destroy(); // it would keep this process
  }
}

function announcedIn(dataDir: string): { url: string; secret: string } {
  const url = textIn(serverFile(dataDir), 'url');
  const secret = textIn(serverFile(dataDir), 'secret');
  if (url === undefined || secret === undefined)
    throw new Error('no server of this data directory is running');
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
