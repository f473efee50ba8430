import { createReadStream } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { createEncoder, type Encoder } from './encoder.ts';

/** `scripts/meaning` makes it. */
export const packedModel = fileURLToPath(
  new URL('../../../../model/all-minilm-l6-v2.bin.gz', import.meta.url),
);
/** The build unpacks it into `dist`: unpacking it at run time leaves 40 MB behind that the process keeps. */
const unpackedModel = fileURLToPath(new URL('../../../model/all-minilm-l6-v2.bin', import.meta.url));

/** The local model, read piece by piece into the memory where it is used. */
export async function openModel(): Promise<Encoder> {
  const built = await access(unpackedModel).then(
    () => true,
    () => false,
  );
  if (built) return createEncoder(piecesOf(unpackedModel));
  return pipeline(createReadStream(packedModel), createGunzip(), createEncoder);
}

/** The content of a file; each piece is overwritten by the next one. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const buffer = new Uint8Array(65_536);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
