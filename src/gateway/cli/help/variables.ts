import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { nearest } from '../../calls/nearest.ts';
import { variableNames } from '../../config/env.ts';

const prefix = 'DEWEY_';

/** Read by the compose files and not by Dewey: they are often in the same `.env`. */
const composeNames: readonly string[] = [
  'DEWEY_DB_PASSWORD_SOURCE',
  'DEWEY_PUBLISHED_PORT',
  'DEWEY_PUBLISHED_PROXY_PORT',
  'DEWEY_PROXY_ALLOWED_HOSTS',
  'DEWEY_MEMORY',
  'DEWEY_WORKER_MEMORY',
  'DEWEY_PROXY_MEMORY',
  'DEWEY_DB_MEMORY',
];

/**
 * Warnings of variables that are named as settings of Dewey and are none, in the environment and in `.env`.
 *
 * @param env as `process.env`.
 * @param folder whose `.env` is read.
 */
export function strangeVariables(env: NodeJS.ProcessEnv, folder: string): string[] {
  const known = new Set([...variableNames, ...composeNames]);
  const warn = (name: string, where: string): string[] => {
    if (known.has(name)) return [];
    const meant = meantBy(name).join(' or ');
    return [
      `${where}${name} is not a setting and is ignored.${meant === '' ? '' : ` Did you mean ${meant}?`}`,
    ];
  };
  return [
    ...Object.keys(env)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => warn(name, '')),
    ...namesIn(join(folder, '.env')).flatMap((name) => warn(name, '.env: ')),
  ];
}

/** A slip of the fingers; names that differ more are compared word by word. */
const mostFar = 2;
const mostMeant = 3;

/** The setting that is written almost like it, or else those that have a word like each of its words, the most alike first. */
function meantBy(name: string): string[] {
  const bare = name.slice(prefix.length);
  const settings = variableNames.filter((known) => known.startsWith(prefix));
  const whole = variableNames.includes(bare) ? bare : nearest(name, settings, mostFar);
  if (whole !== undefined) return [whole];
  const words = bare.split('_').filter((word) => word !== '');
  if (words.length === 0) return [];
  return settings
    .map((known) => ({ known, far: apart(words, known.slice(prefix.length).split('_')) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((a, b) => a.far - b.far || a.known.length - b.known.length)
    .slice(0, mostMeant)
    .map(({ known }) => known);
}

/** By how many letters the words differ from those most like them; infinite where one is like none. */
const apart = (words: readonly string[], known: readonly string[]): number =>
  words.reduce((sum, word) => {
    const far = Math.min(...known.map((other) => distanceOf(word, other)));
    return far <= Math.ceil(word.length / 3) ? sum + far : Number.POSITIVE_INFINITY;
  }, 0);

/** Letters in another order are one slip. */
const distanceOf = (word: string, other: string): number =>
  Math.min(distance(word, other), [...word].sort().join() === [...other].sort().join() ? 1 : word.length);

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
