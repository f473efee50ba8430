import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  byLine,
  catalogued,
  followed,
  importAndVerify,
  type Told,
  toldOf,
} from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const linesOf = async (path: string) =>
  (await readFile(fixture(`agents/${path}`), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);
/** Within this, a message that was written is stored. */
const soonMs = 2000;

describe('a session of Qwen Code', () => {
  const history = { name: 'qwen-code' };
  const session = '3f0c6a52-9a41-4d0e-8a6e-2f6f0a5b7c11';
  const file = `-home-ada-library/chats/${session}.jsonl`;
  const key = `qwen-code:${session}`;

  it('is stored once, without what was taken back', async () => {
    await importAndVerify(lake, history);
    const gone = new Set(['q07', 'q08', 'q09']);
    const lines = (await linesOf(`qwen-code/${file}`)).filter(({ uuid }) => !gone.has(uuid));
    const parts = lines.flatMap(({ type, message }) =>
      type === 'system' ? [] : message.parts.map((part: object) => ({ type, ...part })),
    );
    const told = await toldOf(lake, key);
    const said = (type: string) =>
      parts.filter((part) => part.type === type && part.text && !part.thought).map((part) => part.text);
    expect(texts(told, 'user')).toEqual(said('user'));
    expect(texts(told, 'assistant').filter((text) => said('assistant').includes(text))).toEqual(
      said('assistant'),
    );
    expect(told).toHaveLength(
      said('user').length +
        said('assistant').length +
        parts.filter((part) => part.functionCall || part.functionResponse).length,
    );
    expect(texts(told, 'tool')[0]).toBe('atlas,2026-09-01\nlexicon,2026-09-15');
    expect(texts(told, 'tool')[1]).not.toContain('Ada');
    expect((await rowsOf(lake, key))[1]?.metadata).toMatchObject({
      model: 'qwen3-coder-plus',
      thinking: 'The loans are in a file.',
    });
    expect(await toldOf(lake, `${key}:explore-7f3c`)).toHaveLength(2);
  });

  it('tells its title, branch, model and tokens', async () => {
    await importAndVerify(lake, history);
    const usages = (await linesOf(`qwen-code/${file}`)).flatMap(({ usageMetadata }) => usageMetadata ?? []);
    const sum = (name: string) => usages.reduce((total, usage) => total + (usage[name] ?? 0), 0);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      branch: 'letters',
      project: '/home/ada/library',
      models: ['qwen3-coder-plus'],
      input: sum('promptTokenCount') - sum('cachedContentTokenCount'),
      output: sum('candidatesTokenCount') + sum('thoughtsTokenCount'),
      cacheRead: sum('cachedContentTokenCount'),
    });
  });

  it('is followed, and a cancelled call is marked', async () => {
    const steps = await byLine('qwen-code', file);
    expect(await followed(lake, history, file, key, steps)).toBeLessThan(soonMs);
    await forget(lake);
    const folder = await mkdtemp(join(tmpdir(), 'dewey-qwen-'));
    await writeFile(join(folder, 'session.jsonl'), steps[8] ?? '');
    await importFile(lake, join(folder, 'session.jsonl'));
    await rm(folder, { recursive: true });
    expect((await rowsOf(lake, key)).at(-1)).toMatchObject({
      role: 'tool',
      metadata: { interrupted: true, is_error: true },
    });
  });
});
