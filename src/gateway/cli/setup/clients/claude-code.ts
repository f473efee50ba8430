import { join } from 'node:path';
import { type Client, headersOf, type Machine } from './client.ts';

/** `CLAUDE_CONFIG_DIR` moves the folder, and the file that otherwise lies beside it into the folder. */
const folder = ({ home, env }: Machine): string => env.CLAUDE_CONFIG_DIR || join(home, '.claude');
const userFile = ({ home, env }: Machine): string => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');

/** Servers of the scope "user", as `claude mcp add --scope user` writes them; hooks in the user's settings. */
export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  signs: (machine) => [folder(machine), userFile(machine)],
  file: (machine) => ({
    path: userFile(machine),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ type: 'http', url: target.url, ...headersOf(target) }),
  }),
  hooks: (machine) => join(folder(machine), 'settings.json'),
};
