import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import load from 'sql.js';
import { afterEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { openCaptured } from '../../../src/gateway/capture/transcripts/read.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, followed, importAndVerify, type Told, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);
/** What was written into the store, from which it was made. */
const written = async (agent: string) =>
  JSON.parse(await readFile(fixture(`agents/${agent}/told.txt`), 'utf8'));
/** Within this, a message that was written is stored. */
const soonMs = 2000;

describe('the store of OpenCode', () => {
  const history = { name: 'opencode', shape: [/^opencode\.db$/] };
  const key = 'opencode:ses_1';

  it('is read once, together with what is only in its write-ahead log', async () => {
    await importAndVerify(lake, history);
    const { messages } = await written('opencode');
    type Part = { type: string; text?: string };
    const own = messages.filter(([, session]: string[]) => session === 'ses_1');
    const parts: (Part & { role: string })[] = own.flatMap(
      ([, , { role }, all]: [string, string, { role: string }, Part[]]) =>
        all.map((part) => ({ role, ...part })),
    );
    const said = (role: string) => parts.filter((part) => part.type === 'text' && part.role === role);
    const told = await toldOf(lake, key);
    expect(texts(told, 'user')).toEqual([...said('user').map(({ text }) => text), '[file shelf.png]']);
    const tools = parts.filter(({ type }) => type === 'tool');
    expect(texts(told, 'assistant')).toHaveLength(said('assistant').length + tools.length);
    expect(texts(told, 'tool')).toEqual([
      'atlas,2026-09-01',
      expect.stringContaining('not repeated'),
      'Tool execution aborted',
    ]);
    const rows = await rowsOf(lake, key);
    expect(rows.find(({ content }) => content === 'I write the let')?.metadata.interrupted).toBe(true);
    expect(rows.find(({ role }) => role === 'assistant')?.metadata).toMatchObject({
      model: 'claude-sonnet-4-5',
      thinking: 'The loans are in a file.',
    });
    expect(await toldOf(lake, 'opencode:ses_2')).toHaveLength(1);
  });

  it('tells titles, models, tokens and cost', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5', 'gpt-5'],
      input: 1000 + 700,
      output: 50 + 5 + 30,
      cacheRead: 300,
      cost: expect.closeTo(0.03, 6),
    });
    expect(await catalogued(lake, 'opencode:ses_2')).toMatchObject({ title: null });
  });

  it('is followed while its log grows, also when half a frame is written', async () => {
    const log = await readFile(fixture('agents/opencode/opencode.db-wal'));
    const steps = [log.subarray(0, log.length - 700), log];
    expect(await followed(lake, history, 'opencode.db-wal', key, steps)).toBeLessThan(soonMs);
  });
});

describe('the store of Goose', () => {
  const history = { name: 'goose', shape: [/^sessions\.db$/] };
  const key = 'goose:20261010_1';

  it('is read once, together with what is only in its write-ahead log', async () => {
    await importAndVerify(lake, history);
    const { messages } = await written('goose');
    type Content = { type: string; text?: string };
    const contents: (Content & { role: string })[] = messages.flatMap(([role, all]: [string, Content[]]) =>
      all.map((content) => ({ role, ...content })),
    );
    const of = (type: string, role: string) =>
      contents.filter((content) => content.type === type && content.role === role);
    const told = await toldOf(lake, key);
    expect(texts(told, 'user')).toEqual(of('text', 'user').map(({ text }) => text));
    expect(texts(told, 'assistant')).toHaveLength(
      of('text', 'assistant').length + of('toolRequest', 'assistant').length,
    );
    expect(texts(told, 'tool')).toEqual([
      'atlas,2026-09-01',
      expect.stringContaining('not repeated'),
      expect.stringContaining('Interrupted'),
    ]);
    expect((await rowsOf(lake, key)).filter(({ metadata }) => metadata.interrupted)).toHaveLength(1);
  });

  it('tells titles, models and tokens', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5'],
      input: 1400,
      output: 100,
    });
  });

  it('is followed while its log grows', async () => {
    const log = await readFile(fixture('agents/goose/sessions.db-wal'));
    const steps = [log.subarray(0, log.length - 700), log];
    expect(await followed(lake, history, 'sessions.db-wal', key, steps)).toBeLessThan(soonMs);
  });
});

describe('a SQLite database', () => {
  const inFolder = async (bytes: Uint8Array, check: (path: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-store-'));
    const path = join(folder, 'opencode.db');
    await writeFile(path, bytes);
    await check(path).finally(() => rm(folder, { recursive: true }));
  };
  const made = async (...statements: string[]) => {
    const { Database } = await load();
    const database = new Database();
    for (const statement of statements) database.run(statement);
    return database.export();
  };

  it.each([
    ['of another program', ['create table birds (name text)'], /no known agent/],
    [
      'of an unknown version',
      ['create table session (id text)', 'create table message (id text)', 'create table part (id text)'],
      /opencode of an unknown version: session has no parent_id/,
    ],
  ])('%s is reported, not guessed', async (_, statements, reason) => {
    await inFolder(await made(...statements), async (path) => {
      await expect(openCaptured(path)).rejects.toThrow(reason);
      const report = await importFiles(await findFiles([path]), storeOf(lake));
      expect(report.failed).toMatchObject([{ path, problem: expect.stringMatching(reason) }]);
    });
  });

  it('in a folder is a fault of verifying if an agent keeps sessions in it, and none if it is of another program', async () => {
    const verified = async (path: string) =>
      verifyFiles(await findFiles([dirname(path)]), storedMessages(lake.db.sql));
    await inFolder(await made('create table birds (name text)'), async (path) => {
      expect(isSound(await verified(path))).toBe(true);
    });
    const bytes = await readFile(fixture('agents/goose/sessions.db'));
    await inFolder(bytes.fill(7, 16, 1024), async (path) => {
      const report = await verified(path);
      expect(report.failed).toEqual([{ path, problem: expect.stringContaining('damaged') }]);
      expect(isSound(report)).toBe(false);
    });
  });

  it('of Goose gives pictures, questions and answers, marks what only the model sees, and counts the rest', async () => {
    const says: [role: string, content: object, userVisible: boolean][] = [
      ['user', { type: 'text', text: 'What is this?' }, true],
      ['user', { type: 'image', data: 'AAAA', mimeType: 'image/png' }, true],
      [
        'assistant',
        {
          type: 'actionRequired',
          data: { actionType: 'elicitation', id: 'e1', message: 'Which shelf?', requestedSchema: {} },
        },
        true,
      ],
      [
        'user',
        {
          type: 'actionRequired',
          data: { actionType: 'elicitationResponse', id: 'e1', userData: { shelf: 3 } },
        },
        true,
      ],
      [
        'assistant',
        {
          type: 'actionRequired',
          data: { actionType: 'toolConfirmation', id: 't1', toolName: 'shell', arguments: {}, prompt: null },
        },
        true,
      ],
      [
        'assistant',
        { type: 'systemNotification', notificationType: 'inlineMessage', msg: 'Compacted.' },
        true,
      ],
      ['user', { type: 'text', text: 'So far: an atlas on shelf three.' }, false],
    ];
    const quoted = (value: object) => `'${JSON.stringify(value)}'`;
    const bytes = await made(
      'create table schema_version (version integer)',
      'create table sessions (id text, working_dir text, created_at text, updated_at text, accumulated_input_tokens integer)',
      'create table messages (id integer, message_id text, session_id text, role text, content_json text, created_timestamp integer, metadata_json text)',
      "insert into sessions values ('s1', '/home/ada', '2026-10-10 10:00:00', '2026-10-10 10:01:00', 1)",
      ...says.map(
        ([role, content, userVisible], i) =>
          `insert into messages values (${i}, 'm${i}', 's1', '${role}', ${quoted([content])}, ${1_791_626_400 + i}, ${quoted({ userVisible, agentVisible: true })})`,
      ),
    );
    await inFolder(bytes, async (path) => {
      const report = await importFiles(await findFiles([path]), storeOf(lake));
      expect(report.skipped).toEqual({ actionRequired: 1, systemNotification: 1 });
      const rows = await rowsOf(lake, 'goose:s1');
      expect(rows.map(({ role, content, metadata }) => [role, content, metadata.kind])).toEqual([
        ['user', 'What is this?', 'prompt'],
        ['user', '[image]', 'attachment'],
        ['assistant', 'Which shelf?', 'question'],
        ['user', '{"shelf":3}', 'answer'],
        ['user', 'So far: an atlas on shelf three.', 'meta'],
      ]);
    });
  });

  it('of OpenCode gives the tasks that a command hands to an agent, and marks a summary', async () => {
    const bytes = await made(
      'create table session (id text, parent_id text, directory text, title text, time_created integer, time_updated integer)',
      'create table message (id text, session_id text, time_created integer, data text)',
      'create table part (id text, message_id text, data text)',
      "insert into session values ('ses_9', null, '/home/ada', 'Shelves', 1, 2)",
      `insert into message values ('m1', 'ses_9', 1, '{"role":"user","time":{"created":1}}'), ('m2', 'ses_9', 2, '{"role":"assistant","summary":true,"mode":"compaction","time":{"created":2}}')`,
      `insert into part values ('p1', 'm1', '{"type":"subtask","prompt":"Count the shelves.","description":"count","agent":"general","command":"count"}'), ('p2', 'm2', '{"type":"text","text":"Four shelves so far."}')`,
    );
    await inFolder(bytes, async (path) => {
      await importFiles(await findFiles([path]), storeOf(lake));
      const rows = await rowsOf(lake, 'opencode:ses_9');
      expect(rows.map(({ role, content, metadata }) => [role, content, metadata.kind])).toEqual([
        ['user', 'Count the shelves.', 'subtask'],
        ['assistant', 'Four shelves so far.', 'compact_summary'],
      ]);
    });
  });

  it('that is damaged is reported', async () => {
    const bytes = await readFile(fixture('agents/goose/sessions.db'));
    await inFolder(bytes.fill(7, 16, 1024), async (path) => {
      await expect(openCaptured(path)).rejects.toThrow(/damaged/);
    });
  });
});
