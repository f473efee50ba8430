import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const fixtures = fileURLToPath(new URL('../../test/fixtures/capture/', import.meta.url));

/** Writes a session of Claude Code line by line, as the agent does, into a folder that a server follows. */
export async function writeWhileFollowed(folder: string): Promise<void> {
  const path = join(folder, 'claude', 'projects', 'library', 'session.jsonl');
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(join(fixtures, 'claude-code', 'session-two-turns.jsonl'), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    await appendFile(path, `${line}\n`);
    await delay(150);
  }
}
