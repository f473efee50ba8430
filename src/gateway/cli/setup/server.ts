import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config/env.ts';
import { programFile } from '../../runtime/own-program.ts';
import { findRunning } from '../../runtime/server-file.ts';

/** A server to talk to during setup. */
export type Gateway = {
  url: string;
  /** Whether it goes on running afterwards. */
  stays: boolean;
  stop(): Promise<void>;
};

/** The address of the server that runs for this data directory, or that `DEWEY_URL` names. */
export async function runningGateway(config: Config): Promise<Gateway | undefined> {
  const none = async () => undefined;
  if (config.url !== undefined) return { url: config.url, stays: true, stop: none };
  const found = await findRunning(config);
  found?.agent.destroy();
  return found && { url: found.url, stays: true, stop: none };
}

/**
 * Starts a server for the time of the setup, in a process of its own. It follows no transcripts.
 *
 * @throws Error with what the server said when it does not start.
 */
export async function startGateway(env: NodeJS.ProcessEnv): Promise<Gateway> {
  const child = spawn(process.execPath, [programFile, 'serve'], {
    env: { ...env, DEWEY_WATCH: 'off', DEWEY_PROXY_PORT: 'off', DEWEY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const said = text(child.stderr);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await exited;
  };
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^Dewey is ready at (\S+)\/mcp$/.exec(line) ?? [];
    // The rest of its output is not read: there is none at this log level.
    if (url !== undefined) return { url, stays: false, stop };
  }
  await exited;
  throw new Error(
    `The server did not start: ${(await said).trim().replace(/^dewey: /, '') || 'it said nothing.'}`,
  );
}

/** Whether the server answers only to requests with a key. */
export async function requiresKey(url: string): Promise<boolean> {
  const { status } = await fetch(`${url}/tools`, { signal: AbortSignal.timeout(10_000) });
  return status === 401;
}
