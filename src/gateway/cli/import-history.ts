import { existsSync } from 'node:fs';
import type { Config } from '../config/env.ts';
import { agentNames, type TranscriptFolder } from '../config/transcript-folders.ts';
import { UsageError } from './run/usage.ts';
import { describeHistory, findHistory } from './setup/history.ts';

/** The folders of the agents on this machine, for a bare `dewey import`. */
export function historyFolders(config: Config): TranscriptFolder[] {
  const present = config.transcripts.filter(({ folder }) => existsSync(folder));
  if (present.length === 0)
    throw new UsageError(
      `There is no history of agents on this machine: nothing of ${agentNames(config.transcripts)}. Name files or folders to import.`,
    );
  return present;
}

/** What lies in those folders, such as `214 sessions of Claude Code and 3 of Codex`; undefined if nothing does. */
export async function historyText(config: Config): Promise<string | undefined> {
  return describeHistory(await findHistory(config.transcripts)) || undefined;
}
