import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller } from '../auth/caller.ts';
import type { Identity } from '../auth/identity.ts';

/** What the guards leave for the routes. */
export type Variables = {
  identity: Identity;
  requestId: string;
  /** Headers of the answer: Hono gives them to those it makes itself, and the routes that do not ask for them here. */
  responseHeaders: [name: string, value: string][];
  /** Who asks, where there is no key: its session, else its address. */
  clientId: string | undefined;
  /** Whom limits are counted for, and what they say. */
  rateLimitKey: string | undefined;
  warning: string | undefined;
  /** A tool was called: its call leaves a row in the audit log. */
  called: boolean | undefined;
  /** The span of the client, where calls are traced. */
  traceparent: string | undefined;
};

/** Sets a header of the answer, whoever makes that. */
export function setResponseHeader(c: Context<{ Variables: Variables }>, name: string, value: string): void {
  c.header(name, value);
  c.get('responseHeaders').push([name, value]);
}

/** Who sent a request, as its headers and its key say. */
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

/** An id of no session would make everybody many clients. */
export function clientIdOf(c: Context<{ Variables: Variables }>, isSession: (id: string) => boolean): string {
  const session = c.req.header('mcp-session-id');
  return session !== undefined && isSession(session)
    ? `session:${session}`
    : `address:${addressOf(c.env) ?? ''}`;
}

/** The connection a request came on, on Node. */
export const connectionOf = (env: unknown): HttpBindings['incoming']['socket'] | undefined =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket;

/** The address of the client, on Node. */
export const addressOf = (env: unknown): string | undefined => connectionOf(env)?.remoteAddress;
