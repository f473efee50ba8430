import { open } from 'node:fs/promises';
import type { FoundFile } from '../capture/transcripts/find-files.ts';
import { originalTables } from '../capture/transcripts/formats/index.ts';
import { fromStore, rowsOf } from '../capture/transcripts/sqlite/open-store.ts';
import { isStore } from '../capture/transcripts/stores.ts';

/** The databases of the Unified MCP server among the files that were named. */
export async function originalsIn(found: readonly FoundFile[]): Promise<string[]> {
  const originals: string[] = [];
  // Why a file cannot be read is told when it is imported.
  for (const item of found)
    if ('bytes' in item && item.named && (await isOriginal(item.path).catch(() => false)))
      originals.push(item.path);
  return originals;
}

async function isOriginal(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if (!(await isStore(handle))) return false;
  } finally {
    await handle.close();
  }
  return fromStore(path, (database) => {
    const names = [...rowsOf(database, `select name from sqlite_master where type = 'table'`)];
    return originalTables.every((table) => names.some(({ name }) => name === table));
  });
}
