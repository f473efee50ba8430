import { open, stat } from 'node:fs/promises';
import { linesBegin } from '../../db/backup/lines-begin.ts';
import { UsageError } from './run/usage.ts';

/** The path of a whole-lake export, if one is given; `-` is standard input, which must be one. */
export async function findLake(paths: readonly string[]): Promise<string | undefined> {
  if (paths.length === 1 && paths[0] === '-') return '-';
  for (const path of paths) {
    // Opening a pipe would block until it has a writer.
    const isFile = await stat(path).then(
      (about) => about.isFile(),
      () => false,
    );
    const handle = isFile ? await open(path, 'r').catch(() => undefined) : undefined; // reported when it is read
    if (!handle) continue;
    try {
      const begin = Buffer.from(linesBegin);
      const { buffer } = await handle.read(Buffer.alloc(begin.length), 0, begin.length, 0);
      if (!begin.equals(buffer)) continue;
    } finally {
      await handle.close();
    }
    if (paths.length > 1)
      throw new UsageError(`${path} is an export of a whole lake: import it alone, into an empty lake.`);
    return path;
  }
  return undefined;
}
