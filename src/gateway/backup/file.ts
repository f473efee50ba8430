import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { isAlive } from '../../db/runtime/is-alive.ts';
import { syncFolder } from '../runtime/durable.ts';

/** The name of a file while it is being written, so that it is never mistaken for a complete one. */
const partial = (path: string): string => `${path}.${process.pid}.partial`;

/**
 * Writes a file atomically: under a temporary name, synced, then renamed. Leftovers of killed processes are removed. The
 * file is readable by its owner only, as it contains private data.
 *
 * @param options `replace: true` replaces an existing file once the new one is complete.
 * @throws when the file exists.
 */
export async function writeWhole<T>(
  path: string,
  write: (out: Writable, draft: string) => Promise<T>,
  { replace = false } = {},
): Promise<T> {
  const there = await access(path).then(
    () => true,
    () => false, // does not exist, usually; any other reason shows when it is opened
  );
  if (there && !replace) throw new Error(`${path} already exists. Choose another name, or remove it first.`);
  await removeAbandoned(path);
  const draft = partial(path);
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const closed = new Promise<void>((resolve) => out.once('close', () => resolve()));
  out.on('error', () => undefined); // whoever writes to it gets the error, also one from before
  try {
    const result = await write(out, draft);
    if (!out.closed) await once(out, 'close');
    await rename(draft, path);
    syncFolder(dirname(resolve(path)));
    return result;
  } catch (error) {
    out.destroy();
    // The stream may still be about to create the file: removing it before that would leave it behind.
    await closed;
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
