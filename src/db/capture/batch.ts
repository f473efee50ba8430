import type { RawLines } from './raw.ts';
import type { CaptureFacts, CaptureSource, CaptureVersion } from './version.ts';

/** A reader's offset after this batch. */
export type ReaderPosition = {
  reader: string;
  fingerprint?: string;
  position: number;
  /** The state that the reader needs next, given the row that the next batch follows. */
  state?: (last: string | undefined) => unknown;
};

export type CaptureBatch = {
  source: CaptureSource;
  /** In the order of the source when `ordered`, else as they arrived. */
  versions: readonly CaptureVersion[];
  /** Ids of messages that the source retracted. */
  retracted?: readonly string[];
  /** True for a source's own record, whose order is authoritative; hooks arrive in any order. */
  ordered: boolean;
  /** The row before the first one: `last` of the previous batch. */
  after?: string | undefined;
  /** Nothing before this batch will change any more: unfinished messages are marked as interrupted. */
  settled?: boolean;
  raw?: RawLines | undefined;
  facts?: CaptureFacts | undefined;
  positions?: readonly ReaderPosition[];
  /** Restores a deleted conversation. */
  revive?: boolean;
};

export type CaptureOutcome = {
  conversationId: string | undefined;
  /** The last row, in turn order, that the batch referred to. */
  last?: string | undefined;
  stored: number;
  completed: number;
  duplicates: number;
  retracted: number;
  /** Messages not stored, because a user deleted the conversation. */
  deleted: number;
};

export type CaptureHelp = {
  newId: () => string;
  /** Removes secrets from a text that was joined from parts. */
  clean: (text: string) => string;
};
