import { fileURLToPath } from 'node:url';

/** Part of the package; `scripts/meaning` makes it. */
export const modelFile = fileURLToPath(new URL('../../../../model/all-minilm-l6-v2.bin', import.meta.url));
