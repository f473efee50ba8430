import type { Context } from 'hono';
import type { Caller } from './door.ts';
import type { Identity } from './guards/keys.ts';

/** What the guards leave for the routes. */
export type Variables = { identity: Identity; requestId: string };

/** Who sent a request, as its headers and its key say. */
export function callerOf(c: Context<{ Variables: Variables }>, requestId = c.get('requestId')): Caller {
  const { keyId, scope } = c.get('identity');
  return { requestId, keyId, scope, client: c.req.header('user-agent')?.slice(0, 200) };
}
