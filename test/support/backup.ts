import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { writeBackup } from '../../src/db/backup/write.ts';

/** The content of a backup, unpacked. */
export async function takeBackup(url: string): Promise<Buffer> {
  const out = new PassThrough();
  const [file] = await Promise.all([buffer(out), writeBackup(url, out, { version: '1' })]);
  return gunzipSync(file);
}
