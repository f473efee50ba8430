import {
  type CaptureFacts,
  type CaptureSource,
  type CaptureVersion,
  type Fullness,
  fullness,
} from '../../../db/capture/version.ts';
import type { Metadata } from '../../../db/schema/conversations.ts';
import type { MemoryType } from '../../../db/schema/vocabulary.ts';
import { isObject } from '../../../handlers/shared/domain/is-object.ts';

export { type Fullness, fullness };
export type Source = CaptureSource;

/** A tool call, kept structured until secrets are removed from its input. */
export type ToolCall = { id?: string | undefined; name: string; input: unknown };

/** What a message states that is kept as a memory as well; the statement is the text of the message. */
export type Statement = {
  type: MemoryType;
  /** From 0 to 1. */
  confidence: number;
  project?: string | undefined;
};

/** A message as read by any format or source, before redaction. */
export type CapturedMessage = CaptureVersion & {
  type: 'message';
  source: Source;
  call?: ToolCall;
  states?: Statement | undefined;
};

/** Messages that the source took back. */
export type Retraction = { type: 'retract'; source: Source; ids: string[] };

/** What the source says about a conversation besides its messages. */
export type About = { type: 'about'; source: Source; facts: CaptureFacts };

/** Input that is not a message, with the reason, so that a summary accounts for every line. */
export type Skipped = { type: 'skip'; reason: string };

/** What the user should know of the source, such as that it is only a part. */
export type Note = { type: 'note'; text: string };

export type Captured = CapturedMessage | Retraction | About | Skipped | Note;

export const skip = (reason: string): Skipped => ({ type: 'skip', reason });

export const note = (text: string): Note => ({ type: 'note', text });

/** Reads a field of a value that may not be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
};

/** JSON with sorted keys, so that equal inputs give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );
}

/** Drops fields that are undefined, null or empty. */
export function compact(metadata: Record<string, unknown>): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
