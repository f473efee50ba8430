import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Part of the package; `scripts/meaning` makes it. */
const modelFile = fileURLToPath(new URL('../../../../model/all-minilm-l6-v2.bin.gz', import.meta.url));

/** The weights and the vocabulary of the local model, for `createEncoder`. */
export const readModel = async (): Promise<Buffer> => promisify(gunzip)(await readFile(modelFile));
