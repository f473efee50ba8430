import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupKey } from '../../db/backup/signature.ts';
import { newId, randomKey } from '../runtime/clock-and-ids.ts';

export const backupKeyFile = (dataDir: string): string => join(dataDir, 'backup.key');

/**
 * Reads the key that signs the backups of this data directory; undefined when there is none yet.
 *
 * @throws when the file does not contain a key.
 */
export async function readBackupKey(dataDir: string): Promise<BackupKey | undefined> {
  const path = backupKeyFile(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}\n?$/.test(text))
    throw new Error(
      `${path} does not contain a key. Replace it with the right one, or remove it to generate a new one.`,
    );
  return Buffer.from(text.trim(), 'hex');
}

/** As {@link readBackupKey}, but generates a missing key. Concurrent processes all get the same one. */
export async function backupKey(dataDir: string): Promise<BackupKey> {
  const found = await readBackupKey(dataDir);
  if (found) return found;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = backupKeyFile(dataDir);
  const draft = `${path}.${newId()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${Buffer.from(randomKey()).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename, a link never replaces a key that another process has created meanwhile.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readBackupKey(dataDir);
  if (!made) throw new Error(`${path} was removed in the meantime. Try again.`);
  return made;
}
