import { type FileHandle, open } from 'node:fs/promises';

/** A segment open for reading, with the part of a file handle that reading lines needs. */
export type OpenSegment = Pick<FileHandle, 'close'> & {
  /** Size in bytes when it was opened. */
  size: number;
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
};

/** Shorter segments are read at once and closed immediately: most hold a single event of a hook process. */
const mostWholeBytes = 65_536;

/** @returns undefined when the file does not exist, as when its writer has just sealed it. */
export async function openSegment(path: string): Promise<OpenSegment | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  let whole: Buffer;
  try {
    const { size } = await file.stat();
    if (size > mostWholeBytes)
      return {
        size,
        read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
        close: () => file.close(),
      };
    whole = Buffer.allocUnsafe(size);
    whole = whole.subarray(0, (await file.read(whole, 0, size, 0)).bytesRead);
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return {
    size: whole.length,
    async read(buffer, offset, length, position) {
      const from = Math.min(position, whole.length);
      return { bytesRead: whole.copy(buffer, offset, from, from + length) };
    },
    close: async () => undefined,
  };
}
