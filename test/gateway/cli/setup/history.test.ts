import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeHistory, findHistory } from '../../../../src/gateway/cli/setup/history.ts';

it('sessions are counted, and stores, which hold many, are named', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dewey-found-'));
  const place = (agent: string, name: string) => ({ agent, name, folder: join(root, agent) });
  const folders = [place('codex', 'Codex'), place('goose', 'Goose'), place('zed', 'Zed')];
  try {
    for (const { folder } of folders) await mkdir(folder);
    await writeFile(join(root, 'codex', 'a.jsonl'), '{}');
    await writeFile(join(root, 'codex', 'b.jsonl'), '{}');
    expect(describeHistory(await findHistory(folders))).toBe('2 sessions of Codex');
    await writeFile(join(root, 'goose', 'sessions.db'), '');
    expect(describeHistory(await findHistory(folders))).toBe('2 sessions of Codex, and the store of Goose');
    await writeFile(join(root, 'zed', 'threads.db'), '');
    expect(describeHistory(await findHistory(folders.slice(1)))).toBe('the stores of Goose and Zed');
  } finally {
    await rm(root, { recursive: true });
  }
});
