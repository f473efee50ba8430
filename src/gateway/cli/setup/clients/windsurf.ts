import { join } from 'node:path';
import { type Client, headersOf } from './client.ts';

export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  signs: ({ home }) => [join(home, '.codeium', 'windsurf')],
  file: ({ home }) => ({
    path: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ serverUrl: target.url, ...headersOf(target) }),
  }),
};
