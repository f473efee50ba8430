import { v7 as uuidv7 } from 'uuid';

/**
 * The only source of time and randomness; all other code is given it. Runs wherever the gateway does, including the
 * edge.
 */

export const clock = (): Date => new Date();

/** Random bytes are drawn for many ids at once: a draw costs ten times as much as the rest of an id. */
const drawn = new Uint8Array(4096);
const bytesOfId = 16;
let used = drawn.length;
let msecs = 0;
let sequence = 0;

/** A UUID of version 7, so that new rows are adjacent in their indexes; greater than every one before it. */
export const newId = (): string => {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, used + bytesOfId);
  used += bytesOfId;
  const now = Date.now();
  sequence = (sequence + 1) | 0;
  if (now > msecs) {
    msecs = now;
    // The highest bit is left free, so that the numbers of a millisecond do not start again at 0.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) & 0x7fffffff;
  } else if (sequence === 0) msecs += 1;
  return uuidv7({ random, msecs, seq: sequence });
};

/** An unguessable id for sessions, and cheap enough for every request. */
export const randomId = (): string => crypto.randomUUID();

/** A signing key for the lifetime of the process. */
export const randomKey = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/** 256 random bits as base64url, 43 characters, for one-time tokens. */
export const newSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
