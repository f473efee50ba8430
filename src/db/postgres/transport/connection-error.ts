import { fieldOf } from './protocol.ts';

/** Why a connection was lost; `code` says whether a statement may have been carried out. */
export type ConnectionError = Error & { code: string };

export const connectionError = (code: string, message: string): ConnectionError =>
  Object.assign(new Error(message), { code });

/** The connection error for an error message of the server. */
export const connectionErrorOf = (error: Buffer): ConnectionError =>
  connectionError(
    fieldOf(error, 'C') ?? 'CONNECTION_CLOSED',
    fieldOf(error, 'M') ?? 'the database refused the connection',
  );
