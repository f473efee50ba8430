import { join } from 'node:path';
import { type Client, configFolder, headersOf } from './client.ts';

/** The default profile's servers, as "MCP: Open User Configuration" opens them. */
export const vsCode: Client = {
  id: 'vs-code',
  name: 'VS Code',
  signs: (machine) => [join(configFolder(machine), 'Code', 'User')],
  file: (machine) => ({
    path: join(configFolder(machine), 'Code', 'User', 'mcp.json'),
    format: 'json',
    servers: () => ['servers'],
    entry: (target) => ({ type: 'http', url: target.url, ...headersOf(target) }),
  }),
};
