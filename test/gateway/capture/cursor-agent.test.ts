import { cp, mkdir, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { cursorStore } from '../../../src/gateway/config/transcript-folders.ts';
import { byLine, catalogued, followed, importAndVerify, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(async () => {
  vi.unstubAllEnvs();
  await forget(lake);
});

const history = { name: 'cursor-agent', shape: [/^projects$/, /./, /^agent-transcripts$/, /./, /\.jsonl$/] };
const [session, subagent, flat] = ['0', '1', '2'].map((n) => `8c1d5a70-2f4e-4b0c-9a6d-1e7f3b5c9d2${n}`);
const folder = 'projects/home-ada-library/agent-transcripts';
const file = `${folder}/${session}/${session}.jsonl`;
const key = `cursor-agent:${session}`;

type Block = { type: string; text?: string; name?: string };
const linesIn = async (path: string): Promise<{ role?: string; message: { content: string | Block[] } }[]> =>
  (await readFile(fixture(`agents/cursor-agent/${path}`), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe("a session of Cursor's agent", () => {
  it('is stored once, prompts as they were typed', async () => {
    await importAndVerify(lake, history);
    const blocks = (await linesIn(file)).flatMap(({ role, message }) =>
      role === undefined
        ? []
        : [message.content]
            .flat()
            .map((one) => ({ role, block: typeof one === 'string' ? { type: 'text', text: one } : one })),
    );
    const typed = blocks.flatMap(({ role, block }) =>
      role === 'user' && block.text ? block.text.split('<user_query>\n')[1]?.split('\n</user_query>')[0] : [],
    );
    const said = blocks.filter(
      ({ role, block }) => role === 'assistant' && block.text && block.text !== '[REDACTED]',
    );
    const calls = blocks.filter(({ block }) => block.type === 'tool_use');
    const rows = await rowsOf(lake, key);
    expect(rows.filter(({ metadata }) => metadata.kind === 'prompt').map(({ content }) => content)).toEqual(
      typed,
    );
    expect(rows.filter(({ metadata }) => metadata.kind === 'meta').map(({ content }) => content)).toEqual([
      '<attached_files>\nletter.md\n</attached_files>',
    ]);
    expect(rows.filter(({ role }) => role === 'assistant')).toHaveLength(said.length + calls.length);
    expect(rows.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      expect.stringContaining('not repeated'),
    ]);
  });

  it('has the times of its prompts, its title and project, and its subagents', async () => {
    await importAndVerify(lake, history);
    await importAndVerify(lake, {
      ...history,
      shape: [...history.shape.slice(0, 4), /^subagents$/, /\.jsonl$/],
    });
    await importAndVerify(lake, { ...history, shape: [...history.shape.slice(0, 3), /\.jsonl$/] });
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/library',
    });
    const times = await lake.db.sql`
      select distinct m.created_at from messages m join capture_sources s on s.conversation_id = m.conversation_id
      where s.key = ${key} order by 1`;
    expect(times.map(({ createdAt }) => new Date(createdAt).toISOString())).toEqual([
      '2026-09-03T18:21:00.000Z',
      '2026-09-04T10:00:00.000Z',
    ]);
    const [row] = await lake.db.sql`
      select external_id from conversations where id::text = (
        select metadata ->> 'parent_conversation_id' from conversations where external_id = ${`cursor-agent:${subagent}`})`;
    expect(row).toEqual({ externalId: key });
    expect((await toldOf(lake, `cursor-agent:${flat}`)).map(({ text }) => text)).toEqual([
      'What is a shelf mark?',
      'Where a book stands.',
    ]);
  });

  it('without a time is dated by its file, not by the import', async () => {
    const root = await mkdtemp(join(tmpdir(), 'dewey-dated-'));
    try {
      const path = join(root, 'agent-transcripts', `${flat}.jsonl`);
      await cp(fixture(`agents/cursor-agent/${folder}/${flat}.jsonl`), path);
      const written = new Date('2026-03-04T05:06:07.000Z');
      await utimes(path, written, written);
      await importFiles(await findFiles([path]), storeOf(lake));
      const rows = await lake.db.sql`select created_at, metadata ->> 'time' as time from messages`;
      expect(rows.map(({ createdAt, time }) => [new Date(createdAt).toISOString(), time])).toEqual([
        [written.toISOString(), 'estimated'],
        [written.toISOString(), 'estimated'],
      ]);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it('is followed line by line', async () => {
    expect(await followed(lake, history, file, key, await byLine('cursor-agent', file))).toBeLessThan(2000);
  });

  it('is left out if it is in the store of the editor', async () => {
    const home = await mkdtemp(join(tmpdir(), 'dewey-home-'));
    try {
      vi.stubEnv('HOME', home);
      await cp(fixture('agents/cursor'), join(dirname(cursorStore()), '..'), { recursive: true });
      const id = '11111111-0000-4000-8000-000000000001';
      const path = join(home, '.cursor', folder, id, `${id}.jsonl`);
      await mkdir(join(path, '..'), { recursive: true });
      await cp(fixture(`agents/cursor-agent/${file}`), path);
      const report = await importFiles(await findFiles([path]), storeOf(lake));
      expect(report).toMatchObject({ stored: 0, skipped: { 'in the store of Cursor': 14 } });
    } finally {
      await rm(home, { recursive: true });
    }
  });
});
