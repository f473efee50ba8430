import {
  type CaptureSource,
  type CaptureVersion,
  type Fullness,
  fullness,
} from '../../../db/capture/version.ts';
import type { Metadata } from '../../../db/schema/conversations.ts';

export { type Fullness, fullness };
export type Source = CaptureSource;

/** A call of a tool, kept apart until secrets are removed from its input. */
export type ToolCall = { id?: string | undefined; name: string; input: unknown };

/** One message as every format and every way in describes it, secrets and all. */
export type CapturedMessage = CaptureVersion & { type: 'message'; source: Source; call?: ToolCall };

/** A message the source took back. */
export type Retraction = { type: 'retract'; source: Source; ids: string[] };

/** Something that is not a message, by reason, so that a summary accounts for every line. */
export type Skipped = { type: 'skip'; reason: string };

export type Captured = CapturedMessage | Retraction | Skipped;

export const skip = (reason: string): Skipped => ({ type: 'skip', reason });

/** Reads a field of something that may not be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
};

/** JSON with keys in order: the same input reads the same wherever it was seen. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );
}

/** Drops what is undefined, null or empty, so that metadata says only what there is to say. */
export function compact(metadata: Record<string, unknown>): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
