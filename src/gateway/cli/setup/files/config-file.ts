import { constants, type Stats } from 'node:fs';
import { access, chown, lstat, mkdir, open, readlink, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unusable } from './unusable.ts';

/** A client's file as it was read. */
export type ConfigFile = {
  path: string;
  /** Undefined when there is no file. */
  text: string | undefined;
};

/** A configuration with this many bytes is none; Claude Code's own may have a few million. */
const mostBytes = 32_000_000;

/**
 * Reads a client's file that is going to be changed.
 *
 * @throws Unusable when it must not be: a link, huge, read-only or not text.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const about = await statsOf(path);
  if (!about) return { path, text: undefined };
  if (about.isSymbolicLink())
    throw new Unusable(
      `${path} is a link to ${await readlink(path)}, which another program may manage. Change that file by hand, or replace the link by a file.`,
    );
  if (!about.isFile()) throw new Unusable(`${path} is not a file. Move it away.`);
  if (about.nlink > 1)
    throw new Unusable(
      `${path} has another name (a hard link), which would keep the old content. Change it by hand, or replace it by a copy.`,
    );
  if (about.size > mostBytes)
    throw new Unusable(
      `${path} has ${Math.round(about.size / 1e6)} MB, which no configuration has. Look at it, and change it by hand.`,
    );
  if ((about.mode & 0o200) === 0)
    throw new Unusable(`${path} is read-only. Run "chmod u+w" on it first, if it is yours to change.`);
  await mayWrite(path);
  await mayWrite(dirname(path));
  return { path, text: await textOf(path) };
}

/** The content of a file that is only looked at, such as one that `--dry-run` compares; undefined without a file. */
async function textOf(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Unusable(`${path} cannot be read (${codeOf(error)}).`);
  }
  try {
    // A byte order mark is kept: it is part of what stays as it was.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
  } catch (error) {
    if (error instanceof TypeError) throw new Unusable(`${path} is not UTF-8 text. Fix it first.`);
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Puts a new content in the place of the one that was read, whole or not at all. The mode and owner stay; a new file is
 * for its owner alone, because it may hold a key.
 *
 * @param text undefined to remove the file.
 * @throws Unusable when the file is no longer what was read; it is left as it is.
 */
export async function replaceConfigFile(before: ConfigFile, text: string | undefined): Promise<void> {
  const { path } = before;
  if (text === undefined) {
    await unchanged(before);
    if (before.text !== undefined) await unlink(path);
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const about = await statsOf(path);
  const draft = `${path}.${process.pid}.dewey`;
  const file = await open(draft, 'wx', about ? about.mode & 0o777 : 0o600);
  try {
    try {
      await file.writeFile(text);
      if (about && process.getuid?.() === 0) await chown(draft, about.uid, about.gid);
      if (about) await file.chmod(about.mode & 0o777);
      await file.sync();
    } finally {
      await file.close();
    }
    await unchanged(before);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Clients write their files too, Claude Code all the time. */
async function unchanged({ path, text }: ConfigFile): Promise<void> {
  const about = await statsOf(path);
  if (about?.isSymbolicLink() || (await textOf(path)) !== text)
    throw new Unusable(
      `${path} was changed by another program at this moment; it was left alone. Run it again.`,
    );
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new Unusable(`${path} cannot be read (${codeOf(error)}).`);
  }
}

async function mayWrite(path: string): Promise<void> {
  await access(path, constants.W_OK).catch((error: unknown) => {
    throw new Unusable(`${path} cannot be written (${codeOf(error)}). Run this as the user it belongs to.`);
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
