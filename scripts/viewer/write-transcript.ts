import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const fixtures = fileURLToPath(new URL('../../test/fixtures/capture/', import.meta.url));

/** The session of the fixture, which is stored already, and another one that says the same. */
const [known, another] = ['4b5e7457-00df-40fc-9952-7e5a4b1647ae', '4b5e7457-00df-40fc-9952-7e5a4b1647af'];

/** Writes a session of Claude Code line by line, as the agent does, into a folder that a server follows. */
export async function writeWhileFollowed(folder: string): Promise<void> {
  const path = join(folder, 'claude', 'projects', 'library', 'session.jsonl');
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(join(fixtures, 'claude-code', 'session-two-turns.jsonl'), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    await appendFile(path, `${line.replaceAll(known, another)}\n`);
    await delay(150);
  }
}
