import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Made, type Maker, prose } from './formats-text.ts';

/*
 * Many small conversations, `--mb` of them: 50 MB are some 10,000 of ten messages of half a kilobyte. What they cost is not
 * their text, but what is done for each.
 */

const messages = 10;
const charactersEach = 350;

/** A session of Claude Code as its file. */
function session(n: number): string {
  const id = `10000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  const lines = Array.from({ length: messages }, (_, m) => {
    const text = prose(charactersEach, n * messages + m);
    const isPrompt = m % 2 === 0;
    return JSON.stringify({
      type: isPrompt ? 'user' : 'assistant',
      uuid: `${id}-${m}`,
      sessionId: id,
      timestamp: new Date(1_790_000_000_000 + n * 60_000 + m * 1000).toISOString(),
      cwd: '/home/ada/library',
      gitBranch: 'main',
      message: isPrompt
        ? { role: 'user', content: text }
        : {
            id: `m${n}-${m}`,
            role: 'assistant',
            model: 'model-example',
            content: [{ type: 'text', text }],
            usage: { input_tokens: 10, output_tokens: 90 },
          },
    });
  });
  return `${lines.join('\n')}\n`;
}

const files: Maker = async (folder, wanted) => {
  const made: Made = { path: folder, bytes: 0, files: 0 };
  for (; made.bytes < wanted; made.files += 1) {
    const text = session(made.files);
    const place = join(folder, `project-${made.files % 20}`);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, `${made.files}.jsonl`), text);
    made.bytes += text.length;
  }
  return made;
};

const oneFile: Maker = async (folder, wanted) => {
  const lines: string[] = [];
  for (let n = 0, bytes = 0; bytes < wanted; n += 1) {
    const said = Array.from({ length: messages }, (_, m) => ({
      role: m % 2 ? 'assistant' : 'user',
      content: prose(charactersEach, n * messages + m),
    }));
    const line = JSON.stringify({ id: `c${n}`, title: `Conversation ${n}`, messages: said });
    bytes += line.length + 1;
    lines.push(line);
  }
  const path = join(folder, 'many.jsonl');
  const text = `${lines.join('\n')}\n`;
  await writeFile(path, text);
  return { path, bytes: text.length, files: 1 };
};

export const manyMakers: Readonly<Record<string, Maker>> = { 'many-files': files, 'many-in-one': oneFile };
