import { v7 as uuidv7 } from 'uuid';

/** The one source of time and chance; everything else is given it. Runs wherever the gateway does, the edge included. */

export const clock = (): Date => new Date();

/** A UUID of version 7, so that new rows land next to each other in their indexes. */
export const newId = (): string => uuidv7();

/** An id nobody can guess, for sessions, and cheap enough for every request. */
export const randomId = (): string => crypto.randomUUID();

/** A key to sign with, for as long as the process lives. */
export const randomKey = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/** 256 random bits as base64url, 43 characters: a token that is given out once. */
export const newSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
