import { asked, errorMessage, idle, readyInFailedTransaction, said, typesOf } from './protocol.ts';

/** What was asked on a connection and what is still owed: the state that decides how its loss can be told. */
export class ProtocolState {
  /** The driver's greeting is out. */
  greeted = false;
  /** The server has let it in. */
  established = false;
  /** The driver is bound to write something, or holds it already. */
  pending = true;
  /** The driver has given up or finished its transaction. */
  ending = false;
  /** Asking for the types of the database, before anything else: the driver has nobody to tell that this failed. */
  askingTypes = false;
  /** When the statement under way was sent. */
  busySince = 0;
  #status = idle;
  #spoken = false;
  /** Answers that are to end with "ready". */
  #owed = 0;
  /** Asked for the description of a statement, which comes without "ready". */
  #describing = false;
  /** What is owed has been answered with an error so far. */
  #failed = false;
  /** The statements that are owed an answer, the one under way first. */
  readonly #statements: string[] = [];

  get inTransaction(): boolean {
    return this.#status !== idle;
  }

  /** Since when nothing is asked inside a transaction; undefined when something is, or none is open. */
  get idleInTransactionSince(): number | undefined {
    return this.inTransaction && !this.waits && !this.pending ? this.busySince : undefined;
  }

  /** The statement under way only reads, as far as its words tell. */
  get reads(): boolean {
    return !this.inTransaction && isRead(this.#statements[0] ?? '');
  }

  /** An answer is owed. */
  get waits(): boolean {
    return this.#owed > 0 || this.#describing || (this.greeted && !this.established);
  }

  /** The driver is about to write this statement. */
  expect(statement: string): void {
    this.pending = true;
    this.#statements.push(statement);
    if (this.inTransaction && /^\s*(commit|rollback)\s*$/i.test(statement)) this.ending = true;
  }

  /** The driver writes. */
  sent(data: Buffer): void {
    this.pending = false;
    if (!this.greeted) {
      this.greeted = true;
      this.busySince = performance.now();
    } else if (this.established) this.#asked(data);
  }

  #asked(data: Buffer): void {
    if (this.#owed === 0 && !this.#describing) {
      this.busySince = performance.now();
      this.#failed = false;
    }
    if (!this.#spoken) this.askingTypes = data.includes('typarray');
    this.#spoken = true;
    for (const type of typesOf(data)) {
      if (type === asked.sync || type === asked.query) {
        this.#owed += 1;
        this.#describing = false;
      } else if (type === asked.flush) this.#describing = true;
    }
  }

  /** The server says a message, which the driver has yet to hear. */
  heard(type: number, body: Buffer | undefined): void {
    if (type === said.ready) this.#ready(body?.[0] ?? idle);
    else if (type === said.authentication) {
      const method = body?.readUInt32BE(0);
      if (method !== 0 && method !== 12) this.pending = true; // all others want an answer
    } else if (type === said.parameters || type === said.error) {
      // The driver goes on with the statement it had described, or ends it with a Sync.
      if (this.#describing) this.pending = true;
      if (type === said.error) this.#failed = this.#owed > 0 || this.#describing;
    }
  }

  #ready(status: number): void {
    this.#status = status;
    this.#owed = Math.max(0, this.#owed - 1);
    this.busySince = performance.now();
    this.#failed = false;
    this.ending = false;
    this.askingTypes = false;
    // The driver asks for the types of the database next, or for what it was opened for.
    if (!this.established) this.pending = true;
    else this.#statements.shift();
    this.established = true;
  }

  /** The answers that are owed inside a transaction whose connection is lost, each an error. */
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
