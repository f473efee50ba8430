import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Run, readRun } from '../../handlers/fiedler/domain/run-summary.ts';
import type { FoundFile } from '../capture/transcripts/find-files.ts';

/** A summary and its file. */
export type FoundRun = { path: string; run: Run };

const mostBytes = 20_000_000;
/** A summary opens with what it is; other JSON, such as an export of a chat program, is not read as a whole. */
const headBytes = 65_536;
const opening = /"(?:correlation_?id|run_?id|results|responses|answers|outputs)"/i;

/** The summaries of runs among these files: by their content, and in folders by their name, too. */
export async function runsIn(found: readonly FoundFile[]): Promise<FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const item of found) {
    if (!('bytes' in item) || item.bytes > mostBytes) continue;
    const mayBe = item.named ? /\.json$/i.test(item.path) : basename(item.path) === 'summary.json';
    const run = mayBe ? await runAt(item.path) : undefined;
    if (run) runs.push({ path: item.path, run });
  }
  return runs;
}

async function runAt(path: string): Promise<Run | undefined> {
  try {
    const isLikely = opening.test(await headOf(path));
    return isLikely ? readRun(JSON.parse(await readFile(path, 'utf8'))) : undefined;
  } catch {
    return undefined; // what it is instead, or why it cannot be read, is told when it is imported
  }
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
