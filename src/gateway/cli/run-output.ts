import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { RunResult } from '../../handlers/fiedler/domain/run-summary.ts';
import { limits } from '../../handlers/shared/params.ts';
import { exceedsBytes } from '../../handlers/tool/text.ts';
import { isMissing } from '../runtime/file-errors.ts';

/**
 * The text of a result's output file, which must lie in the folder of the summary. A path of another machine, such as of a
 * container, stands for the file of that name there.
 */
export async function outputOf(summary: string, { outputFile }: RunResult): Promise<string | undefined> {
  if (outputFile === undefined) return undefined;
  const folder = await realpath(dirname(summary));
  const wanted = [
    ...(isAbsolute(outputFile) ? [outputFile] : [join(folder, outputFile)]),
    join(folder, outputFile.split(/[\\/]/).at(-1) ?? ''),
  ];
  for (const path of wanted) {
    const real = await realpath(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (real === undefined || !isWithin(folder, real) || !(await stat(real)).isFile()) continue;
    const text = await readFile(real, 'utf8');
    if (exceedsBytes(text, limits.contentBytes))
      throw new Error(`its output file ${outputFile} has more than 10 MB`);
    return text;
  }
  throw new Error(`its output file ${outputFile} is not in the folder of the summary`);
}

const isWithin = (folder: string, path: string): boolean => {
  const steps = relative(folder, path);
  return steps !== '' && !steps.startsWith(`..${sep}`) && steps !== '..' && !isAbsolute(steps);
};
