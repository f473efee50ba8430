import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { commonDataDir } from './common-data-dir.ts';

/** The program as users run it; it is built before the tests, see `cluster.ts`. */
export const main = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));

/** Arguments for Node that run the `dewey` command. */
export const deweyArgs = (args: readonly string[]): string[] => [main, ...args];

/** Runs a `dewey` command as a separate process. */
export async function dewey(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, deweyArgs(args), {
    env: { PATH: process.env.PATH, ...commonDataDir(), ...env },
  });
  child.stdin.end(input);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}
