import type { Line } from './line.ts';
import type { Address, Place } from './places.ts';

export type LinkOptions = {
  /**
   * Milliseconds of silence, while an answer is owed, after which the server is asked over a new connection whether it
   * lives, and for which that is waited for.
   */
  patienceMs?: number | undefined;
  /** When a statement of which nothing came is given up; without it none is. */
  statementMs?: StatementMs | undefined;
};

/** Milliseconds for a statement that reads, and for one that writes or is part of a transaction. */
export type StatementMs = { read: number; write: number };

/** How connections reach the server, and what happens when it cannot be reached. */
export type Link = {
  /** The address for the driver; how to get there is settled by `options`. */
  url: string;
  /** For `postgres()`. */
  options: { host: string; port: number; ssl: false; socket: () => Promise<Line> };
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
export type Find = (address: Address, patienceMs: number) => Promise<Place>;
