/** What is started at login, on any system. */
export type Service = {
  /** Program and arguments. */
  command: readonly string[];
  env: Record<string, string>;
  /** Where output goes on systems that keep no journal. */
  logFile: string;
  /** A file for the environment, on systems whose services have none of their own. */
  envFile: string;
};

/** How a system's service manager is driven. All of it is data, so that it can be looked at without that system. */
export type Manager = {
  name: string;
  /** Files that define the service; only their owner may read them, because the environment may hold secrets. */
  files: { path: string; text: string; encoding: 'utf8' | 'utf16le' }[];
  /** Commands that register the service, and start it now. */
  register: string[][];
  start: string[][];
  /** Commands that stop and forget it; those of a service that is not there fail, which does not matter. */
  remove: string[][];
  /** Commands after the files are removed. */
  afterwards: string[][];
  status: string[];
  logs: string[];
};

export const description = 'Dewey, a memory for AI agents';
