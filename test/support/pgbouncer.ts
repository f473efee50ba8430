import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverUser } from '../../src/db/postgres/embedded/user.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const program = '/usr/sbin/pgbouncer';

const found = (): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

/** Why PgBouncer is not available; undefined if it is. Debian's is installed where possible. */
export async function missingPgBouncer(): Promise<string | undefined> {
  if (await found()) return undefined;
  if (process.getuid?.() !== 0) return 'pgbouncer is not installed, and only root can install it';
  const options = { timeout: 60_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'pgbouncer'], options);
  } catch {
    return 'pgbouncer is not installed, and apt-get could not install it';
  }
  return (await found()) ? undefined : `apt-get installed no ${program}`;
}

/** Starts a PgBouncer with transaction pooling for a database. */
export async function pgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'dewey-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const name = target.pathname.slice(1);
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
${name} = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
`,
  );
  const child = spawn(program, [configuration], {
    ...(await serverUser()),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      if (text.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(`pgbouncer ended: ${text}`)));
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  // Before PgBouncer 1.21 prepared statements are not supported.
  url.searchParams.set('prepare', 'false');
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
