import postgres from 'postgres';
import { fieldOf } from './protocol.ts';

/** Why a connection was lost; `code` says whether a statement may have been carried out. */
export type ConnectionError = Error & { code: string };

export const connectionError = (code: string, message: string): ConnectionError =>
  Object.assign(new Error(message), { code });

/** The connection error for an error message of the server. */
export const connectionErrorOf = (error: Buffer): ConnectionError => {
  const fields = {
    severity: fieldOf(error, 'V') ?? 'FATAL',
    code: fieldOf(error, 'C') ?? 'CONNECTION_CLOSED',
    message: fieldOf(error, 'M') ?? 'the database refused the connection',
  };
  return new postgres.PostgresError(fields as never); // its type says that it takes a text
};
