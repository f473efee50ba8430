import { constants, type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Files } from '../handlers/deps.ts';
import { ToolError } from '../handlers/errors.ts';
import type { Config } from './env.ts';
import { codeOf, isMissing, missing, outside, refused, unusable } from './file-errors.ts';

/** The folder of this configuration, as handlers are given it; nothing where none is set. */
export const openFilesRoot = ({ filesRoot }: Pick<Config, 'filesRoot'>): { files?: Files } =>
  filesRoot === undefined ? {} : { files: openFiles(filesRoot) };

/** Opens a folder to tools: see {@link Files}. The folder itself may be a symlink. */
export function openFiles(root: string): Files {
  let written = 0;
  const files: Files = {
    async read(path, maxBytes) {
      const place = await existing(root, path);
      const handle = await openFile(place, path);
      try {
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
    async write(path, content) {
      const place = await writable(root, path);
      // Beside its place, then renamed: nobody sees half a file, and a crash leaves the old one.
      written += 1;
      const temporary = `${place}.${process.pid}-${written}.tmp`;
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, place);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return place;
    },
  };
  return {
    read: (path, maxBytes) => files.read(path, maxBytes).catch((error) => refused(error, path)),
    write: (path, content) => files.write(path, content).catch((error) => refused(error, path)),
  };
}

/** The real place of a path that exists. */
async function existing(root: string, path: string): Promise<string> {
  const realRoot = await rootFolder(root);
  const wanted = inside(realRoot, lexical(root, realRoot, path), path);
  try {
    return inside(realRoot, await realpath(wanted), path);
  } catch (error) {
    throw isMissing(error) ? missing(path) : error;
  }
}

/** The real place of a path that may not exist yet; the folders above it are made. */
async function writable(root: string, path: string): Promise<string> {
  const realRoot = await rootFolder(root);
  const wanted = inside(realRoot, lexical(root, realRoot, path), path);
  if (wanted === realRoot) throw outside(path);
  const folder = await makeFolder(realRoot, dirname(wanted), path);
  const place = join(folder, relative(dirname(wanted), wanted));
  try {
    return inside(realRoot, await realpath(place), path); // a link to another file of the folder is followed
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await isLink(place)) throw outside(path); // it points at nothing: writing would make a file who knows where
    return place;
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
  if (path.includes('\0')) throw outside(path);
  if (path.split(sep).length > mostFolders) throw unusable(path, 'the path leads through too many folders');
  if (!isAbsolute(path)) return resolve(realRoot, path);
  const fromRoot = relative(root, path);
  return isWithin(fromRoot) ? resolve(realRoot, fromRoot) : resolve(path);
}

const isWithin = (fromRoot: string): boolean =>
  fromRoot !== '..' && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);

function inside(realRoot: string, place: string, path: string): string {
  if (!isWithin(relative(realRoot, place))) throw outside(path);
  return place;
}

async function isLink(place: string): Promise<boolean> {
  try {
    const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
    await handle.close();
    return false;
  } catch (error) {
    return codeOf(error) === 'ELOOP';
  }
}

async function openFile(place: string, path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // A pipe must not hold the call, and the real place is no link unless somebody swapped it just now.
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw isMissing(error) ? missing(path) : error;
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new ToolError('invalid_input', `${path} is not a file.`, { field: 'path', received: path });
}
