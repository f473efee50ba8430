import { join } from 'node:path';
import { type Client, headersOf, type Machine } from './client.ts';

const folder = ({ home, env }: Machine): string =>
  join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');

/** Version 2 reads the entries of version 1 too; a file that already has those of version 2 gets one of them. */
const isSecondVersion = (content: unknown): boolean => {
  const mcp = (content as { mcp?: { servers?: unknown } } | null)?.mcp;
  return typeof mcp?.servers === 'object' && mcp.servers !== null && !('type' in mcp.servers);
};

export const opencode: Client = {
  id: 'opencode',
  name: 'OpenCode',
  signs: (machine) => [folder(machine)],
  file: (machine, exists) => {
    const plain = join(folder(machine), 'opencode.json');
    const commented = join(folder(machine), 'opencode.jsonc');
    return {
      path: !exists(plain) && exists(commented) ? commented : plain,
      format: 'json',
      servers: (content) => (isSecondVersion(content) ? ['mcp', 'servers'] : ['mcp']),
      entry: (target) => ({ type: 'remote', url: target.url, ...headersOf(target) }),
    };
  },
};
