import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assetNames, builtFolder, originalOf } from './sources.ts';

/** Run by `npm run build`: puts the assets beside the built code, so that serving them needs no development files. */
await mkdir(builtFolder, { recursive: true });
for (const name of assetNames) await copyFile(originalOf(name), join(builtFolder, name));
