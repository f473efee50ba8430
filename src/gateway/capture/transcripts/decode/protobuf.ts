/** The fields of a message of Protocol Buffers, each as often as it is there, in order. */
export type Fields = {
  bytes(number: number): Uint8Array[];
  /** The last one, which is the one that counts. */
  text(number: number): string | undefined;
};

/** @returns undefined when it is no such message, or cut off. */
export function fieldsOf(message: Uint8Array): Fields | undefined {
  const found = new Map<number, Uint8Array[]>();
  const reader = new Reader(message);
  while (!reader.isAtEnd) {
    const key = reader.number();
    const length = key === undefined ? undefined : reader.lengthOf(key % 8);
    const bytes = length === undefined ? undefined : reader.take(length);
    if (key === undefined || key < 8 || !bytes) return undefined;
    if (key % 8 !== lengthDelimited) continue;
    const number = Math.floor(key / 8);
    const all = found.get(number);
    if (all) all.push(bytes);
    else found.set(number, [bytes]);
  }
  const bytes = (number: number) => found.get(number) ?? [];
  return { bytes, text: (number) => bytes(number).map(textOf).at(-1) };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** How a value is written. */
const [variable, fixed64, lengthDelimited, fixed32] = [0, 1, 2, 5];
/** Bytes of a number of 64 bits. */
const longest = 10;

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A number of variable length; exact as far as lengths and the numbers of fields go. */
  number(): number | undefined {
    let value = 0;
    for (let n = 0; n < longest; n += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return undefined;
      this.#at += 1;
      value += (byte % 128) * 128 ** n;
      if (byte < 128) return value;
    }
    return undefined;
  }

  /** The length of the value that follows; one of variable length is read. */
  lengthOf(type: number): number | undefined {
    if (type === variable) return this.number() === undefined ? undefined : 0;
    if (type === fixed64) return 8;
    if (type === fixed32) return 4;
    return type === lengthDelimited ? this.number() : undefined;
  }

  take(length: number): Uint8Array | undefined {
    const end = this.#at + length;
    if (end > this.#bytes.length) return undefined;
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }
}
