import { join } from 'node:path';
import { type Client, headersOf } from './client.ts';

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  signs: ({ home }) => [join(home, '.cursor')],
  file: ({ home }) => ({
    path: join(home, '.cursor', 'mcp.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ url: target.url, ...headersOf(target) }),
  }),
};
