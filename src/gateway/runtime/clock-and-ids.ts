import { v7 as uuidv7 } from 'uuid';

/**
 * The only source of time and randomness; all other code is given it. Runs wherever the gateway does, including the
 * edge.
 */

export const clock = (): Date => new Date();

/** A UUID of version 7, so that new rows are adjacent in their indexes. */
export const newId = (): string => uuidv7();

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
