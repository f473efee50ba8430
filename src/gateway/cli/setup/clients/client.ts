import { join } from 'node:path';

/** What clients' files depend on. */
export type Machine = { home: string; platform: NodeJS.Platform; env: NodeJS.ProcessEnv };

/** How a client reaches Dewey: by address, or as a program that it starts itself. */
export type Target = {
  /** With `?toolsets=`. */
  url: string;
  /** For the `Authorization` header; undefined while no keys exist. */
  key: string | undefined;
  program: { command: string; args: string[]; env: Record<string, string> };
};

export type Entry = Record<string, unknown>;

/** A file with servers by name, in JSON (comments and trailing commas allowed) or TOML. */
export type ServerFile = {
  path: string;
  format: 'json' | 'toml';
  /** The path of the table of servers within the file. */
  servers(content: unknown): readonly string[];
  entry(target: Target): Entry;
};

/** A program that uses MCP servers. */
export type Client = {
  id: string;
  name: string;
  /** Files or folders of which at least one exists where the client is installed. */
  signs(machine: Machine): string[];
  /** @param exists whether a path exists; some clients take one of several names. */
  file(machine: Machine, exists: (path: string) => boolean): ServerFile;
  /** A settings file that takes the hooks of Claude Code. */
  hooks?(machine: Machine): string;
};

/** The name of our entry in every file. */
export const entryName = 'dewey';

/** The header with the key, under the name that a client gives to headers. */
export const headersOf = ({ key }: Target, name = 'headers'): Entry =>
  key === undefined ? {} : { [name]: { Authorization: `Bearer ${key}` } };

/** The folder for configurations of desktop programs. */
export function configFolder({ home, platform, env }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}
