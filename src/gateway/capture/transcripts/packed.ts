import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isZstd, TooLarge, unpackParts } from './decode/zstd.ts';
import { UnreadableStore } from './sqlite/unreadable.ts';

/** Text compresses to a tenth, rarely to a fiftieth. */
const mostRatio = 100;
const smallBytes = 10_000_000;
const mostPackedBytes = 500_000_000;

/** Whether a file is packed by Zstandard, as Codex packs the sessions that it archives. */
export async function isPacked(handle: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return isZstd(head.subarray(0, bytesRead));
}

/**
 * What a packed file holds, as a file without a name that is gone when it is closed.
 *
 * @throws UnreadableStore when it is damaged, or much larger than it seems.
 */
export async function openUnpacked(packed: FileHandle): Promise<FileHandle> {
  const { size } = await packed.stat();
  if (size > mostPackedBytes) throw new UnreadableStore('packed, and too large to unpack');
  const data = Buffer.alloc(size);
  const { bytesRead } = await packed.read(data, 0, size, 0);
  const handle = await temporary();
  try {
    for await (const part of partsOf(data.subarray(0, bytesRead))) await handle.appendFile(part);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* partsOf(data: Buffer): AsyncGenerator<Buffer> {
  try {
    yield* unpackParts(data, Math.max(smallBytes, data.length * mostRatio));
  } catch (error) {
    if (error instanceof TooLarge) throw new UnreadableStore('packed, and too large when unpacked');
    if (error instanceof Error) throw new UnreadableStore(`damaged: ${error.message}`);
    throw error;
  }
}

async function temporary(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-unpacked-'));
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
