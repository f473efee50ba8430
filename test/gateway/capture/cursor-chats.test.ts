import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { TailedFile } from '../../../src/gateway/capture/transcripts/tail/file.ts';
import { lakeOffsets } from '../../../src/gateway/capture/transcripts/tail/offsets.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, followed, importAndVerify, parentOf, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-chats-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

const history = { name: 'cursor-chats', shape: [/^chats$/, /./, /./, /^store\.db$/] };
const ids = ['0', '1', '2', '3', '4'].map((n) => `9d2e6b81-3a5f-4c1d-8b7e-2f6a4c8d0e3${n}`);
const [session = '', older, subagent, , other = ''] = ids;
const chats = 'chats/5d41402abc4b2a76b9719d911017c592';
const transcripts = 'projects/home-ada-library/agent-transcripts';
const key = `cursor-agent:${session}`;
const kindsOf = async (of: string) =>
  (await rowsOf(lake, of)).map(({ role, content, metadata }) => [role, metadata.kind, content]);

describe('a chat of Cursor on the command line', () => {
  it('is stored once, with its results, and what was summarised before its summary', async () => {
    await importAndVerify(lake, history);
    expect(await kindsOf(key)).toEqual([
      ['user', 'prompt', 'Which books are overdue?\n[image]'],
      ['user', 'meta', '<attached_files>\nloans.csv\n</attached_files>'],
      ['assistant', 'text', 'I look into the file.'],
      ['assistant', 'tool_use', 'Read {"path":"loans.csv"}'],
      ['assistant', 'tool_use', expect.stringContaining('CallMcpTool {')],
      ['tool', 'tool_result', 'atlas,2026-09-01'],
      ['tool', 'tool_result', expect.stringContaining('not repeated')],
      ['assistant', 'text', 'The atlas.'],
      ['user', 'compact_summary', '[Previous conversation summary]: The atlas is overdue.'],
      ['user', 'prompt', 'Write to the reader.'],
      ['user', 'meta', '<system_reminder>\nKeep letters short.\n</system_reminder>'],
      ['assistant', 'text', 'Done.'],
      ['assistant', 'tool_use', 'Shell {"command":"print letter"}'],
      ['tool', 'tool_result', 'The user chose not to run it.'],
      ['assistant', 'text', 'Done.'],
      ['user', 'compact_summary', 'Summary: the atlas is overdue, the letter was not printed.'],
      ['user', 'prompt', 'Which books are overdue?'],
      ['assistant', 'tool_use', 'browser_take_screenshot {}'],
      ['tool', 'tool_result', 'No browser.\n[image]'],
      ['assistant', 'text', 'None.'],
    ]);
    const rows = await rowsOf(lake, key);
    expect(rows[2]?.metadata).toMatchObject({ thinking: 'The loans are in a file.' });
    expect(rows.filter(({ metadata }) => metadata.interrupted).map(({ content }) => content)).toEqual([
      'The user chose not to run it.',
    ]);
    expect(rows.filter(({ metadata }) => metadata.is_error).map(({ content }) => content)).toEqual([
      'No browser.\n[image]',
    ]);
    const report = await importFiles(
      await findFiles([fixture(`agents/cursor-chats/${chats}`)]),
      storeOf(lake),
    );
    expect(report.skipped).toMatchObject({
      context: 2,
      empty: 1,
      'in its transcript': 1,
      'not written yet': 1,
      'part: hologram': 1,
      system: 2,
      'unknown version': 1,
    });
  });

  it('tells its title, branch, project, models and times', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      branch: 'letters',
      project: '/home/ada/library',
      models: ['claude-4.5-sonnet', 'gpt-5'],
    });
    const rows = await lake.db.sql`
      select distinct m.created_at from messages m join capture_sources s on s.conversation_id = m.conversation_id
      where s.key = ${key} order by 1`;
    expect(rows.map(({ createdAt }) => new Date(createdAt).toISOString())).toEqual([
      '2026-09-03T18:21:00.000Z',
      '2026-09-04T10:00:00.000Z',
    ]);
  });

  it('of an older version, in which the same is said twice, is stored as well', async () => {
    await importAndVerify(lake, history);
    const told = await toldOf(lake, `cursor-agent:${older}`);
    expect(told.map(({ text }) => text)).toEqual([
      'What is a shelf mark?',
      'Where a book stands.',
      'Thanks.',
      'You are welcome.',
      'Thanks.',
      'You are welcome.',
    ]);
    expect(await catalogued(lake, `cursor-agent:${older}`)).toMatchObject({
      title: null,
      project: '/home/ada/my library',
    });
  });

  it('is not stored again from its transcript, but its subagents and what has no readable store are', async () => {
    const found = await findFiles([fixture('agents/cursor-chats')]);
    const report = await importFiles(found, storeOf(lake));
    expect(report.skipped).toMatchObject({ 'in the store of its chat': 4 });
    expect(await toldOf(lake, key)).toHaveLength(20);
    expect((await toldOf(lake, `cursor-agent:${subagent}`)).map(({ text }) => text)).toEqual([
      'Count the shelves.',
      'Twelve.',
    ]);
    expect(await parentOf(lake, `cursor-agent:${subagent}`)).toMatchObject({ externalId: key });
    expect(await kindsOf(`cursor-agent:${other}`)).toEqual([
      ['user', 'prompt', 'Where is the ladder?'],
      ['assistant', 'text', 'In the annex.'],
      ['assistant', 'error', 'The limit was reached.'],
    ]);
    expect(isSound(await verifyFiles(found, storedMessages(lake.db.sql)))).toBe(true);
  });

  it('takes the place of a transcript that was read before its store was there', async () => {
    const [store, transcript] = [`${chats}/${session}`, `${transcripts}/${session}/${session}.jsonl`];
    await cp(fixture(`agents/cursor-chats/${transcript}`), join(folder, transcript));
    const log = new TailedFile(join(folder, transcript), lakeOffsets(lake.db.sql), storeOf(lake));
    await log.read();
    expect(await toldOf(lake, key)).toHaveLength(4);
    await cp(fixture(`agents/cursor-chats/${store}`), join(folder, store), { recursive: true });
    await appendFile(
      join(folder, transcript),
      '{"role":"assistant","message":{"content":[{"type":"text","text":"None."}]}}\n',
    );
    await log.read();
    expect(await toldOf(lake, key)).toHaveLength(4);
    await new TailedFile(join(folder, store, 'store.db'), lakeOffsets(lake.db.sql), storeOf(lake)).read();
    expect((await toldOf(lake, key)).map(({ text }) => text)).toHaveLength(20);
    const report = await verifyFiles(await findFiles([folder]), storedMessages(lake.db.sql));
    expect({ missing: report.missing, extra: report.extra, sound: isSound(report) }).toEqual({
      missing: 0,
      extra: 0,
      sound: true,
    });
  });

  it('is followed while the log grows, and keeps what a compaction leaves out', async () => {
    const file = `${chats}/${session}/store.db-wal`;
    const log = await readFile(fixture(`agents/cursor-chats/${file}`));
    const steps = [log.subarray(0, log.length - 700), log];
    expect(await followed(lake, history, file, key, steps)).toBeLessThan(2000);
  });

  it('whose store is cut off is told, and its transcript read', async () => {
    const [store, transcript] = [
      `${chats}/${session}/store.db`,
      `${transcripts}/${session}/${session}.jsonl`,
    ];
    await cp(fixture(`agents/cursor-chats/${transcript}`), join(folder, transcript));
    await cp(fixture(`agents/cursor-chats/${dirname(store)}`), join(folder, dirname(store)), {
      recursive: true,
    });
    await rm(join(folder, `${store}-wal`));
    const whole = await readFile(join(folder, store));
    await writeFile(join(folder, store), whole.subarray(0, 9000));
    const report = await importFiles(await findFiles([folder]), storeOf(lake));
    expect(report.skipped).toMatchObject({ 'a damaged store: database disk image is malformed': 1 });
    expect((await toldOf(lake, key)).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'assistant',
    ]);
  });
});
