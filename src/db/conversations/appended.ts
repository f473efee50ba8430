import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';

/** A message to store in an existing conversation. */
export type NewMessage = {
  id: string;
  conversationId: string;
  role: Role;
  content: string;
  metadata?: Metadata | undefined;
  externalId?: string | undefined;
  createdAt?: string | undefined;
};

/**
 * The outcome for a message. `duplicate`: this is an existing message with the same external id; `differs` is then true
 * if its role or content is different.
 */
export type Appended =
  | { status: 'stored'; id: string; turn: number; createdAt: string }
  | { status: 'duplicate'; id: string; turn: number; createdAt: string; differs: boolean }
  | { status: 'no_conversation' };

export type AppendedRow = {
  id: string | null;
  turn: number;
  createdAt: string;
  duplicate: boolean;
  differs: boolean;
};

export const toAppended = (row: AppendedRow): Appended => {
  if (row.id === null) return { status: 'no_conversation' };
  const place = { id: row.id, turn: row.turn, createdAt: rfc3339(row.createdAt) };
  return row.duplicate
    ? { status: 'duplicate', ...place, differs: row.differs }
    : { status: 'stored', ...place };
};
