import type { Reader } from '../../db/artifacts/reader.ts';

/** What a caller's key may see, independent of the tool: the only form in which key limits reach the data layer. */
export type Rights = {
  /** Whose documents it may see. */
  readonly reader: Reader;
  /** The project that the key is limited to. */
  readonly project: string | undefined;
  /** False when rows of the toolset are hidden from the key. */
  sees(toolset: string): boolean;
};

/** The part of a handler's dependencies that identifies the caller. */
type Called = { call?: { key?: Rights | undefined; keyId?: string | undefined } | undefined };

/** The reader of documents in this call; without a key undefined, which sees everything. */
export function readerOf({ call }: Called): Reader {
  if (call?.key) return call.key.reader;
  // Without rights from the gateway, a key gets the least.
  return call?.keyId === undefined ? undefined : { owner: `env:${call.keyId}`, admin: false };
}

/** Whether a call may use rows of another toolset; always true without a key. */
export const sees = ({ call }: Called, toolset: string): boolean =>
  call?.key === undefined || call.key.sees(toolset);

/** The project that a call is limited to. */
export const projectOf = ({ call }: Called): string | undefined => call?.key?.project;
