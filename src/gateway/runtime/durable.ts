import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

// Loaded by every hook process: imports only what Node has.

/** Makes names of files durable; Windows has no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/**
 * Writes a file for its owner alone that is there whole or not at all; a file of this name is replaced. On return it
 * survives a crash of the machine.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  syncFolder(dirname(path));
}
