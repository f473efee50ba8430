import { join } from 'node:path';
import { type Client, headersOf, type Machine } from './client.ts';

const folder = ({ home, env }: Machine): string => env.CODEX_HOME || join(home, '.codex');

export const codex: Client = {
  id: 'codex',
  name: 'Codex',
  signs: (machine) => [folder(machine)],
  file: (machine) => ({
    path: join(folder(machine), 'config.toml'),
    format: 'toml',
    servers: () => ['mcp_servers'],
    entry: (target) => ({ url: target.url, ...headersOf(target, 'http_headers') }),
  }),
};
