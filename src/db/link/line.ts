import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import {
  asked,
  errorMessage,
  fieldOf,
  idle,
  noTypes,
  readyInFailedTransaction,
  said,
  typesOf,
  WholeMessages,
} from './messages.ts';

/** Why a connection was lost; `code` says whether a statement may have been carried out. */
export type Loss = Error & { code: string };

export const loss = (code: string, message: string): Loss => Object.assign(new Error(message), { code });

const lossOf = (error: Buffer): Loss =>
  loss(fieldOf(error, 'C') ?? 'CONNECTION_CLOSED', fieldOf(error, 'M') ?? 'the database refused');

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
export class Line extends EventEmitter {
  /** The driver's number for this connection, once it is known. */
  driverId: number | undefined;
  /** Process id and secret, by which a statement can be cancelled. */
  key: Buffer | undefined;
  readyState: 'open' | 'closed' = 'open';
  #raw: Socket | undefined;
  #lost: Loss | undefined;
  /** The driver has said something that it has not written yet: its greeting, to begin with. */
  #pending = true;
  #greeted = false;
  #established = false;
  #spoken = false;
  #status = idle;
  /** It has sent its last words of a transaction. */
  #ending = false;
  /** Answers that are to end with "ready". */
  #owed = 0;
  /** Asked for the description of a statement, which comes without "ready". */
  #describing = false;
  #failed = false;
  /** Asking for the types of the database, before anything else: the driver has nobody to tell that this failed. */
  #askingTypes = false;
  #busySince = 0;
  #heardAt = 0;
  readonly #messages = new WholeMessages((type, body) => this.#hear(type, body));
  readonly #speaking: (line: Line, speak: () => void) => void;

  /** @param speaking runs what lets the driver act, so that it is known which line it acts on. */
  constructor(speaking: (line: Line, speak: () => void) => void) {
    super();
    this.#speaking = speaking;
  }

  /** Takes a connected socket; what comes from it goes to the driver in whole messages. */
  carry(raw: Socket): void {
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
    raw.on('error', (error: NodeJS.ErrnoException) =>
      this.lose(loss(error.code ?? 'ECONNRESET', error.message)),
    );
    raw.on('close', () => this.lose(loss('CONNECTION_CLOSED', 'the database closed the connection')));
  }

  /** Milliseconds in which an answer is owed and nothing was heard; undefined when none is. */
  silence(now: number): number | undefined {
    return this.#waits ? now - Math.max(this.#heardAt, this.#busySince) : undefined;
  }

  /**
   * Since when nothing has come of the statement under way, on the monotonic clock; undefined when none is, or when its
   * rows are not fetched.
   */
  get fruitlessSince(): number | undefined {
    if (!this.#waits || !this.#established || this.#raw?.isPaused()) return undefined;
    return Math.max(this.#busySince, this.#heardAt);
  }

  get #waits(): boolean {
    return !this.#lost && (this.#owed > 0 || this.#describing || (this.#greeted && !this.#established));
  }

  /** The driver is about to say this. */
  expect(statement: string): void {
    this.#pending = true;
    if (this.#status !== idle && /^\s*(commit|rollback)\s*$/i.test(statement)) this.#ending = true;
  }

  /** The connection is gone; the driver hears of it as soon as that is safe. */
  lose(reason: Loss): void {
    if (this.#lost) return;
    this.#lost = reason;
    this.#raw?.destroy();
    this.#settle();
    // While it is let in, the driver may owe an answer that it never gives: there is no statement to wait for.
    if (this.#greeted && !this.#established) setImmediate(() => setImmediate(() => this.#close()));
  }

  #settle(): void {
    if (this.#pending) return;
    if (this.#askingTypes) {
      this.#askingTypes = false;
      this.#say(noTypes);
      this.#settle();
    } else if (this.#status === idle || this.#ending) this.#close();
    else this.#fail();
  }

  #close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    if (this.#lost) this.emit('error', this.#lost);
    this.emit('close', this.#lost !== undefined);
  }

  /** Answers what is owed inside a transaction. It will be rolled back: nothing of it was stored. */
  #fail(): void {
    const error = errorMessage('08003', this.#lost?.message ?? 'the connection was lost');
    const answers: Buffer[] = [];
    for (; this.#owed > 0; this.#owed -= 1) {
      answers.push(...(this.#failed ? [] : [error]), readyInFailedTransaction);
      this.#failed = false;
    }
    if (this.#describing && !this.#failed) {
      answers.push(error);
      this.#failed = true;
    }
    for (const answer of answers) this.#say(answer);
  }

  #say(data: Buffer): void {
    this.#speaking(this, () => this.emit('data', data));
  }

  #hear(type: number, body: Buffer | undefined): void {
    if (type === said.ready) {
      this.#status = body?.[0] ?? idle;
      this.#owed = Math.max(0, this.#owed - 1);
      this.#busySince = performance.now();
      this.#failed = false;
      this.#ending = false;
      this.#askingTypes = false;
      // The driver asks for the types of the database next, or for what it was opened for.
      if (!this.#established) this.#pending = true;
      this.#established = true;
    } else if (type === said.authentication) {
      const method = body?.readUInt32BE(0);
      if (method !== 0 && method !== 12) this.#pending = true; // all others want an answer
    } else if (type === said.key) this.key = body && Buffer.from(body.subarray(0, 8));
    else if (type === said.error && this.#askingTypes && body) this.lose(lossOf(body));
    else if (type === said.parameters || type === said.error) {
      // It goes on with the statement, or ends it with a Sync.
      if (this.#describing) this.#pending = true;
      if (type === said.error) this.#failed = this.#owed > 0 || this.#describing;
    }
  }

  // What the driver does with a socket.

  write(data: Buffer, done?: () => void): boolean {
    this.#pending = false;
    if (!this.#greeted) {
      this.#greeted = true;
      this.#busySince = performance.now();
    } else if (this.#established) this.#note(data);
    if (this.#lost) {
      process.nextTick(() => this.#settle());
      return true;
    }
    return this.#raw?.write(data, done) ?? true;
  }

  #note(data: Buffer): void {
    if (this.#owed === 0 && !this.#describing) {
      this.#busySince = performance.now();
      this.#failed = false;
    }
    if (!this.#spoken) this.#askingTypes = data.includes('typarray');
    this.#spoken = true;
    for (const type of typesOf(data)) {
      if (type === asked.sync || type === asked.query) {
        this.#owed += 1;
        this.#describing = false;
      } else if (type === asked.flush) this.#describing = true;
    }
  }

  /** The driver says farewell; nothing is waited for. */
  end(farewell: Buffer): void {
    this.#lost ??= loss('CONNECTION_ENDED', 'the connection was ended');
    if (this.#raw?.writable) {
      this.#raw.write(farewell);
      this.#raw.destroySoon();
    } else this.#raw?.destroy();
    this.readyState = 'closed';
    setImmediate(() => this.emit('close', false));
  }

  destroy(): void {
    this.lose(loss('CONNECT_TIMEOUT', 'the database did not answer in time'));
  }

  pause(): void {
    this.#raw?.pause();
  }

  resume(): void {
    this.#raw?.resume();
  }
}
