import { fieldOf } from './messages.ts';

/** Why a connection was lost; `code` says whether a statement may have been carried out. */
export type Loss = Error & { code: string };

export const loss = (code: string, message: string): Loss => Object.assign(new Error(message), { code });

/** As the server told it. */
export const lossOf = (error: Buffer): Loss =>
  loss(fieldOf(error, 'C') ?? 'CONNECTION_CLOSED', fieldOf(error, 'M') ?? 'the database refused');
