import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import load from 'sql.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { TailedFile } from '../../../src/gateway/capture/transcripts/tail/file.ts';
import { lakeOffsets } from '../../../src/gateway/capture/transcripts/tail/offsets.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, importAndVerify, type Told, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-zed-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

const history = { name: 'zed', shape: [/^threads\.db$/] };
const thread = '3b1f7a52-1c0e-4a53-9d4e-6f2a8b9c0d11';
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);
/** What was written into the store, from which it was made. */
const written = async () => JSON.parse(await readFile(fixture('agents/zed/told.txt'), 'utf8'));

/** The fixture with a thread as Zed would change it. */
async function withThread(id: string, data: unknown, type = 'json'): Promise<Uint8Array> {
  const { Database } = await load();
  const database = new Database(await readFile(fixture('agents/zed/threads.db')));
  const bytes = Buffer.isBuffer(data) ? data : Buffer.from(JSON.stringify(data));
  database.run('update threads set data_type = ?, data = ? where id = ?', [type, bytes, id]);
  const changed = database.export();
  database.close();
  return changed;
}

async function importChanged(id: string, data: unknown) {
  const path = join(folder, 'threads.db');
  await writeFile(path, await withThread(id, data));
  const found = await findFiles([path]);
  const report = await importFiles(found, storeOf(lake));
  expect(isSound(await verifyFiles(found, storedMessages(lake.db.sql)))).toBe(true);
  return report;
}

describe('a thread of Zed', () => {
  it('is stored once, with its calls, mentions and what was interrupted', async () => {
    await importAndVerify(lake, history);
    const { messages } = (await written())[thread];
    type Content = { Text?: string; ToolUse?: { is_input_complete: boolean } };
    const contents = (kind: string): Content[] =>
      messages.flatMap((message: Record<string, { content: Content[] }>) => message[kind]?.content ?? []);
    const told = await toldOf(lake, `zed:${thread}`);
    expect(texts(told, 'user')).toEqual([
      'Which books in [file /home/ada/library/loans.csv] are overdue? [image]',
      '[file /home/ada/library/loans.csv]\natlas,2026-09-01\n',
      messages.find((message: { Compaction?: object }) => message.Compaction).Compaction.Summary,
      'Search the lake, then write.',
    ]);
    const said = contents('Agent').flatMap(({ Text }) => Text ?? []);
    expect(texts(told, 'assistant').filter((text) => said.includes(text))).toEqual(said);
    const calls = contents('Agent').filter(({ ToolUse }) => ToolUse?.is_input_complete);
    expect(texts(told, 'assistant')).toHaveLength(said.length + calls.length);
    expect(texts(told, 'tool')).toEqual(['atlas,2026-09-01\n[image]', 'Tool canceled by user']);
    const rows = await rowsOf(lake, `zed:${thread}`);
    expect(rows.at(-2)?.metadata).toMatchObject({ interrupted: true, is_error: true, tool: 'terminal' });
    expect(rows[2]?.metadata.thinking).toBe('The loans are in a file.');
  });

  it('tells its title, branch, project, model and tokens', async () => {
    await importAndVerify(lake, history);
    const { cumulative_token_usage: used } = (await written())[thread];
    expect(await catalogued(lake, `zed:${thread}`)).toMatchObject({
      title: 'Overdue books',
      branch: 'letters',
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5'],
      input: used.input_tokens,
      output: used.output_tokens,
      cacheRead: used.cache_read_input_tokens,
    });
  });

  it('of a subagent belongs to the one that started it', async () => {
    await importAndVerify(lake, history);
    expect(texts(await toldOf(lake, 'zed:sub-1'), 'assistant')).toEqual(['Twelve.']);
    expect(await catalogued(lake, 'zed:sub-1')).toMatchObject({ models: ['gpt-5'], input: 40, output: 4 });
    const [row] = await lake.db.sql`
      select external_id from conversations where id::text = (
        select metadata ->> 'parent_conversation_id' from conversations where external_id = 'zed:sub-1')`;
    expect(row).toEqual({ externalId: `zed:${thread}` });
  });

  it.each([
    [
      'old-2',
      ['Print the labels.', '[context]\nlabels.txt: atlas', 'The printer is on now.'],
      'lp: no printer',
    ],
    ['old-1', ['How high is the fee?'], 'two euros'],
    ['old-0', ['Who has the atlas?'], undefined],
  ])('of an older version is read as well: %s', async (id, prompts, result) => {
    await importAndVerify(lake, history);
    const told = await toldOf(lake, `zed:${id}`);
    expect(texts(told, 'user')).toEqual(expect.arrayContaining(prompts));
    expect(texts(told, 'tool')).toEqual(result === undefined ? [] : [result]);
    const { messages } = (await written())[id];
    const roles: string[] = messages.map(({ role }: { role: string }) => role);
    expect(texts(told, 'assistant').filter(Boolean).length).toBeGreaterThanOrEqual(
      roles.filter((role) => role === 'assistant').length,
    );
  });

  it('is not stored again when a newer version saves it with new ids', async () => {
    await importAndVerify(lake, history);
    const { messages, summary, updated_at } = (await written())['old-2'];
    type Older = {
      role: string;
      segments: { type: string; text?: string; data?: string }[];
      tool_uses: { id: string; name: string; input: unknown }[];
      tool_results: { tool_use_id: string }[];
      context: string;
    };
    const upgraded = messages.slice(0, 5).map((message: Older, i: number) => {
      const content: unknown[] = message.segments.map(({ type, text, data }) =>
        type === 'thinking'
          ? { Thinking: { text, signature: null } }
          : type === 'text'
            ? { Text: text }
            : { RedactedThinking: data },
      );
      if (message.role === 'user')
        return {
          User: { id: `new-${i}`, content: content.length > 0 ? content : [{ Text: message.context }] },
        };
      const uses = message.tool_uses.map((use) => ({
        ToolUse: { ...use, raw_input: JSON.stringify(use.input), is_input_complete: true },
      }));
      const results = message.tool_results.map((result) => [
        result.tool_use_id,
        { ...result, tool_name: 'terminal', content: [{ Text: 'lp: no printer' }] },
      ]);
      return { Agent: { content: [...content, ...uses], tool_results: Object.fromEntries(results) } };
    });
    const report = await importChanged('old-2', {
      title: summary,
      messages: upgraded,
      updated_at,
      version: '0.3.0',
    });
    expect({ stored: report.stored, completed: report.completed }).toEqual({ stored: 0, completed: 0 });
  });

  it('keeps what was said before a prompt was edited, also when the same is said again', async () => {
    await importAndVerify(lake, history);
    const before = await toldOf(lake, `zed:${thread}`);
    const { messages, ...rest } = (await written())[thread];
    const edited = [
      ...messages.slice(0, 6),
      { User: { id: 'u-9', content: [{ Text: 'Write at once.' }] } },
      { Agent: { content: [{ Text: 'I write the let' }], tool_results: {} } },
    ];
    const report = await importChanged(thread, { ...rest, messages: edited });
    expect(report.stored).toBe(2);
    const after = await toldOf(lake, `zed:${thread}`);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 2);
  });

  it('keeps a prompt once that a summary is put before, and the summary of each compaction', async () => {
    const { messages: _, ...rest } = (await written())[thread];
    const user = (text: string) => ({ User: { id: text, content: [{ Text: text }] } });
    const agent = (text: string) => ({ Agent: { content: [{ Text: text }], tool_results: {} } });
    const before = [user('Count the books.'), agent('Forty.'), user('Count the maps.')];
    const { skipped } = await importChanged(thread, { ...rest, messages: before });
    const summary = (text: string) => ({ Compaction: { Summary: text } });
    const after = [...before.slice(0, 2), summary('Books: forty.'), user('Count the maps.'), agent('Nine.')];
    const own = [{ Compaction: { ProviderNative: { provider: 'openai', items: [] } } }];
    const asked = [user(''), summary('Books: forty, maps: nine.'), ...own];
    const report = await importChanged(thread, { ...rest, messages: [...after, ...asked] });
    expect(report.skipped).toMatchObject({ compaction: 1, 'unknown message': skipped['unknown message'] });
    const told = (await toldOf(lake, `zed:${thread}`)).map(({ text }) => text);
    expect(told.toSorted()).toEqual([
      'Books: forty, maps: nine.',
      'Books: forty.',
      'Count the books.',
      'Count the maps.',
      'Forty.',
      'Nine.',
    ]);
  });

  it('holds the input of a call also where it is named by its kind', async () => {
    const { messages: _, ...rest } = (await written())[thread];
    const call = (id: string, input: unknown) => ({
      ToolUse: { id, name: id, raw_input: '', input, is_input_complete: true, thought_signature: null },
    });
    const inputs = {
      older: { path: 'loans.csv' },
      json: { type: 'json', value: { path: 'maps.csv' } },
      text: { type: 'text', value: '*** Begin Patch' },
      other: { type: 'json', value: 1, path: 'shelf' },
    };
    const content = Object.entries(inputs).map(([id, input]) => call(id, input));
    await importChanged(thread, { ...rest, messages: [{ Agent: { content, tool_results: {} } }] });
    expect((await toldOf(lake, `zed:${thread}`)).map(({ text }) => text)).toEqual([
      'older {"path":"loans.csv"}',
      'json {"path":"maps.csv"}',
      'text *** Begin Patch',
      'other {"path":"shelf","type":"json","value":1}',
    ]);
  });

  it('is followed while the file grows, and when a message is added', async () => {
    const whole = await readFile(fixture('agents/zed/threads.db'));
    const told = async () => (await toldOf(lake, 'zed:sub-1')).map(({ text }) => text);
    await following(lake, history.shape, async (root, reads) => {
      const path = join(root, 'threads.db');
      const skipped = (reason: RegExp) =>
        soon(async () =>
          expect(reads.flatMap(({ tally }) => Object.keys(tally.skipped)).join()).toMatch(reason),
        );
      await writeFile(path, whole.subarray(0, whole.length / 2));
      await skipped(/damaged/);
      await writeFile(path, whole);
      await soon(async () => expect(await told()).toEqual(['Count the shelves.', 'Twelve.']));

      const { messages, ...rest } = (await written())['sub-1'];
      const added = { Agent: { content: [{ Text: 'And a half.' }], tool_results: {} } };
      const changed = await withThread('sub-1', { ...rest, messages: [...messages, added] });
      await writeFile(`${path}-journal`, Buffer.from('d9d505f920a163d7', 'hex'));
      await writeFile(path, changed);
      await skipped(/in use/);
      expect(await told()).toHaveLength(2);
      await rm(`${path}-journal`);
      await soon(async () => expect(await told()).toEqual(['Count the shelves.', 'Twelve.', 'And a half.']));
    });
  });
});

describe('the store of Zed', () => {
  it('is read again only where it changed', async () => {
    const path = join(folder, 'threads.db');
    await cp(fixture('agents/zed/threads.db'), path);
    const file = new TailedFile(path, lakeOffsets(lake.db.sql), storeOf(lake));
    const first = await file.read();
    expect(first.counts).toMatchObject({ duplicates: 0 });
    const { messages, ...rest } = (await written())['sub-1'];
    const added = { Agent: { content: [{ Text: 'And a half.' }], tool_results: {} } };
    await writeFile(path, await withThread('sub-1', { ...rest, messages: [...messages, added] }));
    const { counts } = await file.read();
    expect(counts).toMatchObject({ stored: 1, duplicates: messages.length });
    expect(first.counts.stored).toBeGreaterThan(20);
  });

  it('is not read while a transaction changes its pages', async () => {
    await cp(fixture('agents/zed/threads.db'), join(folder, 'threads.db'));
    await writeFile(join(folder, 'threads.db-journal'), Buffer.from('d9d505f920a163d7', 'hex'));
    const path = join(folder, 'threads.db');
    const report = await importFiles(await findFiles([path]), storeOf(lake));
    expect(report.failed).toEqual([{ path, problem: 'a store in use' }]);
    await writeFile(join(folder, 'threads.db-journal'), Buffer.alloc(512));
    expect((await importFiles(await findFiles([path]), storeOf(lake))).failed).toEqual([]);
  });

  it('is told to be in use where a transaction begins while it is read, and read again afterwards', async () => {
    const path = join(folder, 'threads.db');
    const { messages: _, ...rest } = (await written())[thread];
    // More than are stored together, so that the transaction begins between two groups.
    const many = Array.from({ length: 301 }, (_one, n) => ({
      User: { id: `${n}`, content: [{ Text: `Shelf ${n}.` }] },
    }));
    await writeFile(path, await withThread(thread, { ...rest, messages: many }));
    const store = storeOf(lake);
    const file = new TailedFile(path, lakeOffsets(lake.db.sql), {
      ...store,
      async put(batch) {
        await writeFile(`${path}-journal`, Buffer.from('d9d505f920a163d7', 'hex'));
        return store.put(batch);
      },
    });
    const { counts, tally } = await file.read();
    expect(tally.skipped).toMatchObject({ 'a store in use': 1 });
    expect(counts.stored).toBeGreaterThanOrEqual(many.length);
    await rm(`${path}-journal`);
    const again = new TailedFile(path, lakeOffsets(lake.db.sql), store);
    expect((await again.read()).tally.skipped).not.toHaveProperty('a store in use');
    expect(await toldOf(lake, 'zed:sub-1')).toHaveLength(2);
  });

  it('counts the threads that cannot be read, and hides what is private or secret in the others', async () => {
    const report = await importFiles(await findFiles([fixture('agents/zed/threads.db')]), storeOf(lake));
    expect(report.skipped).toMatchObject({ malformed: 2, 'unknown version': 1 });
    expect(report.redacted).toMatchObject({ github_token: 1 });
    const [prompt] = await toldOf(lake, 'zed:hostile');
    expect(prompt?.text).not.toMatch(/ghp_|euros/);
    expect(await catalogued(lake, 'zed:empty')).toBeUndefined();
  });

  it('tells of a thread that is too large when unpacked, and reads the others', async () => {
    const blocks = Array.from({ length: 1100 }, (_, i) => [i === 1099 ? 3 : 2, 0, 16, 32]);
    const bomb = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, ...blocks.flat()]);
    const path = join(folder, 'threads.db');
    await writeFile(path, await withThread('damaged', bomb, 'zstd'));
    const report = await importFiles(await findFiles([path]), storeOf(lake));
    expect(report.skipped).toMatchObject({ 'too long': 1, malformed: 1 });
    expect(await toldOf(lake, 'zed:old-0')).toHaveLength(2);
  });
});
