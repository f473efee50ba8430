import { join } from 'node:path';
import { type Client, headersOf, type Machine } from './client.ts';

const folder = ({ home, env }: Machine): string => join(env.GEMINI_CLI_HOME || home, '.gemini');

/** `httpUrl` is Streamable HTTP; `url` would be the older transport. */
export const geminiCli: Client = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  signs: (machine) => [folder(machine)],
  file: (machine) => ({
    path: join(folder(machine), 'settings.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ httpUrl: target.url, ...headersOf(target) }),
  }),
};
