import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Gateway = { pid: number; url: string; stop(): Promise<void> };

/** This build. */
export const ownMain = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Starts a built gateway on a database, as `npm start` does, with a data directory of its own. */
export async function startGateway(
  database: string,
  main = ownMain,
  flags: readonly string[] = [],
): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  const env = {
    ...process.env,
    DATABASE_URL: database,
    DEWEY_DATA_DIR: folder,
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
    DEWEY_WATCH: 'off',
    DEWEY_LOG_LEVEL: 'warn',
  };
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=8', ...flags, main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout || child.pid === undefined) throw new Error(`${main} could not be started`);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /http:\S+(?=\/mcp)/.exec(line)?.[0];
  if (url === undefined) throw new Error(`the server did not start: ${line}`);
  return {
    pid: child.pid,
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
