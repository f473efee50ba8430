import type { ClientSession } from '../../handlers/tool/client-session.ts';
import type { AccessScope } from '../config/env.ts';
import type { Identity } from './identity.ts';

/** Who is calling, as its way in found out. */
export type Caller = {
  requestId: string;
  /** Name and version the client gave. */
  client?: string | undefined;
  /** Name of the API key. */
  keyId?: string | undefined;
  /** Its session, socket or address, as `address:192.0.2.7`: tells clients without keys apart. */
  clientId?: string | undefined;
  /** True for a resource: it is read by address, and counted so. */
  reading?: boolean | undefined;
  /** What the key may do; everything where no keys are in use. */
  scope: AccessScope;
  /** Its key with what that reaches; absent on ways in that need none. */
  key?: Identity | undefined;
  /** The span this call belongs to, as its client says. */
  traceparent?: string | undefined;
  /** Whom limits are counted for, and a limit of its requests that is nearly used up. */
  rateLimitKey?: string | undefined;
  warning?: string | undefined;
  /** Goes on reading the audit log: that is in it once, or each look would be what the next one finds. */
  following?: boolean | undefined;
  /** Notes a message whose body could not be read, where refusals are kept. */
  unread?: ((problem: string) => void) | undefined;
  /** The client's end of the call, over transports that have one. */
  clientSession?: ClientSession | undefined;
};

/** A client is its key, else its session or socket, else its address. */
export const clientOf = ({ keyId, clientId }: Caller): string =>
  keyId === undefined ? (clientId ?? '') : `key:${keyId}`;
