/** PostgreSQL's wire protocol, version 3, as far as {@link DriverSocket} needs it. */

const code = (letter: string): number => letter.charCodeAt(0);

/** Types of messages from the server. */
export const serverMessage = {
  authentication: code('R'),
  error: code('E'),
  key: code('K'),
  parameters: code('t'),
  ready: code('Z'),
};

/** Types of messages from the client. */
export const clientMessage = { flush: code('H'), query: code('Q'), sync: code('S') };

/** Transaction status of a connection outside of a transaction. */
export const idle = code('I');

/** Longer messages are passed on in the chunks they arrived in, once complete. */
const joined = 4096;

/**
 * Called for each whole message before it is passed on; false withholds it, and what follows it. `body` is absent if it
 * arrived in chunks.
 */
type Seen = (type: number, body?: Buffer) => boolean;

/**
 * Splits the server's data into whole messages, so that messages of our own are never inserted into the middle of one.
 */
export class WholeMessages {
  #held: Buffer[] = [];
  #missing = 0;
  #type = 0;
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  /** Takes the next bytes and returns the messages that are now complete, in order. */
  take(received: Buffer): Buffer[] {
    const whole: Buffer[] = [];
    let chunk = received;
    if (this.#missing > 0) {
      const part = chunk.subarray(0, this.#missing);
      this.#held.push(part);
      this.#missing -= part.length;
      if (this.#missing > 0) return whole;
      this.#seen(this.#type);
      whole.push(...this.#held);
      this.#held = [];
      chunk = chunk.subarray(part.length);
    } else if (this.#held.length > 0) {
      chunk = Buffer.concat([...this.#held, chunk]);
      this.#held = [];
    }
    let end = 0;
    while (chunk.length - end >= 5) {
      const type = chunk[end] ?? 0;
      const next = end + 1 + chunk.readUInt32BE(end + 1);
      if (next > chunk.length) {
        if (next - end > joined) {
          this.#type = type;
          this.#missing = next - chunk.length;
        }
        break;
      }
      if (!this.#seen(type, chunk.subarray(end + 5, next))) {
        if (end > 0) whole.push(chunk.subarray(0, end));
        return whole;
      }
      end = next;
    }
    if (end > 0) whole.push(chunk.subarray(0, end));
    if (end < chunk.length) this.#held.push(chunk.subarray(end));
    return whole;
  }
}

/** The types of the messages in one write of the client, which always holds whole messages. */
export function* typesOf(sent: Buffer): Generator<number> {
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1)) yield sent[at] ?? 0;
}

/** Builds an ErrorResponse. */
export function errorMessage(sqlState: string, text: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${sqlState}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head[0] = serverMessage.error;
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Reads a field of an ErrorResponse: `C` is the SQLSTATE, `M` the message. */
export const fieldOf = (error: Buffer, letter: string): string | undefined =>
  error
    .toString()
    .split('\0')
    .find((field) => field.startsWith(letter))
    ?.slice(1);

/** True for an ErrorResponse after which the server closes the connection. */
export const endsConnection = (error: Buffer): boolean =>
  ['FATAL', 'PANIC'].includes(fieldOf(error, 'V') ?? '');

/** ReadyForQuery inside a failed transaction. */
export const readyInFailedTransaction = Buffer.from([serverMessage.ready, 0, 0, 0, 5, code('E')]);

/** ReadyForQuery outside of a transaction. */
export const readyIdle = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** CommandComplete without rows, then ReadyForQuery outside of a transaction. */
export const noTypes = Buffer.from(`C\0\0\0\x0dSELECT 0\0Z\0\0\0\x05I`, 'latin1');

/** Builds a CancelRequest for the statement of another connection, given that connection's key. */
export function cancelMessage(key: Buffer): Buffer {
  const message = Buffer.alloc(16);
  message.writeUInt32BE(16, 0);
  message.writeUInt32BE(80_877_102, 4);
  key.copy(message, 8, 0, 8);
  return message;
}

/** SSLRequest: asks the server to switch to TLS. */
export const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
