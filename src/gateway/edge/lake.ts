import { coalesceAppends } from '../../db/coalescer.ts';
import type { Database } from '../../db/connect.ts';
import { connectAtEdge } from '../../db/connect-at-edge.ts';
import type { Deps, Log } from '../../handlers/deps.ts';
import { clock, newId, newSecret } from '../clock-and-ids.ts';

/** What an edge runtime gives a request: variables as they are set for it, and a way to finish after the answer. */
export type EdgeEnv = Record<string, string | undefined>;
export type EdgeContext = { waitUntil(promise: Promise<unknown>): void };

/** The runtime collects what is written to the console; there is nothing else to write to. */
const line = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) => {
  const err = 'err' in fields && fields.err instanceof Error ? { err: fields.err.stack } : {};
  // biome-ignore lint/suspicious/noConsole: see above
  console[level](JSON.stringify({ level, ...fields, ...err, msg: message }));
};
export const edgeLog: Log = { info: () => undefined, warn: line('warn'), error: line('error') };

/** Connections belong to the request that opened them there, so each has a few of its own. */
const connectionsPerRequest = 3;

/**
 * Answers one request with a lake of its own, which is closed once the answer has been read to its end.
 *
 * @param finish what is left to do before the lake closes.
 */
export async function withLake(
  env: EdgeEnv,
  context: EdgeContext,
  answer: (deps: Deps & { db: Database }) => Promise<Response> | Response,
  finish: () => Promise<void> = async () => undefined,
): Promise<Response> {
  const url = env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL: is required at the edge.');
  const db = connectAtEdge(url, connectionsPerRequest);
  const deps = {
    db,
    append: coalesceAppends(db.sql),
    clock,
    newId,
    newSecret,
    log: edgeLog,
  };
  let response: Response;
  try {
    response = await answer(deps);
  } catch (error) {
    context.waitUntil(db.close());
    throw error;
  }
  const close = () => context.waitUntil(finish().finally(() => db.close()));
  if (!response.body) {
    close();
    return response;
  }
  // A stream goes on after this returns, and needs its lake until it ends or is left.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  context.waitUntil(response.body.pipeTo(writable).then(close, close));
  return new Response(readable, response);
}
