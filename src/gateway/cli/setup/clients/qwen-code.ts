import { join } from 'node:path';
import { type Client, headersOf, type Machine } from './client.ts';

const folder = ({ home, env }: Machine): string => env.QWEN_HOME || join(home, '.qwen');

/** A descendant of Gemini CLI, with the same entries. */
export const qwenCode: Client = {
  id: 'qwen-code',
  name: 'Qwen Code',
  signs: (machine) => [folder(machine)],
  file: (machine) => ({
    path: join(folder(machine), 'settings.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ httpUrl: target.url, ...headersOf(target) }),
  }),
};
