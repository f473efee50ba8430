import { beforeAll, vi } from 'vitest';
import { runCommand } from '../../src/gateway/cli/commands.ts';
import { variableNames } from '../../src/gateway/config/env.ts';
import { commonDataDir } from './common-data-dir.ts';
import { useDataDirs } from './datadir.ts';

export type Ended = { code: number; out: string; err: string };

const signals = ['SIGTERM', 'SIGINT'] as const;

let last: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, one at a time: faster than a separate process, and it counts for coverage. */
export function runHere(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended = last.then(async () => {
    const printed = { out: '', err: '' };
    const into = (where: 'out' | 'err') => (text: string | Uint8Array) => {
      printed[where] += text;
      return true;
    };
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
      vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
    ];
    const given: Record<string, string> = { ...commonDataDir(), ...env };
    for (const name of variableNames) vi.stubEnv(name, given[name]);
    const before = signals.map((name) => process.listeners(name));
    try {
      // Where the tests run is their own affair.
      const { DEWEY_TEST_ON: _, ...own } = process.env;
      return { code: await runCommand(['node', 'dewey', ...args], own), ...printed };
    } finally {
      for (const spy of spies) spy.mockRestore();
      // In a separate process they would have ended with it.
      for (const [i, name] of signals.entries())
        for (const listener of process.listeners(name))
          if (!before[i]?.includes(listener)) process.removeListener(name, listener);
      vi.unstubAllEnvs();
    }
  });
  last = ended.catch(() => undefined);
  return ended;
}

/** Runs commands on a lake, with a data directory for the test file, and parses their output as JSON. */
export function useCommands(lake: { url: string }) {
  const dataDir = useDataDirs();
  const env: Record<string, string> = {}; // filled before the first test runs
  beforeAll(async () => {
    Object.assign(env, { DATABASE_URL: lake.url, DEWEY_DATA_DIR: await dataDir(), DEWEY_LOCAL_MODEL: 'off' });
  });
  const dewey = async (...args: string[]) => {
    const { code, out, err } = await runHere([...args, '--json'], env);
    return { code, err, ...(out ? JSON.parse(out) : {}) };
  };
  return { env, dewey };
}
