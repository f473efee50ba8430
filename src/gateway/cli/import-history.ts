import { existsSync } from 'node:fs';
import { findFiles } from '../capture/transcripts/find-files.ts';
import type { Config } from '../config/env.ts';
import { UsageError } from './run/usage.ts';

/** The folders of the agents on this machine, for a bare `dewey import`. */
export function historyFolders(config: Config): string[] {
  const present = config.transcripts.filter((folder) => existsSync(folder));
  if (present.length === 0)
    throw new UsageError(
      `There is no history of agents on this machine: ${config.transcripts.join(', ')} do not exist. Name files or folders to import.`,
    );
  return present;
}

const agentOf = (folder: string): string =>
  /[/\\]sessions$/.test(folder) ? 'Codex' : /[/\\]tmp$/.test(folder) ? 'Gemini CLI' : 'Claude Code';

/** What lies in those folders, such as `214 sessions of Claude Code and 3 of Codex`; undefined if nothing does. */
export async function historyText(config: Config): Promise<string | undefined> {
  const counted = await Promise.all(
    config.transcripts.map(async (folder) => ({
      agent: agentOf(folder),
      count: (await findFiles([folder])).filter(
        (item) => 'bytes' in item && !/[/\\]subagents[/\\]/.test(item.path),
      ).length,
    })),
  );
  const some = counted.filter(({ count }) => count > 0);
  if (some.length === 0) return undefined;
  const parts = some.map(({ agent, count }, i) =>
    i === 0 ? `${count} ${count === 1 ? 'session' : 'sessions'} of ${agent}` : `${count} of ${agent}`,
  );
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}
