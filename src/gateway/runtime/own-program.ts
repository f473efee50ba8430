import { fileURLToPath } from 'node:url';
import { dataDirectory } from '../config/data-dir.ts';

/** The program file that clients start: `main.cjs`, which needs half the time of the modules. */
export const programFile = fileURLToPath(new URL('../../main.cjs', import.meta.url));

/** This program as a settings file names it: absolute, because clients start it with a PATH of their own. */
export const quotedProgram = `"${process.execPath}" "${programFile}"`;

/** What a settings file runs at an event of a client: this program, with the data directory unless it is the usual one. */
export const hookProgramOf = (dataDir: string) => ({
  program: quotedProgram,
  options: dataDir === dataDirectory(undefined) ? '' : `--data-dir "${dataDir}"`,
});
