import type { Address, HostAddress } from './address.ts';
import type { DriverSocket } from './driver-socket.ts';

export type TransportOptions = {
  /**
   * Milliseconds without data, while a reply is outstanding, after which the server is probed over a new connection;
   * also the timeout of that probe.
   */
  timeoutMs?: number | undefined;
  /** Timeout of statements without progress; by default none. */
  statementMs?: StatementMs | undefined;
  /**
   * Milliseconds for which a transaction may be idle before its connection is closed. Enforced here and not by
   * PostgreSQL's `idle_in_transaction_session_timeout`, which poolers reject or leak to other clients.
   */
  idleTransactionMs?: number | undefined;
};

/** Milliseconds for a statement that reads, and for one that writes or is part of a transaction. */
export type StatementMs = { read: number; write: number };

/** How connections reach the server, and what happens when it cannot be reached. */
export type Transport = {
  /** The URL for the driver; `options` determine how it connects. */
  url: string;
  /** For `postgres()`. */
  options: { host: string; port: number; ssl: false; socket: () => Promise<DriverSocket> };
  /**
   * Announces which statement the driver is about to send on which connection; set as its `debug` option after
   * creation.
   */
  listen: (connection: number, statement: string) => void;
  /** True when the server has not answered in time; it is probed until it does. */
  readonly unreachable: boolean;
  /** True when all connections are idle. */
  readonly quiet: boolean;
  /** Fails connections that the driver cannot forcibly close without hanging; call this before it does so. */
  abort(): void;
  /** Closes every connection. */
  close(): void;
};

/** Finds the host to connect to; the timeout applies to each host. */
export type FindPrimary = (address: Address, timeoutMs: number) => Promise<HostAddress>;
