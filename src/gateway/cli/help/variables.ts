import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableNames } from '../../config/env.ts';
import { nearest } from './nearest.ts';

/** A slip of the fingers; names that differ more may belong to others, such as compose.yaml. */
const mostFar = 2;

/**
 * Warnings of variables that are named almost like one that Dewey reads, in the environment and in `.env`.
 *
 * @param env as `process.env`.
 * @param folder whose `.env` is read.
 */
export function strangeVariables(env: NodeJS.ProcessEnv, folder: string): string[] {
  const known = variableNames.filter((name) => name.startsWith('DEWEY_'));
  const warn = (name: string, where: string): string[] => {
    const meant = known.includes(name) ? undefined : nearest(name, known, mostFar);
    return meant === undefined
      ? []
      : [`${where}${name} is not a setting and is ignored. Did you mean ${meant}?`];
  };
  return [
    ...Object.keys(env)
      .filter((name) => name.startsWith('DEWEY_'))
      .flatMap((name) => warn(name, '')),
    ...namesIn(join(folder, '.env')).flatMap((name) => warn(name, '.env: ')),
  ];
}

function namesIn(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(DEWEY_[A-Z_]+)[ \t]*=/gm)].map(
      ([, name = '']) => name,
    );
  } catch {
    return []; // there is none
  }
}
