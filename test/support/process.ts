import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from './cli.ts';
import { commonDataDir } from './common-data-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A Dewey program in a separate process, with its output so far. */
export type Running = {
  child: ChildProcessWithoutNullStreams;
  pid: number;
  out(): string;
  err(): string;
  /** Resolves with the match as soon as the output matches; rejects if the process ends before. */
  says(pattern: RegExp, where?: 'out' | 'err'): Promise<RegExpExecArray>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
};

/** Runs a script, TypeScript or not, without this process's own configuration. */
export function runScript(file: string, args: readonly string[], env: Record<string, string> = {}): Running {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(DEWEY_|DATABASE_URL$|VITEST|NODE_OPTIONS$|NODE_V8_COVERAGE$)/.test(name),
  );
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, file, ...args], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...env },
  });
  const printed = { out: '', err: '' };
  const collect = (where: 'out' | 'err') => (chunk: Buffer) => {
    printed[where] += chunk.toString();
    child.emit('printed');
  };
  child.stdout.on('data', collect('out'));
  child.stderr.on('data', collect('err'));
  child.stdin.on('error', () => undefined); // the process ended before it read everything: see `ended`
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    child,
    pid: child.pid ?? 0,
    out: () => printed.out,
    err: () => printed.err,
    ended,
    says: (pattern, where = 'out') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(printed[where]);
          if (!match) return;
          child.off('printed', look);
          resolve(match);
        };
        child.on('printed', look);
        look();
        void ended.then((code) =>
          reject(new Error(`ended with ${code} before it said ${pattern}: ${printed.out}${printed.err}`)),
        );
      }),
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the `dewey` command. */
export const dewey = (args: readonly string[], env: Record<string, string> = {}): Running =>
  // Without the proxy's fixed port, and without the transcripts of the user who runs the tests.
  runScript(main, args, {
    DEWEY_PROXY_PORT: 'off',
    DEWEY_WATCH: 'off',
    DEWEY_LOCAL_MODEL: 'off',
    ...commonDataDir(),
    ...env,
  });

/** Starts `dewey serve` on a free port and waits for its ready line. */
export async function serve(env: Record<string, string>): Promise<Running & { url: string }> {
  const server = dewey(['serve'], { DEWEY_MCP_PORT: '0', ...env });
  const [, url = ''] = await server.says(/^Dewey is ready at (http:\/\/\S+)\/mcp$/m);
  return Object.assign(server, { url });
}

/** False if there is no such process, or if it is a zombie. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // it ended just now
  }
}
