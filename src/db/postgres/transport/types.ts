import type { Address, HostAddress } from './address.ts';
import type { DriverSocket } from './driver-socket.ts';

export type TransportOptions = {
  /**
   * Milliseconds of silence, while an answer is owed, after which the server is asked over a new connection whether it
   * lives, and for which that is waited for.
   */
  timeoutMs?: number | undefined;
  /** When a statement of which nothing came is given up; without it none is. */
  statementMs?: StatementMs | undefined;
  /**
   * Milliseconds in which nothing is asked inside an open transaction, after which its connection is given up. Watched
   * here and not by PostgreSQL's `idle_in_transaction_session_timeout`, which poolers refuse or carry to other clients.
   */
  idleTransactionMs?: number | undefined;
};

/** Milliseconds for a statement that reads, and for one that writes or is part of a transaction. */
export type StatementMs = { read: number; write: number };

/** How connections reach the server, and what happens when it cannot be reached. */
export type Transport = {
  /** The address for the driver; how to get there is settled by `options`. */
  url: string;
  /** For `postgres()`. */
  options: { host: string; port: number; ssl: false; socket: () => Promise<DriverSocket> };
  /** Tells the link what the driver is about to say on which connection; set as its `debug` option once it is made. */
  listen: (connection: number, statement: string) => void;
  /** True when the server has not answered for too long; it is asked again and again until it does. */
  readonly away: boolean;
  /** True when nothing is asked on any connection. */
  readonly quiet: boolean;
  /** Ends the connections whose forced end the driver could not bear; to be called before it forces one. */
  giveUp(): void;
  /** Lets go of every connection. */
  close(): void;
};

/** Finds the host to go to, within a time for each. */
export type FindPrimary = (address: Address, timeoutMs: number) => Promise<HostAddress>;
