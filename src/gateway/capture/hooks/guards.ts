import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesCall } from '../../../handlers/shared/domain/client-calls.ts';

/**
 * The guarded calls of a session, as its hooks last received them: a hook asks the gateway only about these, so that no
 * other call waits for it.
 */
export type KnownGuards = {
  /** Patterns such as `Bash(git push*)`. */
  calls: string[];
  /** Answer while the gateway cannot be asked. */
  when_unavailable: 'allow' | 'deny';
  /** End of the workflow session, RFC 3339; absent for a preset that holds for every session. */
  until?: string | undefined;
  preset: string;
}[];

const folderOf = (dataDir: string): string => join(dataDir, 'guards');
const fileOf = (dataDir: string, name: string): string => join(folderOf(dataDir), `${name}.json`);
/** Session ids may be longer than a file name, and hold any character. */
const nameOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');
/** The guards of the preset for every session, for one that began while no gateway answered. */
const everywhere = 'everywhere';

/** A session's guards, and the workflow sessions that its calls of `apply_preset` returned. */
type Known = { guards: KnownGuards; workflow: string[] };

/** Keeps the guards of a session; each file is replaced as a whole. */
export function keepGuards(
  dataDir: string,
  sessionId: string,
  guards: KnownGuards,
  workflow: string[],
): void {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  write(dataDir, nameOf(sessionId), { guards, workflow });
  const lasting = guards.filter(({ until }) => until === undefined);
  write(dataDir, everywhere, { guards: lasting, workflow: [] });
}

function write(dataDir: string, name: string, known: Known): void {
  const draft = fileOf(dataDir, `${name}.${process.pid}`);
  writeFileSync(draft, JSON.stringify(known), { mode: 0o600 });
  renameSync(draft, fileOf(dataDir, name));
}

export const forgetGuards = (dataDir: string, sessionId: string): void =>
  rmSync(fileOf(dataDir, nameOf(sessionId)), { force: true });

/**
 * The known guards that a call meets; none where no preset guards anything.
 *
 * @param refresh reads them from the gateway again, where the kept ones are damaged.
 */
export async function guardsMet(
  dataDir: string,
  sessionId: string,
  call: { tool: string; input: unknown },
  now: Date,
  refresh: () => Promise<void>,
): Promise<KnownGuards> {
  let own = read(dataDir, nameOf(sessionId));
  if (own === 'damaged') {
    forgetGuards(dataDir, sessionId);
    await refresh();
    own = read(dataDir, nameOf(sessionId));
  }
  const known = usable(own) ?? usable(read(dataDir, everywhere));
  return (known?.guards ?? []).filter(
    ({ calls, until }) =>
      (until === undefined || Date.parse(until) > now.getTime()) &&
      calls.some((pattern) => matchesCall(pattern, call, 'guard')),
  );
}

/** The workflow sessions known for a client's session. */
export const workflowOf = (dataDir: string, sessionId: string): string[] =>
  usable(read(dataDir, nameOf(sessionId)))?.workflow ?? [];

const usable = (known: Known | 'damaged' | undefined): Known | undefined =>
  known === 'damaged' ? undefined : known;

/** @returns `damaged` for a file that cannot be read or was cut, as by a full disk. */
function read(dataDir: string, name: string): Known | 'damaged' | undefined {
  try {
    const known: Known = JSON.parse(readFileSync(fileOf(dataDir, name), 'utf8'));
    return Array.isArray(known?.guards) && Array.isArray(known.workflow) ? known : 'damaged';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : 'damaged';
  }
}
