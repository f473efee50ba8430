import { createReadStream, existsSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { createEncoder, type Encoder } from './encoder.ts';

/** One for short texts that stand alone, and one that was trained to find what answers a question. */
export type ModelName = 'all-minilm-l6-v2' | 'e5-small-v2';

/** `scripts/meaning` makes it. */
export const packedModel = (name: ModelName): string =>
  fileURLToPath(new URL(`../../../../model/${name}.bin.gz`, import.meta.url));
/** The build unpacks it into `dist`: unpacking it at run time leaves 40 MB behind that the process keeps. */
const unpackedModel = (name: ModelName): string =>
  fileURLToPath(new URL(`../../../model/${name}.bin`, import.meta.url));

/** A local model, read piece by piece into the memory where it is used. */
export async function openModel(name: ModelName): Promise<Encoder> {
  if (existsSync(unpackedModel(name))) return openUnpacked(unpackedModel(name));
  return pipeline(createReadStream(packedModel(name)), createGunzip(), (file) => createEncoder(file));
}

/** The file stays open: the rows of a text's words are read as they are needed. */
export async function openUnpacked(path: string): Promise<Encoder> {
  const file = openSync(path, 'r');
  return createEncoder(piecesOf(file), (target, at) => {
    if (readSync(file, target, 0, target.length, at) < target.length)
      throw new Error('The model is incomplete.');
  });
}

/** The content of a file; each piece is overwritten by the next one. */
function* piecesOf(file: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(65_536);
  for (let at = 0; ; ) {
    const count = readSync(file, buffer, 0, buffer.length, at);
    if (count === 0) return;
    yield buffer.subarray(0, count);
    at += count;
  }
}

/**
 * What is fitted to read with a local model: the reader of dangers (`scripts/dangers`), for `createDangerReader`, and the layers that
 * read sentences for events (`scripts/events`) or tell decisions on the same question (`scripts/likeness`), for `fittedLayersIn`; and what
 * marks the options of decisions (`scripts/options`), for `createOptionReader`.
 */
export async function readFitted(name: 'dangers' | 'events' | 'decisions' | 'options'): Promise<Buffer> {
  const folder = existsSync(unpackedModel('all-minilm-l6-v2')) ? '../../../model/' : '../../../../model/';
  return readFile(fileURLToPath(new URL(`${folder}${name}.bin`, import.meta.url)));
}
