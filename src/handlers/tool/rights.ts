import type { Reader } from '../../db/artifacts/reader.ts';

/** What the key of a caller lets it see, whatever the tool: the one form in which limits of a key reach data. */
export type Rights = {
  /** Whose documents. */
  readonly reader: Reader;
  /** False when the rows of a toolset are kept from it. */
  sees(toolset: string): boolean;
};

/** The part of a handler's dependencies that says who calls. */
type Called = { call?: { key?: Rights | undefined; keyId?: string | undefined } | undefined };

/** Who reads documents in this call; undefined, which is everybody, without a key. */
export function readerOf({ call }: Called): Reader {
  if (call?.key) return call.key.reader;
  // A key whose rights nobody tells has the least.
  return call?.keyId === undefined ? undefined : { owner: `env:${call.keyId}`, admin: false };
}

/** Whether a call may use the rows of another toolset; without a key it may. */
export const sees = ({ call }: Called, toolset: string): boolean =>
  call?.key === undefined || call.key.sees(toolset);
