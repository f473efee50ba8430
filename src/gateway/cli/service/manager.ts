import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { launchd } from './launchd.ts';
import type { Manager, Service } from './service.ts';
import { systemd } from './systemd.ts';
import { windows } from './windows.ts';

const run = promisify(execFile);

/** Where services of a user are defined. */
export type Place = { platform: NodeJS.Platform; home: string; configFolder: string; uid: number };

/** @throws Error when this system's services are not known. */
export function managerFor(service: Service, { platform, home, configFolder, uid }: Place): Manager {
  if (platform === 'linux') return systemd(service, configFolder);
  if (platform === 'darwin') return launchd(service, home, uid);
  if (platform === 'win32') return windows(service);
  throw new Error(
    `Services of ${platform} are not supported. Start "dewey serve" with what your system has for that.`,
  );
}

export const isInstalled = ({ files }: Manager): boolean => files.some(({ path }) => existsSync(path));

/**
 * Defines the service and starts it; doing so again replaces it.
 *
 * @param start false to leave that to the next login.
 * @throws Error with what the service manager said.
 */
export async function installService(manager: Manager, { start }: { start: boolean }): Promise<void> {
  if (start && isInstalled(manager)) for (const command of manager.remove) await tried(command);
  for (const { path, text, encoding } of manager.files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { encoding, mode: 0o600 });
    await chmod(path, 0o600); // the mode above applies only to new files
  }
  try {
    for (const command of [...manager.register, ...(start ? manager.start : [])])
      await carriedOut(manager, command);
  } catch (error) {
    // A definition that the manager does not take would look like an installed service.
    for (const { path } of manager.files) await rm(path, { force: true });
    throw error;
  }
}

/** Stops the service and removes its files; returns whether there was one. */
export async function uninstallService(manager: Manager): Promise<boolean> {
  if (!isInstalled(manager)) return false;
  for (const command of manager.remove) await tried(command);
  for (const { path } of manager.files) await rm(path, { force: true });
  for (const command of manager.afterwards) await tried(command);
  return true;
}

/** The output of a command, and whether it succeeded. */
export async function output([program = '', ...words]: readonly string[]): Promise<{
  text: string;
  ok: boolean;
}> {
  try {
    const { stdout, stderr } = await run(program, words, { maxBuffer: 64_000_000 });
    return { text: stdout || stderr, ok: true };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { text: `${stdout}${stderr}` || message, ok: false };
  }
}

const tried = (command: readonly string[]): Promise<unknown> => output(command);

async function carriedOut(manager: Manager, command: readonly string[]): Promise<void> {
  const { ok, text } = await output(command);
  if (ok) return;
  const hint =
    manager.name === 'systemd' && /bus|offline|not been booted|ENOENT/i.test(text)
      ? ' This session has no systemd of its own (in a container, or after "su"); start "dewey serve" in another way.'
      : '';
  throw new Error(`"${command.join(' ')}" failed: ${text.trim().replace(/\.$/, '')}.${hint}`);
}

/** The log and the environment of a service on systems that keep neither, beside the data. */
export const serviceFiles = (dataDir: string): Pick<Service, 'logFile' | 'envFile'> => ({
  logFile: join(dataDir, 'service.log'),
  envFile: join(dataDir, 'service.env'),
});
