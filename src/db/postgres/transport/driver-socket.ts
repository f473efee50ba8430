import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { type ConnectionError, connectionError, connectionErrorOf } from './connection-error.ts';
import { noTypes, said, WholeMessages } from './protocol.ts';
import { ProtocolState } from './protocol-state.ts';
import { tlsError } from './tls.ts';

/**
 * What postgres.js gets as its socket: a connection to the server that can be lost without harm.
 *
 * The driver (3.4.9) suffers when a socket closes at the wrong moment. What it had not written yet it keeps for the
 * connection it opens next, which then never speaks; and what a transaction still says goes to a closed socket, which
 * ends the process, or to whatever was opened in its place, outside of any transaction. So a line tells of its loss only
 * when the driver holds nothing back, and inside a transaction it first answers every statement with an error, as a
 * server would, until the driver gives the transaction up.
 *
 * It also knows when an answer is owed and since when, which a socket does not.
 */
export class DriverSocket extends EventEmitter {
  /** The driver's number for this connection, once it is known. */
  driverId: number | undefined;
  /** Process id and secret, by which a statement can be cancelled. */
  key: Buffer | undefined;
  readyState: 'open' | 'closed' = 'open';
  #raw: Socket | undefined;
  #lost: ConnectionError | undefined;
  #heardAt = 0;
  readonly #exchange = new ProtocolState();
  readonly #messages = new WholeMessages((type, body) => this.#hear(type, body));
  readonly #speaking: (connection: DriverSocket, speak: () => void) => void;

  /** @param speaking runs what lets the driver act, so that it is known which line it acts on. */
  constructor(speaking: (connection: DriverSocket, speak: () => void) => void) {
    super();
    this.#speaking = speaking;
  }

  /** Takes a connected socket; what comes from it goes to the driver in whole messages. */
  attach(raw: Socket): void {
    if (this.readyState === 'closed') {
      raw.destroy();
      return;
    }
    this.#raw = raw;
    raw.setNoDelay(true);
    raw.setKeepAlive(true, 30_000);
    raw.on('data', (chunk) => {
      this.#heardAt = performance.now();
      for (const whole of this.#messages.take(chunk)) if (!this.#lost) this.#say(whole);
    });
    raw.on('drain', () => this.emit('drain'));
    raw.on('error', (error: NodeJS.ErrnoException) => this.fail(tlsError(error)));
    raw.on('close', () =>
      this.fail(connectionError('CONNECTION_CLOSED', 'the database closed the connection')),
    );
  }

  /** Milliseconds in which an answer is owed and nothing was heard; undefined when none is. */
  silence(now: number): number | undefined {
    if (this.#lost || !this.#exchange.waits) return undefined;
    return now - Math.max(this.#heardAt, this.#exchange.busySince);
  }

  /**
   * Since when nothing has come of the statement under way, on the monotonic clock; undefined when none is, or when its
   * rows are not fetched.
   */
  get stalledSince(): number | undefined {
    const { established, waits, busySince } = this.#exchange;
    if (this.#lost || !established || !waits || this.#raw?.isPaused()) return undefined;
    return Math.max(busySince, this.#heardAt);
  }

  /** Since when nothing is asked inside an open transaction, on the monotonic clock. */
  get idleInTransactionSince(): number | undefined {
    return this.#lost ? undefined : this.#exchange.idleInTransactionSince;
  }

  /** Nothing is asked, and no transaction is open. */
  get quiet(): boolean {
    const { established, waits, inTransaction } = this.#exchange;
    return established && !waits && !inTransaction;
  }

  /** The statement under way only reads. */
  get reads(): boolean {
    return this.#exchange.reads;
  }

  /** The driver asks for the types of the database, and would let nobody know that it failed. */
  get askingTypes(): boolean {
    return this.#exchange.askingTypes;
  }

  /** The driver is about to write this. */
  expect(statement: string): void {
    this.#exchange.expect(statement);
  }

  /** The connection is gone; the driver hears of it as soon as that is safe. */
  fail(reason: ConnectionError): void {
    if (this.#lost) return;
    this.#lost = reason;
    this.#raw?.destroy();
    this.#settle();
    // While it is let in, the driver may owe an answer that it never gives: there is no statement to wait for.
    const { greeted, established } = this.#exchange;
    if (greeted && !established) setImmediate(() => setImmediate(() => this.#close()));
  }

  #settle(): void {
    const exchange = this.#exchange;
    if (exchange.pending) return;
    if (exchange.askingTypes) {
      exchange.askingTypes = false;
      this.#say(noTypes);
      this.#settle();
    } else if (!exchange.inTransaction || exchange.ending) this.#close();
    // It will be rolled back: nothing of it was stored.
    else for (const refusal of exchange.refusals(this.#lost?.message ?? 'lost')) this.#say(refusal);
  }

  #close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    if (this.#lost) this.emit('error', this.#lost);
    this.emit('close', this.#lost !== undefined);
  }

  #say(data: Buffer): void {
    this.#speaking(this, () => this.emit('data', data));
  }

  #hear(type: number, body: Buffer | undefined): void {
    if (type === said.key) this.key = body && Buffer.from(body.subarray(0, 8));
    if (type === said.error && this.#exchange.askingTypes && body) this.fail(connectionErrorOf(body));
    else this.#exchange.heard(type, body);
  }

  write(data: Buffer, done?: () => void): boolean {
    this.#exchange.sent(data);
    if (!this.#lost) return this.#raw?.write(data, done) ?? true;
    process.nextTick(() => this.#settle());
    return true;
  }

  /** The driver says farewell; nothing is waited for. */
  end(farewell: Buffer): void {
    this.#lost ??= connectionError('CONNECTION_ENDED', 'the connection was ended');
    if (this.#raw?.writable) {
      this.#raw.write(farewell);
      this.#raw.destroySoon();
    } else this.#raw?.destroy();
    this.readyState = 'closed';
    setImmediate(() => this.emit('close', false));
  }

  destroy(): void {
    this.fail(connectionError('CONNECT_TIMEOUT', 'the database did not answer in time'));
  }

  pause(): void {
    this.#raw?.pause();
  }

  resume(): void {
    this.#raw?.resume();
  }
}
