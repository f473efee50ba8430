import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type ServerUser = { uid: number; gid: number };

/**
 * The user to run the server as. PostgreSQL refuses to run as root, so root uses the system's `postgres` user, which is
 * created if missing.
 *
 * @returns undefined when this process is not root: the server then runs as the current user.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = await lookUp('postgres');
  if (user) return user;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
  } catch (cause) {
    throw new Error(
      'PostgreSQL cannot run as root and the system user "postgres" could not be created. Start Dewey as another user, or create that user.',
      { cause },
    );
  }
  const made = await lookUp('postgres');
  if (!made) throw new Error('The system user "postgres" was created but is not listed in /etc/passwd.');
  return made;
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
