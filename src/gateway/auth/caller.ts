import type { ClientSession } from '../../handlers/tool/client-session.ts';
import type { AccessScope } from '../config/env.ts';
import type { Identity } from './identity.ts';

/** The caller of a tool, as established by its transport. */
export type Caller = {
  requestId: string;
  /** Name and version reported by the client. */
  client?: string | undefined;
  /** Name of the API key. */
  keyId?: string | undefined;
  /** Identifies clients without a key: their session, socket or address, as in `address:192.0.2.7`. */
  clientId?: string | undefined;
  /** True for a resource read: it is addressed by URI, and counted separately from tool calls. */
  reading?: boolean | undefined;
  /** What the key may do; `admin` where no keys are in use. */
  scope: AccessScope;
  /** The key and its reach; absent on transports that need none. */
  key?: Identity | undefined;
  /** The span this call belongs to, as sent by the client. */
  traceparent?: string | undefined;
  /** The key that limits count by, and a warning about a request limit that is nearly used up. */
  rateLimitKey?: string | undefined;
  warning?: string | undefined;
  /** Following the audit log: only the first read is recorded, or each poll would return the row of the one before. */
  following?: boolean | undefined;
  /** Records a message whose body could not be read, where refusals are recorded. */
  unread?: ((problem: string) => void) | undefined;
  /** Counts requests beyond the one that brought them; the error that refuses them, where requests are limited. */
  more?: ((requests: number) => Promise<Error | undefined>) | undefined;
  /** The client's side of the call, over transports that have one. */
  clientSession?: ClientSession | undefined;
};

/** Identifies a client by its key, else by its session or socket, else by its address. */
export const clientOf = ({ keyId, clientId }: Caller): string =>
  keyId === undefined ? (clientId ?? '') : `key:${keyId}`;
