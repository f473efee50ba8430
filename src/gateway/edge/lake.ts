import { appendSingly } from '../../db/conversations/batch-append.ts';
import type { Database } from '../../db/postgres/connect.ts';
import { connectAtEdge } from '../../db/postgres/connect-edge.ts';
import type { Deps, Log, Redact } from '../../handlers/tool/deps.ts';
import { cleanInputOf } from '../redaction/input.ts';
import { clock, newId, newSecret } from '../runtime/clock-and-ids.ts';

/** What an edge runtime passes with a request: its variables, and a way to finish work after the answer. */
export type EdgeEnv = Record<string, string | undefined>;
export type EdgeContext = { waitUntil(promise: Promise<unknown>): void };

/** The runtime collects console output; there is no other log. */
const line = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) => {
  const err = 'err' in fields && fields.err instanceof Error ? { err: fields.err.stack } : {};
  // biome-ignore lint/suspicious/noConsole: see above
  console[level](JSON.stringify({ level, ...fields, ...err, msg: message }));
};
export const edgeLog: Log = { info: () => undefined, warn: line('warn'), error: line('error') };

/** There are no threads at the edge; the runtime itself limits the time of a request. */
const redactHere: Redact = async (input) => {
  const found = {};
  return { value: cleanInputOf(input, found), found };
};

/** Connections belong to the request that opened them, so each request gets a few of its own. */
const connectionsPerRequest = 3;

/**
 * Answers one request with its own database connections, which are closed once the answer has been read to its end.
 *
 * @param finish remaining work before the connections close.
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
    append: appendSingly(db.sql),
    clock,
    newId,
    newSecret,
    log: edgeLog,
    redact: env.DEWEY_REDACT === undefined || env.DEWEY_REDACT === 'on' ? redactHere : undefined,
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
  // A stream continues after this returns, and needs the database until it ends or is abandoned.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  context.waitUntil(response.body.pipeTo(writable).then(close, close));
  return new Response(readable, response);
}
