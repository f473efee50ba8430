import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { byLine, catalogued, followed, importAndVerify, parentOf } from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const history = { name: 'qwen-code' };
const first = 'qwen-code:3f0c6a52-9a41-4d0e-8a6e-2f6f0a5b7c11';
const [session, fork] = ['5a1d7b63-0b52-4e1f-9b7f-3a7a1b6c8d22', '6b2e8c74-1c63-4f2a-8c8a-4b8b2c7d9e33'];
const file = `-home-ada-library/chats/${session}.jsonl`;
const key = `qwen-code:${session}`;
const linesOf = async (name: string) =>
  (await readFile(fixture(`agents/qwen-code/-home-ada-library/chats/${name}.jsonl`), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const told = async (of: string) =>
  (await rowsOf(lake, of)).map(({ role, content, metadata }) => [role, metadata.kind, content]);

describe('a session of a newer version of Qwen Code', () => {
  it('has each prompt as it was submitted, apart from what was put with it', async () => {
    await importAndVerify(lake, history);
    expect((await told(key)).filter(([role]) => role === 'user')).toEqual([
      ['user', 'prompt', 'Which of @loans.csv are overdue?\n[attachment]'],
      [
        'user',
        'attachment',
        'Which of @loans.csv are overdue? [see the shelf]\n\n--- Content from referenced files ---\natlas,2026-09-01',
      ],
      [
        'user',
        'meta',
        '<qwen:user-prompt-submit-context>\nIt is Tuesday.\n</qwen:user-prompt-submit-context>',
      ],
      ['user', 'prompt', 'Only the atlas, please.'],
      ['user', 'compact_summary', '<state_snapshot>The atlas is overdue.</state_snapshot>'],
      ['user', 'prompt', 'And who has it?'],
      ['user', 'prompt', 'Write to her.'],
      ['user', 'meta', 'The letters are ready.'],
    ]);
  });

  it('has what a tool gave behind its result, what was spoken, and why there is no answer', async () => {
    await importAndVerify(lake, history);
    expect((await told(key)).filter(([role]) => role !== 'user')).toEqual([
      ['assistant', 'text', 'I look.'],
      ['assistant', 'tool_use', expect.stringContaining('shelves.md')],
      ['tool', 'tool_result', 'Tool execution succeeded.\n--- shelves.md ---\nTwelve shelves.'],
      ['assistant', 'text', 'The atlas is overdue.'],
      ['assistant', 'text', 'Ada has it.'],
      ['assistant', 'error', '429: too many requests'],
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'dewey-qwen-'));
    const path = join(folder, 'session.jsonl');
    await writeFile(path, await readFile(fixture(`agents/qwen-code/${file}`)));
    const { tally } = await importFile(lake, path);
    await rm(folder, { recursive: true });
    expect(tally.skipped).toEqual({
      session_source: 1,
      parent_session: 1,
      chat_compression: 1,
      'part: executableCode': 1,
    });
  });

  it('counts what was thought once, also where a provider counts it as part of the answer', async () => {
    await importAndVerify(lake, history);
    const usages = (await linesOf(session)).flatMap(({ usageMetadata }) => usageMetadata ?? []);
    const sum = (name: string) => usages.reduce((total, usage) => total + (usage[name] ?? 0), 0);
    expect(await catalogued(lake, key)).toMatchObject({
      models: ['qwen-omni', 'qwen3-coder-plus'],
      input: sum('promptTokenCount') - sum('cachedContentTokenCount'),
      output: sum('totalTokenCount') - sum('promptTokenCount'),
    });
  });

  it('belongs to the session that started it', async () => {
    await importAndVerify(lake, history);
    expect(await parentOf(lake, key)).toMatchObject({ externalId: first });
  });

  it('that is a fork has what it copied, and the tokens of its own answers', async () => {
    await importAndVerify(lake, history);
    expect((await told(`qwen-code:${fork}`)).slice(-2)).toEqual([
      ['user', 'prompt', 'Leave it at that.'],
      ['assistant', 'text', 'As you like.'],
    ]);
    expect(await catalogued(lake, `qwen-code:${fork}`)).toMatchObject({
      title: 'Overdue books (branch)',
      input: 300,
      output: 4,
    });
    const [row] = await lake.db.sql`
      select metadata ->> 'forked_from' as from from conversations where external_id = ${`qwen-code:${fork}`}`;
    expect(row).toEqual({ from: session });
  });

  it('is followed line by line', async () => {
    expect(await followed(lake, history, file, key, await byLine('qwen-code', file))).toBeLessThan(2000);
  });
});
