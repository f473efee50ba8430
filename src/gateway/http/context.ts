import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller } from '../auth/caller.ts';
import type { Identity } from '../auth/identity.ts';

/** Variables that guards set for the routes. */
export type Variables = {
  identity: Identity;
  requestId: string;
  /**
   * Response headers: Hono adds them to responses it creates itself; routes that build their own read them from here.
   */
  responseHeaders: [name: string, value: string][];
  /** Identifies a client without a key: its session, else its address. */
  clientId: string | undefined;
  /** The key that limits count by, and their warning. */
  rateLimitKey: string | undefined;
  warning: string | undefined;
  /** A tool was called: the call records its own audit row. */
  called: boolean | undefined;
  /** The client's span, where calls are traced. */
  traceparent: string | undefined;
};

/** Sets a header on the response, whichever code creates it. */
export function setResponseHeader(c: Context<{ Variables: Variables }>, name: string, value: string): void {
  c.header(name, value);
  c.get('responseHeaders').push([name, value]);
}

/** The caller of a request, from its headers and its key. */
export function callerOf(c: Context<{ Variables: Variables }>, requestId = c.get('requestId')): Caller {
  const key = c.get('identity');
  c.set('called', true);
  const { keyId, scope } = key;
  return {
    requestId,
    keyId,
    scope,
    key,
    clientId: c.get('clientId'),
    client: c.req.header('user-agent')?.slice(0, 200),
    rateLimitKey: c.get('rateLimitKey'),
    warning: c.get('warning'),
    traceparent: c.get('traceparent'),
  };
}

/** Only ids of open sessions count; otherwise a client could pose as many by inventing ids. */
export function clientIdOf(c: Context<{ Variables: Variables }>, isSession: (id: string) => boolean): string {
  const session = c.req.header('mcp-session-id');
  return session !== undefined && isSession(session)
    ? `session:${session}`
    : `address:${addressOf(c.env) ?? ''}`;
}

/** The connection of a request, on Node. */
export const connectionOf = (env: unknown): HttpBindings['incoming']['socket'] | undefined =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket;

/** The client's address, on Node. */
export const addressOf = (env: unknown): string | undefined => connectionOf(env)?.remoteAddress;
