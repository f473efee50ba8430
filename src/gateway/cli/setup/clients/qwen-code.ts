import { join } from 'node:path';
import { type Client, headersOf } from './client.ts';

/** A descendant of Gemini CLI, with the same entries. */
export const qwenCode: Client = {
  id: 'qwen-code',
  name: 'Qwen Code',
  signs: ({ home }) => [join(home, '.qwen')],
  file: ({ home }) => ({
    path: join(home, '.qwen', 'settings.json'),
    format: 'json',
    servers: () => ['mcpServers'],
    entry: (target) => ({ httpUrl: target.url, ...headersOf(target) }),
  }),
};
