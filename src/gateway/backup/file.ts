import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { isAlive } from '../../db/runtime/is-alive.ts';
import { syncFolder } from '../runtime/durable.ts';

/** What a file is called while it is written: nobody takes it for a whole one. */
const partial = (path: string): string => `${path}.${process.pid}.partial`;

/**
 * Writes a file that is there whole or not at all: under another name first, then on disk, then renamed. What an
 * earlier process left behind when it was killed is removed. Nobody else may read it: it holds private things.
 *
 * @param options `replace: true` takes the place of a file that is there, once the new one is whole.
 * @throws when the file is there already.
 */
export async function writeWhole<T>(
  path: string,
  write: (out: Writable, draft: string) => Promise<T>,
  { replace = false } = {},
): Promise<T> {
  const there = await access(path).then(
    () => true,
    () => false, // the usual case; any other reason shows when it is opened
  );
  if (there && !replace)
    throw new Error(`${path} is there already. Choose another name, or remove it first.`);
  await removeAbandoned(path);
  const draft = partial(path);
  try {
    const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const result = await write(out, draft);
    if (!out.closed) await once(out, 'close');
    await rename(draft, path);
    syncFolder(dirname(resolve(path)));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  for (const name of await readdir(folder)) {
    const rest = name.startsWith(`${basename(path)}.`) ? name.slice(basename(path).length + 1) : '';
    const [, pid] = /^(\d+)\.partial$/.exec(rest) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}
