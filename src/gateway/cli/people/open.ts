import { spawn } from 'node:child_process';
import { readConfig } from '../../config/env.ts';
import { findRunning } from '../../runtime/server-file.ts';
import type { ExitCode } from '../run/program.ts';
import type { Json } from './run.ts';

export type OpenOptions = Json & { print?: boolean };

/** Prints the address of the viewer of the running server, and opens it in a browser where there is one. */
export async function open(env: NodeJS.ProcessEnv, options: OpenOptions): Promise<ExitCode> {
  const config = readConfig(env);
  const running = config.url === undefined ? await findRunning(config) : undefined;
  running?.agent.destroy();
  const server = config.url ?? running?.url;
  if (server === undefined)
    throw new Error(
      `No server is running for ${config.dataDir}. Start one with "dewey serve", or as a service.`,
    );
  const url = `${server}/`;
  const opens = !options.print && !options.json && openerOf(env);
  process.stdout.write(options.json ? `${JSON.stringify({ url })}\n` : `${url}\n`);
  if (opens) start(opens, url);
  return 0;
}

/** The program that opens an address; undefined where no browser can be shown, as over SSH. */
function openerOf(env: NodeJS.ProcessEnv): string[] | undefined {
  if (env.SSH_CONNECTION) return undefined;
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

function start([program = '', ...args]: readonly string[], url: string): void {
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  // The address has been printed, which has to be enough.
  child.on('error', () =>
    process.stderr.write(`dewey: ${program} is not installed; open the address yourself\n`),
  );
  child.unref();
}
