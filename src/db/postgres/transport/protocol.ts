/** PostgreSQL's wire protocol, version 3, as far as {@link DriverSocket} has to understand it. */

const code = (letter: string): number => letter.charCodeAt(0);

/** What the server says. */
export const said = {
  authentication: code('R'),
  error: code('E'),
  key: code('K'),
  parameters: code('t'),
  ready: code('Z'),
};

/** What the client says. */
export const asked = { flush: code('H'), query: code('Q'), sync: code('S') };

/** State of a connection that has no transaction open. */
export const idle = code('I');

/** Longer messages are handed on in the pieces they came in, once all of them are there. */
const joined = 4096;

/** Called for each whole message, before it is handed on. `body` is absent where it came in pieces. */
type Seen = (type: number, body?: Buffer) => void;

/**
 * Cuts what a server sends into whole messages, so that nothing of our own is ever put into the middle of one.
 */
export class WholeMessages {
  #held: Buffer[] = [];
  #missing = 0;
  #type = 0;
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  /** Takes the next bytes and returns what is whole by now, in order. */
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
      this.#seen(type, chunk.subarray(end + 5, next));
      end = next;
    }
    if (end > 0) whole.push(chunk.subarray(0, end));
    if (end < chunk.length) this.#held.push(chunk.subarray(end));
    return whole;
  }
}

/** The types of the messages in what a client sends at once, which are always whole. */
export function* typesOf(sent: Buffer): Generator<number> {
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1)) yield sent[at] ?? 0;
}

/** An error as a server reports it. */
export function errorMessage(sqlState: string, text: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${sqlState}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head[0] = said.error;
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A field of an error: `C` its SQLSTATE, `M` its text. */
export const fieldOf = (error: Buffer, letter: string): string | undefined =>
  error
    .toString()
    .split('\0')
    .find((field) => field.startsWith(letter))
    ?.slice(1);

/** "Ready for the next query", inside a transaction that has failed. */
export const readyInFailedTransaction = Buffer.from([said.ready, 0, 0, 0, 5, code('E')]);

/** "That was all: no rows", and ready for the next query, outside of any transaction. */
export const noTypes = Buffer.from(`C\0\0\0\x0dSELECT 0\0Z\0\0\0\x05I`, 'latin1');

/** Asks the server to give up the statement of another connection, which it knows by its key. */
export function cancelMessage(key: Buffer): Buffer {
  const message = Buffer.alloc(16);
  message.writeUInt32BE(16, 0);
  message.writeUInt32BE(80_877_102, 4);
  key.copy(message, 8, 0, 8);
  return message;
}

/** Asks the server to go on in TLS. */
export const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
