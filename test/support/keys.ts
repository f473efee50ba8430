import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Ended, runHere } from './command.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a command prints has the shape the test says
type Printed = any;

/** Runs `dewey keys …` on a database and returns its output as JSON; throws its error message if it fails. */
export async function keys(url: string, ...args: string[]): Promise<Printed> {
  const { code, out, err }: Ended = await runHere(['keys', ...args, '--json'], { DATABASE_URL: url });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

export const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { authorization: `Bearer ${secret}` };

/** A WebSocket with this secret: `closed` resolves with the code and the reason. */
export async function openWith(url: string, secret: string | undefined, path = '/mcp') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, 'mcp', { headers: bearer(secret) });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, 'open');
  return { socket, closed };
}
