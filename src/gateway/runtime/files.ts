import type { Stats } from 'node:fs';
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rm,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Files } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Config } from '../config/env.ts';
import {
  codeOf,
  fileNotFound,
  isMissing,
  outside,
  problemOfName,
  refused,
  taken,
  unusable,
} from './file-errors.ts';

/** The files folder of this configuration, as handlers are given it; empty if none is set. */
export const openFilesRoot = ({ filesRoot }: Pick<Config, 'filesRoot'>): { files?: Files } =>
  filesRoot === undefined ? {} : { files: openFiles(filesRoot) };

/** Opens a folder to tools: see {@link Files}. The folder itself may be a symlink. */
export function openFiles(root: string): Files {
  let written = 0;
  const files: Files = {
    async read(path, maxBytes) {
      const realRoot = await rootFolder(root);
      const handle = await openFile(await existing(realRoot, lexical(root, realRoot, path), path), path);
      try {
        inside(realRoot, await placeOf(handle, path), path);
        const { size } = await handle.stat();
        if (size > maxBytes)
          throw new ToolError('too_large', `${path} has ${size} bytes; at most ${maxBytes} can be read.`, {
            field: 'path',
            limit: maxBytes,
          });
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    },
    async write(path, content, { overwrite = false } = {}) {
      const realRoot = await rootFolder(root);
      const realPath = await writable(realRoot, lexical(root, realRoot, path), path);
      const folder = await hold(dirname(realPath));
      try {
        if (folder) inside(realRoot, await placeOf(folder, dirname(realPath)), path);
        const held = (folder && (await byHandle(folder))) ?? dirname(realPath);
        written += 1;
        const temporary = join(held, `${basename(realPath)}.${process.pid}-${written}.tmp`);
        await writeBeside(join(held, basename(realPath)), temporary, content, overwrite, path);
      } finally {
        await folder?.close();
      }
      return realPath;
    },
  };
  return {
    read: (path, maxBytes) => files.read(path, maxBytes).catch((error) => refused(error, path)),
    write: (path, content, how) => files.write(path, content, how).catch((error) => refused(error, path)),
  };
}

/**
 * Writes a temporary file and moves it into place, so that readers never see a partial file and a crash leaves the old
 * one.
 */
async function writeBeside(
  realPath: string,
  temporary: string,
  content: string,
  overwrite: boolean,
  path: string,
): Promise<void> {
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Neither follows a link at the target: rename replaces it, link fails.
    if (overwrite) return await rename(temporary, realPath);
    await link(temporary, realPath)
      .catch((error: unknown) => {
        if (!unlinkable.has(codeOf(error))) throw error;
        return copyFile(temporary, realPath, constants.COPYFILE_EXCL);
      })
      .catch((error: unknown) => {
        throw codeOf(error) === 'EEXIST' ? taken(path) : error;
      });
    await rm(temporary, { force: true });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Errors of file systems without hard links, such as FAT. */
const unlinkable = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Windows cannot open folders. */
const hold = async (folder: string): Promise<FileHandle | undefined> =>
  constants.O_DIRECTORY === undefined ? undefined : open(folder, constants.O_RDONLY | constants.O_DIRECTORY);

/** A path to an open file or folder that no rename can redirect, where the system has one (Linux). */
async function byHandle(handle: FileHandle): Promise<string | undefined> {
  const name = `/proc/self/fd/${handle.fd}`;
  return (await readlink(name).catch(() => undefined)) === undefined ? undefined : name;
}

/** The location of an open file or folder: a link may have replaced a folder since its path was checked. */
async function placeOf(handle: FileHandle, opened: string): Promise<string> {
  const name = await byHandle(handle);
  return name === undefined ? realpath(opened) : readlink(name);
}

/** The real path of an existing file. */
async function existing(realRoot: string, lexicalPlace: string, path: string): Promise<string> {
  const wanted = inside(realRoot, lexicalPlace, path);
  try {
    return inside(realRoot, await realpath(wanted), path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await refuseLinksOut(realRoot, wanted, path);
    throw fileNotFound(path);
  }
}

/** A link to the outside is refused even if its target does not exist, instead of reporting "no such file". */
async function refuseLinksOut(realRoot: string, wanted: string, path: string): Promise<void> {
  let place = realRoot;
  for (const name of relative(realRoot, wanted).split(sep)) {
    place = join(place, name);
    // Below a file there is nothing, so nothing of the outside either.
    const found = await lstatIfThere(place).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return undefined;
    });
    if (found === undefined) return;
    if (!found.isSymbolicLink()) continue;
    const target = await realpath(place).catch(() => undefined);
    if (target === undefined) throw outside(path); // its target is unknown
    place = inside(realRoot, target, path);
  }
}

/**
 * The stats of a path, without following links; undefined only if nothing exists there.
 *
 * @throws the system's error if that cannot be determined.
 */
export async function lstatIfThere(place: string): Promise<Stats | undefined> {
  try {
    return await lstat(place);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** The real path of a file that may not exist yet; its parent folders are created. */
async function writable(realRoot: string, lexicalPlace: string, path: string): Promise<string> {
  const wanted = inside(realRoot, lexicalPlace, path);
  if (wanted === realRoot) throw outside(path);
  const folder = await makeFolder(realRoot, dirname(wanted), path);
  const realPath = join(folder, basename(wanted));
  try {
    const real = inside(realRoot, await realpath(realPath), path); // a link to another file inside the folder is followed
    if ((await lstat(real)).isDirectory()) throw unusable(path, 'it is a folder');
    return real;
  } catch (error) {
    if (!isMissing(error)) throw error;
    if ((await lstatIfThere(realPath))?.isSymbolicLink()) throw outside(path);
    return realPath;
  }
}

/** Creates a folder step by step, so that no link on the way leads outside. */
async function makeFolder(realRoot: string, folder: string, path: string): Promise<string> {
  try {
    return inside(realRoot, await realpath(folder), path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = await makeFolder(realRoot, dirname(folder), path);
  const made = join(parent, relative(dirname(folder), folder));
  await mkdir(made).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error; // created concurrently
  });
  return inside(realRoot, await realpath(made), path);
}

async function rootFolder(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ToolError('unavailable', 'The folder in DEWEY_FILES_ROOT does not exist.', {
      suggestion: 'Create the folder, or omit the path to work with inline text.',
    });
  }
}

/** Each folder of a path is checked again for every folder below it. */
const mostFolders = 100;

/** The path without `.` and `..`; an absolute path may name the root by its real path or as configured. */
function lexical(root: string, realRoot: string, path: string): string {
  const problem = problemOfName(path);
  if (problem) throw problem;
  if (path.split(sep).length > mostFolders) throw unusable(path, 'the path has too many folders');
  if (!isAbsolute(path)) return resolve(realRoot, path);
  const fromRoot = relative(root, path);
  return isWithin(fromRoot) ? resolve(realRoot, fromRoot) : resolve(path);
}

const isWithin = (fromRoot: string): boolean =>
  fromRoot !== '..' && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);

function inside(realRoot: string, realPath: string, path: string): string {
  if (!isWithin(relative(realRoot, realPath))) throw outside(path);
  return realPath;
}

async function openFile(realPath: string, path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // Opening a pipe must not block the call, and the real path is not a link unless it was swapped just now.
    handle = await open(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw isMissing(error) ? fileNotFound(path) : error;
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new ToolError('invalid_input', `${path} is not a file.`, { field: 'path', received: path });
}
