import { addressOf } from './address.ts';
import { findPrimary } from './find-primary.ts';
import { transportTo } from './transport.ts';
import type { Transport, TransportOptions } from './types.ts';

export { openDriver } from './driver.ts';
export type { Transport, TransportOptions } from './types.ts';

/** Creates the transport to a server with one or more hosts. */
export const createTransport = (url: string, options: TransportOptions = {}): Transport =>
  transportTo(addressOf(url), options, findPrimary);
