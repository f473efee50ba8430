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

/** The folder of this configuration, as handlers are given it; nothing where none is set. */
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
          throw new ToolError('too_large', `${path} has ${size} bytes; at most ${maxBytes} are read.`, {
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

/** Under another name, then in its place at once: nobody sees half a file, and a crash leaves the old one. */
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
    // Neither follows a link at the place: one replaces it, the other fails.
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

/** What file systems without hard links say, such as FAT. */
const unlinkable = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Windows opens no folders. */
const hold = async (folder: string): Promise<FileHandle | undefined> =>
  constants.O_DIRECTORY === undefined ? undefined : open(folder, constants.O_RDONLY | constants.O_DIRECTORY);

/** A path to what is open that no renaming leads elsewhere, where the system has such (Linux). */
async function byHandle(handle: FileHandle): Promise<string | undefined> {
  const name = `/proc/self/fd/${handle.fd}`;
  return (await readlink(name).catch(() => undefined)) === undefined ? undefined : name;
}

/** Where something that is open lies: a link may have taken the place of a folder since its path was looked at. */
async function placeOf(handle: FileHandle, opened: string): Promise<string> {
  const name = await byHandle(handle);
  return name === undefined ? realpath(opened) : readlink(name);
}

/** The real place of a path that exists. */
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

/** A link to the outside stays one where nothing is at its end: that is not "no such file". */
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
    if (target === undefined) throw outside(path); // who knows where it will lead
    place = inside(realRoot, target, path);
  }
}

/**
 * What lies at a path, links not followed; undefined only when nothing does.
 *
 * @throws the reason of the system when that cannot be known.
 */
export async function lstatIfThere(place: string): Promise<Stats | undefined> {
  try {
    return await lstat(place);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** The real place of a path that may not exist yet; the folders above it are made. */
async function writable(realRoot: string, lexicalPlace: string, path: string): Promise<string> {
  const wanted = inside(realRoot, lexicalPlace, path);
  if (wanted === realRoot) throw outside(path);
  const folder = await makeFolder(realRoot, dirname(wanted), path);
  const realPath = join(folder, basename(wanted));
  try {
    const real = inside(realRoot, await realpath(realPath), path); // a link to another file of the folder is followed
    if ((await lstat(real)).isDirectory()) throw unusable(path, 'there is a folder of this name');
    return real;
  } catch (error) {
    if (!isMissing(error)) throw error;
    if ((await lstatIfThere(realPath))?.isSymbolicLink()) throw outside(path);
    return realPath;
  }
}

/** Makes a folder step by step, so that no link on the way leads outside. */
async function makeFolder(realRoot: string, folder: string, path: string): Promise<string> {
  try {
    return inside(realRoot, await realpath(folder), path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = await makeFolder(realRoot, dirname(folder), path);
  const made = join(parent, relative(dirname(folder), folder));
  await mkdir(made).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error; // made by somebody else at this moment
  });
  return inside(realRoot, await realpath(made), path);
}

async function rootFolder(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ToolError('unavailable', 'The folder of DEWEY_FILES_ROOT does not exist.', {
      suggestion: 'Make the folder, or leave the path out to work with inline text.',
    });
  }
}

/** Each folder of a path is looked at again for those below it. */
const mostFolders = 100;

/** The path without `.` and `..`; an absolute one may name the folder by its real place or as it was configured. */
function lexical(root: string, realRoot: string, path: string): string {
  const problem = problemOfName(path);
  if (problem) throw problem;
  if (path.split(sep).length > mostFolders) throw unusable(path, 'the path leads through too many folders');
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
    // A pipe must not hold the call, and the real place is no link unless somebody swapped it just now.
    handle = await open(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw isMissing(error) ? fileNotFound(path) : error;
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new ToolError('invalid_input', `${path} is not a file.`, { field: 'path', received: path });
}
