import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Cursor's agent on the command line keeps its transcripts. */
export const cursorProjects = (): string => join(homedir(), '.cursor', 'projects');

/** Where it keeps the store of each chat; the latter where the system names a folder for settings. */
export const cursorChats = (): string[] =>
  [join(homedir(), '.cursor'), join(homedir(), '.config', 'cursor')].map((folder) => join(folder, 'chats'));

/**
 * The places of its sessions, and the shapes of what is there: a transcript for each, in a folder of its own or not, and for
 * each subagent; and a store for each.
 */
export function cursorAgentPlaces(): { folder: string; shape: readonly RegExp[] }[] {
  const [all, file] = [[/./, /^agent-transcripts$/], /\.jsonl$/];
  return [
    ...[[file], [/./, file], [/./, /^subagents$/, file]].map((below) => ({
      folder: cursorProjects(),
      shape: [...all, ...below],
    })),
    ...cursorChats().map((folder) => ({ folder, shape: [/./, /./, /^store\.db$/] })),
  ];
}
