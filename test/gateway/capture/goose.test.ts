import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import load from 'sql.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { catalogued, importAndVerify, parentOf, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-goose-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

const history = { name: 'goose-17', shape: [/^sessions\.db$/] };
const [key, agent, older] = [1, 2, 3].map((n) => `goose:20261110_${n}`) as [string, string, string];

/** The rows that were written into the store: session, id, role, contents, seconds, metadata. */
type Written = [session: string, id: string, role: string, contents: { type: string; text?: string }[]][];
const written = async (): Promise<Written> =>
  JSON.parse(await readFile(fixture('agents/goose-17/told.txt'), 'utf8')).messages;

const told = async (of: string) =>
  (await rowsOf(lake, of)).map(({ role, content, metadata }) => [role, metadata.kind, content]);

/** The store as it was when it had these rows, all of them shown to the model. */
async function storeWith(rows: readonly string[]): Promise<Uint8Array> {
  const { Database } = await load();
  const database = new Database(await readFile(fixture('agents/goose-17/sessions.db')));
  const ids = rows.map((id) => `'${id}'`).join();
  database.run(`delete from messages where message_id not in (${ids})`);
  database.run(`update messages set metadata_json = '{"userVisible":true,"agentVisible":true}'`);
  const bytes = database.export();
  database.close();
  return bytes;
}

describe('a session of Goose', () => {
  it('is stored once, though a compaction repeats its last prompt', async () => {
    await importAndVerify(lake, history);
    const rows = await told(key);
    expect(rows.filter(([, kind]) => kind === 'prompt').map(([, , text]) => text)).toEqual([
      'Which books are overdue?',
      'Write to Ada.',
      'Try again, by this guide.',
    ]);
    expect(rows.filter(([, , text]) => text === 'Write to Ada.')).toHaveLength(1);
    expect(rows.filter(([, kind]) => kind === 'compact_summary')).toEqual([
      ['user', 'compact_summary', 'An atlas is overdue; a letter to Ada is wanted.'],
    ]);
    expect(rows.filter(([, , text]) => String(text).startsWith('<turn-context>'))).toHaveLength(1);
    expect(rows).toContainEqual(['user', 'meta', 'Answer briefly.']);
  });

  it('of older versions has the prompt where it was typed, and what was typed again', async () => {
    await importAndVerify(lake, history);
    const rows = await told(older);
    expect(rows.filter(([role, kind]) => role !== 'tool' && kind !== 'meta' && kind !== 'tool_use')).toEqual([
      ['user', 'prompt', 'Sort the shelves.'],
      ['assistant', 'text', 'Sorted.'],
      ['user', 'prompt', 'Go on.'],
      ['user', 'compact_summary', 'Shelves were sorted.'],
      ['user', 'compact_summary', 'Shelves were sorted, a file was found.'],
      ['assistant', 'text', 'All is sorted.'],
      ['user', 'prompt', 'Go on.'],
      ['assistant', 'text', 'There is no more.'],
    ]);
  });

  it('keeps every text of an answer that has several rows of one id, with what was thought before', async () => {
    await importAndVerify(lake, history);
    const said = (await written())
      .filter(([, id]) => id === 'gen-1')
      .flatMap(([, , , contents]) => contents)
      .flatMap(({ type, text }) => (type === 'text' ? text : []));
    const rows = (await rowsOf(lake, key)).filter(({ metadata }) => metadata.kind === 'text');
    expect(rows.map(({ content }) => content).slice(0, said.length)).toEqual(said);
    expect(rows[0]?.metadata).toMatchObject({
      thinking: 'The loans are in a file.',
      model: 'claude-sonnet-4-5',
    });
  });

  it('has results once, documents and errors by name, and marks an answer that was cut off', async () => {
    await importAndVerify(lake, history);
    const rows = await told(key);
    expect(rows).toContainEqual(['tool', 'tool_result', 'atlas,2026-09-01']);
    expect(rows).toContainEqual(['user', 'attachment', '[document letters.pdf]']);
    expect(rows).toContainEqual(['assistant', 'error', 'The provider did not answer.']);
    const last = (await rowsOf(lake, key)).at(-1);
    expect(last).toMatchObject({
      content: 'Dear Ada, the atl',
      metadata: { interrupted: true, model: 'gpt-5' },
    });
    const again = await importFiles(await findFiles([fixture('agents/goose-17/sessions.db')]), storeOf(lake));
    // Three prompts and an event are repeated.
    expect(again.skipped).toEqual({ repeated: 4, systemNotification: 1, thinking: 1 });
  });

  it('tells all its models, its tokens without those of the cache twice, and its cost', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      models: ['claude-sonnet-4-5', 'gpt-5'],
      input: 1400 - 600 - 200,
      output: 100,
      cacheRead: 600,
      cost: expect.closeTo(0.03, 6),
    });
    expect(await catalogued(lake, older)).toMatchObject({ title: null, models: null });
  });

  it('of a subagent belongs to the one that started it, with times in milliseconds', async () => {
    await importAndVerify(lake, history);
    expect(await parentOf(lake, agent)).toMatchObject({ externalId: key });
    expect(await catalogued(lake, agent)).toMatchObject({
      project: '/home/ada/library',
      title: null,
    });
    const [row] = await lake.db.sql`
      select m.created_at from messages m join capture_sources s using (conversation_id)
      where s.key = ${agent} order by turn_number`;
    expect(new Date(String(row?.createdAt)).toISOString()).toBe('2026-11-10T09:01:07.000Z');
  });

  it('is followed while it is compacted, and takes back a repetition that was stored', async () => {
    const before = (await written()).filter(([of]) => of === '20261110_3').map(([, id]) => id);
    await following(lake, history.shape, async (root) => {
      const path = join(root, 'sessions.db');
      // Without what is around it, the repetition looks like a prompt.
      await writeFile(path, await storeWith([...before.slice(0, 3), 'msg_35']));
      await soon(async () => expect((await told(older)).at(-1)).toEqual(['user', 'prompt', 'Go on.']));
      expect(await told(older)).toHaveLength(4);
      await writeFile(path, await readFile(fixture('agents/goose-17/sessions.db')));
      await soon(async () => expect((await told(older)).at(-1)?.[2]).toBe('There is no more.'));
      expect((await told(older)).filter(([, , text]) => text === 'Go on.')).toHaveLength(2);
    });
  });

  it('of a version without ids of messages is not stored again when a later one gives them', async () => {
    const { Database } = await load();
    const database = new Database(await readFile(fixture('agents/goose-17/sessions.db')));
    database.run(`update messages set message_id = 'msg_' || session_id || '_' || id`);
    const path = join(folder, 'sessions.db');
    const importIt = async () => {
      await writeFile(path, database.export());
      return importFiles(await findFiles([path]), storeOf(lake));
    };
    database.run('create table ids as select id, message_id from messages');
    database.run('alter table messages drop column message_id');
    expect((await importIt()).stored).toBeGreaterThan(20);
    database.run('alter table messages add column message_id text');
    database.run('update messages set message_id = (select message_id from ids where ids.id = messages.id)');
    expect(await importIt()).toMatchObject({ stored: 0, completed: 0 });
    database.close();
    expect(await toldOf(lake, older)).not.toEqual([]);
  });
});
