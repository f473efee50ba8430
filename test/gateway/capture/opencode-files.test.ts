import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { copyOf } from '../../../src/gateway/capture/transcripts/sqlite/open-store.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, importAndVerify, type Told, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const shape = [/^storage$/, /^session$/, /./, /\.json$/];
const history = { name: 'opencode-files', shape };
const storage = fixture('agents/opencode-files/storage');
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);

const jsonIn = async (folder: string) =>
  Promise.all(
    (await readdir(join(storage, folder)))
      .toSorted()
      .map(async (name) => JSON.parse(await readFile(join(storage, folder, name), 'utf8'))),
  );

describe('the files of OpenCode', () => {
  it('are stored once, each session as a conversation', async () => {
    await importAndVerify(lake, history);
    const said: Record<string, string[]> = { user: [], assistant: [] };
    let calls = 0;
    for (const { id, role } of await jsonIn('message/ses_1'))
      for (const part of await jsonIn(`part/${id}`)) {
        if (part.type === 'text') said[role]?.push(part.text);
        if (part.type === 'tool') calls += 1;
      }
    const told = await toldOf(lake, 'opencode:ses_1');
    expect(texts(told, 'user')).toEqual([...(said.user ?? []), '[file shelf.png]']);
    expect(texts(told, 'assistant')).toHaveLength((said.assistant?.length ?? 0) + calls);
    expect(texts(told, 'tool')).toHaveLength(calls);
    expect(texts(await toldOf(lake, 'opencode:ses_2'), 'user')).toEqual(['Count the shelves.']);
  });

  it('tell titles, models, tokens and cost', async () => {
    await importAndVerify(lake, history);
    const answers = (await jsonIn('message/ses_1')).filter(({ role }) => role === 'assistant');
    const sum = (figure: (answer: { cost: number; tokens: Record<string, number> }) => number) =>
      answers.reduce((total, answer) => total + figure(answer), 0);
    expect(await catalogued(lake, 'opencode:ses_1')).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5', 'gpt-5'],
      input: sum(({ tokens }) => tokens.input ?? 0),
      output: sum(({ tokens }) => (tokens.output ?? 0) + (tokens.reasoning ?? 0)),
      cost: expect.closeTo(
        sum(({ cost }) => cost),
        6,
      ),
    });
    expect(await catalogued(lake, 'opencode:ses_3')).toMatchObject({ title: null });
  });

  it('are read as far as they go, and what is half written or unknown is counted', async () => {
    const report = await importFiles(await findFiles([{ folder: dirname(storage), shape }]), storeOf(lake));
    expect(report.failed).toEqual([]);
    expect(report.skipped).toMatchObject({ 'cut off': 2, 'unknown role': 1, empty: 1 });
    expect(report.redacted).toMatchObject({ github_token: 1 });
    const rows = await rowsOf(lake, 'opencode:ses_3');
    expect(rows.map(({ role, metadata }) => [role, metadata.kind])).toEqual([
      ['user', 'prompt'],
      ['assistant', 'tool_use'],
      ['assistant', 'text'],
      ['user', 'prompt'],
    ]);
    expect(rows[0]?.content).not.toMatch(/ghp_|euros/);
    expect(rows[2]?.content).toBe('Lent after a second attempt.');
  });

  it('and the database that replaces them give each message once, in any order', async () => {
    const database = { folder: fixture('agents/opencode'), shape: [/^opencode\.db$/] };
    for (const places of [[{ folder: dirname(storage), shape }], [database]]) {
      await importFiles(await findFiles(places), storeOf(lake));
      const other = await findFiles(
        places[0] === database ? [{ folder: dirname(storage), shape }] : [database],
      );
      const report = await importFiles(other, storeOf(lake));
      const shared = report.duplicates;
      expect(shared).toBeGreaterThan(0);
      expect(report.stored).toBe(places[0] === database ? (await rowsOf(lake, 'opencode:ses_3')).length : 0);
      const both = await findFiles([database, { folder: dirname(storage), shape }]);
      expect(await verifyFiles(both, storedMessages(lake.db.sql))).toMatchObject({ faults: [], missing: 0 });
      await forget(lake);
    }
  });

  it('that a later version took back stay in their place', async () => {
    const root = await mkdtemp(join(tmpdir(), 'dewey-opencode-'));
    await cp(storage, join(root, 'storage'), { recursive: true });
    const found = await findFiles([{ folder: root, shape }]);
    await importFiles(found, storeOf(lake));
    await rm(join(root, 'storage/message/ses_1/msg_02.json'));
    const before = await toldOf(lake, 'opencode:ses_1');
    await importFiles(found, storeOf(lake));
    expect(await toldOf(lake, 'opencode:ses_1')).toEqual(before);
    expect(isSound(await verifyFiles(found, storedMessages(lake.db.sql)))).toBe(true);
    await rm(root, { recursive: true });
  });

  it('of Kilo and MiMo Code are told apart by their folders', async () => {
    const root = await mkdtemp(join(tmpdir(), 'dewey-opencode-'));
    await cp(storage, join(root, 'kilo/storage'), { recursive: true });
    await cp(fixture('agents/opencode/opencode.db'), join(root, 'mimocode/mimocode.db'));
    await importFiles(await findFiles([root]), storeOf(lake));
    const rows = await rowsOf(lake, 'kilo:ses_1');
    expect(rows[0]?.metadata.source).toBe('kilo');
    expect(await catalogued(lake, 'kilo:ses_1')).toMatchObject({ title: 'Overdue books' });
    expect((await rowsOf(lake, 'mimo-code:ses_1'))[0]?.metadata.source).toBe('mimo-code');
    expect(await rowsOf(lake, 'opencode:ses_1')).toEqual([]);
    await rm(root, { recursive: true });
  });
});

describe('the database of MiMo Code', () => {
  it('tells which messages are those of a subagent', async () => {
    const root = await mkdtemp(join(tmpdir(), 'dewey-opencode-'));
    const database = await copyOf(fixture('agents/opencode/opencode.db'));
    database.run("alter table message add column agent_id text not null default 'main'");
    database.run("update message set agent_id = 'explore-1' where id = 'msg_02'");
    await mkdir(join(root, 'mimocode'));
    await writeFile(join(root, 'mimocode/mimocode.db'), database.export());
    database.close();
    await importFiles(await findFiles([root]), storeOf(lake));
    const answers = texts(await toldOf(lake, 'mimo-code:ses_1:explore-1'), 'assistant');
    expect(answers).toContain('The atlas is overdue.');
    expect(texts(await toldOf(lake, 'mimo-code:ses_1'), 'assistant')).not.toContain('The atlas is overdue.');
    const [row] = await lake.db.sql`
      select external_id from conversations where id::text = (
        select metadata ->> 'parent_conversation_id' from conversations where external_id = 'mimo-code:ses_1:explore-1')`;
    expect(row).toEqual({ externalId: 'mimo-code:ses_1' });
    await rm(root, { recursive: true });
  });
});

describe('the files of OpenCode are followed', () => {
  const told = async () => (await toldOf(lake, 'opencode:ses_2')).map(({ text }) => text);
  const at = (created: number) => ({ time: { created: 1791600000000 + created } });

  it('as they are written one by one, also when a write is seen half done', async () => {
    await following(lake, shape, async (root) => {
      const write = async (path: string, value: object | string) => {
        await mkdir(dirname(join(root, 'storage', path)), { recursive: true });
        await writeFile(
          join(root, 'storage', path),
          typeof value === 'string' ? value : JSON.stringify(value, null, 2),
        );
      };
      const info = { id: 'ses_2', version: '1.1.60', projectID: 'prj', directory: '/home/ada', ...at(0) };
      await write('session/prj/ses_2.json', { ...info, title: 'New session - 2026-10-10T00:00:00.000Z' });
      await write('message/ses_2/msg_1.json', { role: 'user', ...at(1) });
      await write('part/msg_1/prt_1.json', { type: 'text', text: 'Count the shelves.' });
      await soon(async () => expect(await told()).toEqual(['Count the shelves.']));

      await write('message/ses_2/msg_2.json', { role: 'assistant', ...at(2) });
      await write('part/msg_2/prt_2.json', { type: 'text', text: 'There are' });
      await soon(async () => expect((await told())[1]).toBe('There are'));

      const whole = JSON.stringify({ type: 'text', text: 'There are twelve.' });
      await write('part/msg_2/prt_2.json', whole.slice(0, -5));
      await write('part/msg_2/prt_3.json', { type: 'text', text: 'More soon.' });
      await soon(async () =>
        expect(await told()).toEqual(expect.arrayContaining(['There are', 'More soon.'])),
      );
      await write('part/msg_2/prt_2.json', whole);
      await soon(async () => expect((await told()).slice(1)).toEqual(['There are twelve.', 'More soon.']));

      const used = { input: 10, output: 2, reasoning: 0, cache: { read: 0, write: 0 } };
      await write('message/ses_2/msg_2.json', {
        role: 'assistant',
        modelID: 'gpt-5',
        tokens: used,
        ...at(2),
      });
      await soon(async () =>
        expect(await catalogued(lake, 'opencode:ses_2')).toMatchObject({ models: ['gpt-5'], output: 2 }),
      );
      await write('session/prj/ses_2.json', { ...info, title: 'Shelves' });
      await soon(async () =>
        expect(await catalogued(lake, 'opencode:ses_2')).toMatchObject({ title: 'Shelves' }),
      );
    });
  });

  it('when a message comes to a session that was idle, without any change of its own file', async () => {
    const prepare = async (root: string) => {
      await cp(storage, join(root, 'storage'), { recursive: true });
      const idle = new Date(Date.now() - 3_600_000);
      for (const path of ['session/prj/ses_2.json', 'message/ses_2', 'message/ses_2/msg_03.json'])
        await utimes(join(root, 'storage', path), idle, idle);
      await importFiles(await findFiles([{ folder: root, shape }]), storeOf(lake));
    };
    const steps = async (root: string) => {
      await mkdir(join(root, 'storage/part/msg_06'));
      const text = { type: 'text', text: 'Twelve.' };
      await writeFile(join(root, 'storage/part/msg_06/prt_06_0.json'), JSON.stringify(text));
      await writeFile(
        join(root, 'storage/message/ses_2/msg_06.json'),
        JSON.stringify({ role: 'assistant', ...at(6) }),
      );
      // Its folder is looked at every three seconds.
      await vi.waitFor(async () => expect(await told()).toEqual(['Count the shelves.', 'Twelve.']), {
        timeout: 8000,
        interval: 20,
      });
    };
    await following(lake, shape, steps, prepare);
  });
});
