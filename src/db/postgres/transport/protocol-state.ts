import {
  clientMessage,
  errorMessage,
  idle,
  readyInFailedTransaction,
  serverMessage,
  typesOf,
} from './protocol.ts';

/** Tracks requests and outstanding replies of a connection, which decide how its loss can be reported to the driver. */
export class ProtocolState {
  /** The driver has sent its startup message. */
  greeted = false;
  /** The server has accepted the connection. */
  established = false;
  /** The driver is going to write, or already has unwritten data. */
  pending = true;
  /** The driver is ending its transaction. */
  ending = false;
  /** The driver fetches the database's types, before any other statement; it does not report that this failed. */
  fetchingTypes = false;
  /** When the running statement was sent, or the last reply was complete; on the monotonic clock. */
  busySince = 0;
  #status = idle;
  #firstSent = false;
  /** Outstanding replies that end with ReadyForQuery. */
  #owed = 0;
  /** Waiting for the description of a statement, which comes without ReadyForQuery. */
  #describing = false;
  /** The outstanding reply has already reported an error. */
  #failed = false;
  /** The statements without a reply yet, the running one first. */
  readonly #statements: string[] = [];

  get inTransaction(): boolean {
    return this.#status !== idle;
  }

  /** Since when a transaction is idle; undefined when it is busy or none is open. */
  get idleInTransactionSince(): number | undefined {
    return this.inTransaction && !this.waits && !this.pending ? this.busySince : undefined;
  }

  /** True when the running statement only reads, judged by its keywords. */
  get reads(): boolean {
    return !this.inTransaction && isRead(this.#statements[0] ?? '');
  }

  /** True when a reply is outstanding. */
  get waits(): boolean {
    return this.#owed > 0 || this.#describing || (this.greeted && !this.established);
  }

  /** Announces a statement that the driver is about to write. */
  expect(statement: string): void {
    this.pending = true;
    this.#statements.push(statement);
    if (this.inTransaction && /^\s*(commit|rollback)\s*$/i.test(statement)) this.ending = true;
  }

  /** Records data that the driver writes. */
  sent(data: Buffer): void {
    this.pending = false;
    if (!this.greeted) {
      this.greeted = true;
      this.busySince = performance.now();
    } else if (this.established) this.#request(data);
  }

  #request(data: Buffer): void {
    if (this.#owed === 0 && !this.#describing) {
      this.busySince = performance.now();
      this.#failed = false;
    }
    if (!this.#firstSent) this.fetchingTypes = data.includes('typarray');
    this.#firstSent = true;
    for (const type of typesOf(data)) {
      if (type === clientMessage.sync || type === clientMessage.query) {
        this.#owed += 1;
        this.#describing = false;
      } else if (type === clientMessage.flush) this.#describing = true;
    }
  }

  /** Records a message of the server before it is delivered to the driver. */
  received(type: number, body: Buffer | undefined): void {
    if (type === serverMessage.ready) this.#ready(body?.[0] ?? idle);
    else if (type === serverMessage.authentication) {
      const method = body?.readUInt32BE(0);
      if (method !== 0 && method !== 12) this.pending = true; // all others require a response
    } else if (type === serverMessage.parameters || type === serverMessage.error) {
      // The driver then executes the described statement, or ends it with a Sync. Replies to statements before it come first.
      if (this.#describing && this.#owed === 0) this.pending = true;
      if (type === serverMessage.error) this.#failed = this.#owed > 0 || this.#describing;
    }
  }

  #ready(status: number): void {
    this.#status = status;
    this.#owed = Math.max(0, this.#owed - 1);
    this.busySince = performance.now();
    this.#failed = false;
    this.ending = false;
    this.fetchingTypes = false;
    // The driver next fetches the types, or sends its first statement.
    if (!this.established) this.pending = true;
    else this.#statements.shift();
    this.established = true;
  }

  /** True, once, when the driver has got an error without the ReadyForQuery after it. */
  takeFailure(): boolean {
    const failed = this.#failed;
    this.#failed = false;
    return failed;
  }

  /** Builds the outstanding replies of a transaction whose connection is lost, each an error. */
  refusals(reason: string): Buffer[] {
    const error = errorMessage('08003', reason);
    const answers: Buffer[] = [];
    for (; this.#owed > 0; this.#owed -= 1) {
      answers.push(...(this.#failed ? [] : [error]), readyInFailedTransaction);
      this.#failed = false;
    }
    if (this.#describing && !this.#failed) {
      answers.push(error);
      this.#failed = true;
    }
    return answers;
  }
}

const isRead = (statement: string): boolean =>
  /^\s*(select|with|values|show)\b/i.test(statement) &&
  !/\b(insert|update|delete|merge|for\s+(no\s+)?(key\s+)?share)\b/i.test(statement);
