import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { type ConnectionError, connectionError, connectionErrorOf } from './connection-error.ts';
import { endsConnection, noTypes, readyIdle, serverMessage, WholeMessages } from './protocol.ts';
import { ProtocolState } from './protocol-state.ts';
import { tlsError } from './tls.ts';

/**
 * The socket passed to postgres.js: a connection to the server that can fail safely.
 *
 * The driver (3.4.9) mishandles a socket that closes at the wrong moment. It keeps unwritten data for its next
 * connection, which then hangs; and it writes further statements of a transaction to the closed socket, which ends the
 * process, or to its replacement, outside of any transaction. So this socket reports its loss only when the driver has
 * no unwritten data. Inside a transaction it first answers every statement with an error, as a server would, until the
 * driver abandons the transaction.
 *
 * It also tracks whether a reply is outstanding, and since when.
 */
export class DriverSocket extends EventEmitter {
  /** The driver's id of this connection, once known. */
  driverId: number | undefined;
  /** Process id and secret, needed to cancel a statement. */
  key: Buffer | undefined;
  readyState: 'open' | 'closed' = 'open';
  #raw: Socket | undefined;
  #lost: ConnectionError | undefined;
  #receivedAt = 0;
  readonly #protocol = new ProtocolState();
  readonly #messages = new WholeMessages((type, body) => this.#receive(type, body));
  readonly #runAs: (connection: DriverSocket, act: () => void) => void;

  /** @param runAs runs a callback into the driver, and records which connection it acts on. */
  constructor(runAs: (connection: DriverSocket, act: () => void) => void) {
    super();
    this.#runAs = runAs;
  }

  /** Uses a connected socket; received data is delivered to the driver in whole messages. */
  attach(raw: Socket): void {
    // Lost before it was there: nothing else would end it.
    if (this.#lost || this.readyState === 'closed') {
      raw.destroy();
      return;
    }
    this.#raw = raw;
    raw.setNoDelay(true);
    raw.setKeepAlive(true, 30_000);
    raw.on('data', (chunk) => {
      this.#receivedAt = performance.now();
      for (const whole of this.#messages.take(chunk)) if (!this.#lost) this.#deliver(whole);
    });
    raw.on('drain', () => this.emit('drain'));
    raw.on('error', (error: NodeJS.ErrnoException) => this.fail(tlsError(error)));
    raw.on('close', () =>
      this.fail(connectionError('CONNECTION_CLOSED', 'the database closed the connection')),
    );
  }

  /** Milliseconds without data while a reply is outstanding; undefined when none is. */
  silence(now: number): number | undefined {
    if (this.#lost || !this.#protocol.waits) return undefined;
    return now - Math.max(this.#receivedAt, this.#protocol.busySince);
  }

  /**
   * When the running statement last made progress, on the monotonic clock; undefined when none is running, or while the
   * driver does not fetch its rows.
   */
  get stalledSince(): number | undefined {
    const { established, waits, busySince } = this.#protocol;
    if (this.#lost || !established || !waits || this.#raw?.isPaused()) return undefined;
    return Math.max(busySince, this.#receivedAt);
  }

  /** Since when an open transaction is idle, on the monotonic clock. */
  get idleInTransactionSince(): number | undefined {
    return this.#lost ? undefined : this.#protocol.idleInTransactionSince;
  }

  /** True when no statement is running and no transaction is open. */
  get quiet(): boolean {
    const { established, waits, inTransaction } = this.#protocol;
    return established && !waits && !inTransaction;
  }

  /** True when the running statement only reads. */
  get reads(): boolean {
    return this.#protocol.reads;
  }

  /** True while the driver fetches the database's types; it does not report that this failed. */
  get fetchingTypes(): boolean {
    return this.#protocol.fetchingTypes;
  }

  /** Announces a statement that the driver is about to write. */
  expect(statement: string): void {
    this.#protocol.expect(statement);
  }

  /** Marks the connection as lost; the driver is notified as soon as that is safe. */
  fail(reason: ConnectionError): void {
    if (this.#lost) return;
    this.#lost = reason;
    this.#raw?.destroy();
    this.#settle();
    // During authentication the driver may owe a message that it never sends; there is no statement to wait for.
    const { greeted, established } = this.#protocol;
    if (greeted && !established) setImmediate(() => setImmediate(() => this.#close()));
  }

  #settle(): void {
    const protocol = this.#protocol;
    if (protocol.pending) return;
    if (protocol.fetchingTypes) {
      protocol.fetchingTypes = false;
      this.#deliver(noTypes);
      this.#settle();
    } else if (!protocol.inTransaction || protocol.ending) {
      if (protocol.takeFailure()) {
        this.#deliver(readyIdle); // the driver would keep the error, as below
        this.#settle();
      } else this.#close();
    }
    // The transaction will be rolled back: nothing of it was stored.
    else for (const refusal of protocol.refusals(this.#lost?.message ?? 'lost')) this.#deliver(refusal);
  }

  #close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    if (this.#lost) this.emit('error', this.#lost);
    this.emit('close', this.#lost !== undefined);
  }

  #deliver(data: Buffer): void {
    this.#runAs(this, () => this.emit('data', data));
  }

  /**
   * @returns false for an error that ends the connection: the driver would keep it, and reject the first statement of its
   *   next connection with it.
   */
  #receive(type: number, body: Buffer | undefined): boolean {
    if (type === serverMessage.key) this.key = body && Buffer.from(body.subarray(0, 8));
    const { established, fetchingTypes } = this.#protocol;
    if (type === serverMessage.error && body && (!established || fetchingTypes || endsConnection(body))) {
      const reason = connectionErrorOf(body);
      setImmediate(() => this.fail(reason)); // what came before it is delivered first
      return false;
    }
    this.#protocol.received(type, body);
    return true;
  }

  write(data: Buffer, done?: () => void): boolean {
    this.#protocol.sent(data);
    if (!this.#lost) return this.#raw?.write(data, done) ?? true;
    process.nextTick(() => this.#settle());
    return true;
  }

  /** The driver terminates the connection; does not wait. */
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
