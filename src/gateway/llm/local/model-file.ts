import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Parts of the package; `scripts/meaning` and `scripts/dangers` make them. */
const folder = new URL('../../../../model/', import.meta.url);
const path = (name: string): string => fileURLToPath(new URL(name, folder));

/** The weights and the vocabulary of the local model, for `createEncoder`. */
export const readModel = async (): Promise<Buffer> =>
  promisify(gunzip)(await readFile(path('all-minilm-l6-v2.bin.gz')));

/** The weights of the reader of dangers, for `createDangerReader`. */
export const readDangers = (): Promise<Buffer> => readFile(path('dangers.bin'));
