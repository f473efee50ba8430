import { join } from 'node:path';
import { type Client, configFolder } from './client.ts';

/** Its file takes programs only, which it starts with an environment of their own. */
export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  signs: (machine) => [join(configFolder(machine), 'Claude')],
  file: (machine) => ({
    path: join(configFolder(machine), 'Claude', 'claude_desktop_config.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: ({ program: { command, args, env } }) => ({ command, args, env }),
  }),
};
