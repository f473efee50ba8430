import { access, constants } from 'node:fs/promises';
import { type FoundFile, findFiles, problemOf } from '../capture/transcripts/find-files.ts';
import { UnreadableStore } from '../capture/transcripts/sqlite/unreadable.ts';
import { storeFormat } from '../capture/transcripts/stores.ts';
import type { Config } from '../config/env.ts';
import type { TranscriptFolder } from '../config/transcript-folders.ts';
import { isMissing } from '../runtime/file-errors.ts';
import { type Finding, fine, warning } from './finding.ts';

const mostNamed = 3;

/**
 * Of each agent that has a history on this machine, whether it can be read and is followed.
 *
 * @param isRunning whether "dewey serve" runs with this configuration.
 */
export async function checkHistories(
  { watch, transcripts, url }: Pick<Config, 'watch' | 'transcripts' | 'url'>,
  isRunning: boolean,
): Promise<Finding[]> {
  if (url !== undefined) return [];
  const findings: Finding[] = [];
  for (const name of new Set(transcripts.map((place) => place.name))) {
    const found = await foundOf(transcripts.filter((place) => place.name === name));
    if (found.length === 0) continue;
    const followed = !watch
      ? 'not followed (DEWEY_WATCH=off)'
      : isRunning
        ? 'followed by the running gateway'
        : 'followed while "dewey serve" runs; none was found now';
    findings.push(await checkHistory(name, found, followed));
  }
  return findings;
}

/** What lies in the folders that exist. */
async function foundOf(places: readonly TranscriptFolder[]): Promise<FoundFile[]> {
  const found = await findFiles(places);
  return found.filter((item) => !('problem' in item && item.problem === 'not found'));
}

async function checkHistory(name: string, found: readonly FoundFile[], followed: string): Promise<Finding> {
  const problems: string[] = [];
  let bytes = 0;
  for (const item of found) {
    const problem = 'problem' in item ? item.problem : await problemWith(item.path);
    if (problem !== undefined) problems.push(`${item.path}: ${problem}`);
    else if ('bytes' in item) bytes += item.bytes;
  }
  const check = `history of ${name}`;
  const files = `${found.length.toLocaleString('en')} ${found.length === 1 ? 'file' : 'files'}`;
  const size = `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  if (problems.length === 0) return fine(check, `${files}, ${size}, readable; ${followed}`);
  const rest = problems.length > mostNamed ? ` and ${problems.length - mostNamed} more` : '';
  return warning(
    check,
    `${problems.length} of ${files} cannot be read: ${problems.slice(0, mostNamed).join('; ')}${rest}. The others are ${followed}`,
  );
}

/** Why a file cannot be read; of other files than stores, only whether this user may. */
async function problemWith(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.R_OK);
    if (/\.(db|vscdb)$/.test(path)) await storeFormat(path);
    return undefined;
  } catch (error) {
    // One that was removed meanwhile is no problem.
    if (isMissing(error)) return undefined;
    return error instanceof UnreadableStore ? error.message : problemOf(error);
  }
}
