import { basename } from 'node:path';
import { type FoundFile, findFiles } from '../../capture/transcripts/find-files.ts';
import type { TranscriptFolder } from '../../config/transcript-folders.ts';

/** The sessions that an agent has left on this machine; `stores` are databases, which hold many. */
export type History = { agent: string; sessions: number; stores: number; files: FoundFile[] };

/** Transcripts of subagents belong to a session that is counted already. */
const isSession = (path: string): boolean =>
  !isStore(path) && !/^agent-/.test(basename(path)) && !/[\\/]subagents[\\/]/.test(path);

const isStore = (path: string): boolean => /\.(db|vscdb)$/.test(path);

/** @param folders where the agents keep their transcripts. */
export async function findHistory(folders: readonly TranscriptFolder[]): Promise<History[]> {
  const found = await Promise.all(
    [...new Set(folders.map(({ name }) => name))].map(async (agent): Promise<History> => {
      const files = (await findFiles(folders.filter(({ name }) => name === agent))).filter(
        (file) => 'bytes' in file,
      );
      const sessions = files.filter(({ path }) => isSession(path)).length;
      const stores = files.filter(({ path }) => isStore(path)).length;
      return { agent, sessions, stores, files };
    }),
  );
  return found.filter(({ files }) => files.length > 0);
}

/** "214 sessions of Claude Code and 3 of Codex", "3 sessions of Codex, and the store of Goose" */
export function describeHistory(found: readonly History[]): string {
  const counted = found
    .filter(({ sessions }) => sessions > 0)
    .map(({ agent, sessions }, at) =>
      at === 0
        ? `${sessions} ${sessions === 1 ? 'session' : 'sessions'} of ${agent}`
        : `${sessions} of ${agent}`,
    );
  const stores = found.filter(({ stores }) => stores > 0).map(({ agent }) => agent);
  const kept =
    stores.length > 0 ? `the ${stores.length === 1 ? 'store' : 'stores'} of ${listed(stores)}` : '';
  return [listed(counted), kept].filter((part) => part !== '').join(', and ');
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
