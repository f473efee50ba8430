import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gatewayBase } from '../../config/gateway-url.ts';
import { type LetterReason, writeLetter } from '../spool/letters.ts';
import { decodeRecord, sealedSuffix } from '../spool/segment.ts';
import { callGateway, send, textIn, type Way } from './gateway-call.ts';

/** Backlog from an outage is forwarded along with later events, at most this many segments at a time. */
const mostForwarded = 50;
/** A hook blocks the agent, and its client ends it after ten seconds. */
const mostForwardMs = 2000;

/** The last answer, by the session's folder: another project's context must not stand in for it. */
const contextFile = (dataDir: string, folder: string | undefined): string =>
  folder === undefined
    ? join(dataDir, 'startup-context.json')
    : join(dataDir, 'startup-contexts', `${createHash('sha256').update(folder).digest('hex')}.json`);

/** Sends spooled events to a remote gateway, oldest first; each is removed from disk once it is acknowledged. */
export async function forward(folder: string, url: string, key: string | undefined): Promise<void> {
  const segments = readdirSync(folder)
    .filter((name) => name.endsWith(sealedSuffix))
    .toSorted();
  try {
    const base = gatewayBase(url);
    const until = performance.now() + mostForwardMs;
    for (const name of segments.slice(0, mostForwarded)) {
      if (performance.now() > until) break;
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

/**
 * The startup context of a session in a folder, or the last one received there when no server answers or proves that it
 * owns this directory.
 */
export async function startupContext(
  way: Way,
  { folder, session }: { folder: string | undefined; session: string },
): Promise<string | undefined> {
  const file = contextFile(way.dataDir, folder);
  try {
    const answer = await callGateway(way, 'GET', (base) => {
      const path = new URL(`${base}/hooks/claude-code/context`);
      const seen = textIn(file, 'mark');
      if (seen !== undefined) path.searchParams.set('seen', seen);
      if (folder !== undefined) path.searchParams.set('cwd', folder);
      path.searchParams.set('session', session);
      return path;
    });
    if (answer.status !== 200) throw new Error(`the gateway answered ${answer.status}`);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, answer.body, { mode: 0o600 });
    return contextIn(answer.body);
  } catch {
    return textIn(file, 'context'); // the session must start regardless
  }
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
