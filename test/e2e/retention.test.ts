import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { messages } from '../../src/db/conversations/collection.ts';
import { flush } from '../../src/db/search/index/flush.ts';
import deleteConversation from '../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../src/handlers/conversations/get-conversation.ts';
import search from '../../src/handlers/conversations/search.ts';
import storeMessages from '../../src/handlers/conversations/store-messages-bulk.ts';
import { takeBackup } from '../support/backup.ts';
import { call } from '../support/call.ts';
import { runHere, useCommands } from '../support/command.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const key = 'a-key-that-may-do-everything';
const gateway = useServer(lake, { DEWEY_API_KEYS: `owner:admin:${key}` });
const { env, dewey } = useCommands(lake);

/** A conversation captured this many days ago: a question, an answer, the output of a tool. */
async function captured(
  session: string,
  word: string,
  daysAgo: number,
  project = 'library',
): Promise<string> {
  const { conversation_id } = await call(
    storeMessages,
    {
      session_id: session,
      project,
      messages: [
        { role: 'user', content: `Where is the ${word}?` },
        { role: 'assistant', content: `The ${word} is on shelf nine.` },
        { role: 'tool', content: `${word}: secret output`, external_id: `line-${session}` },
      ],
    },
    lake.deps,
  );
  const { sql } = lake.db;
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await sql`update messages set created_at = ${at}::text::timestamptz where conversation_id = ${conversation_id}`;
  await sql`update conversation_heads set updated_at = ${at}::text::timestamptz where conversation_id = ${conversation_id}`;
  await sql`insert into capture_sources (key, conversation_id) values (${`claude-code:${session}`}, ${conversation_id})`;
  await sql`update conversations set metadata = '{"source": "claude-code"}' where id = ${conversation_id}`;
  await sql`
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
    values (${conversation_id}, 'f', 0, 10, 1, ${Buffer.from(word)})`;
  await sql`insert into capture_keys (conversation_id, key, message_id)
    select conversation_id, 'k' || turn_number, id from messages where conversation_id = ${conversation_id}`;
  return conversation_id;
}

const hits = async (query: string) => (await call(search, { query }, lake.deps)).total;
const foldAll = () => flush(lake.db.sql, messages, 'english', 4096);
/** Moves the deletion back beyond the undo window. */
const longAgo = () => lake.db.sql`
  update conversations set deleted_at = now() - interval '31 days' where deleted_at is not null`;

describe('retention', () => {
  it('keeps everything without a policy; the policy of a project takes precedence over the one for all', async () => {
    const old = await captured('old-session', 'aardvark', 100);
    const kept = await captured('kept-session', 'buffalo', 100, 'museum');
    const recent = await captured('new-session', 'capybara', 3);
    expect(await dewey('retention', 'list')).toMatchObject({ policies: [], undo_days: 30 });
    expect(await dewey('retention', 'run', '--dry-run')).toMatchObject({ expired: { conversations: 0 } });

    await dewey('retention', 'set', '90d');
    await dewey('retention', 'set', 'forever', '--project', 'museum');
    expect((await dewey('retention', 'list')).policies).toEqual([
      { project: null, role: null, keep_days: 90 },
      { project: 'museum', role: null, keep_days: null },
    ]);
    expect(await dewey('retention', 'run', '--dry-run')).toMatchObject({ expired: { conversations: 1 } });
    expect(await hits('aardvark')).toBe(3);
    expect(await dewey('retention', 'run')).toMatchObject({ code: 0, expired: { conversations: 1 } });
    expect(await hits('aardvark')).toBe(0);
    expect([await hits('buffalo'), await hits('capybara')]).toEqual([3, 3]);

    expect(await dewey('restore-deleted', old)).toMatchObject({ code: 0, conversations: [old] });
    expect(await hits('aardvark')).toBe(3);
    const { messages: back } = await call(getConversation, { conversation_id: old }, lake.deps);
    expect(back).toHaveLength(3);
    expect(await dewey('retention', 'remove')).toMatchObject({ code: 0, removed: true });
    expect(await dewey('retention', 'remove')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such policy'),
    });
    expect(await dewey('restore-deleted', recent)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no deleted conversation'),
    });
    await call(deleteConversation, { conversation_id: kept, force: true }, lake.deps);
    expect(await dewey('restore-deleted', '--since', '1h')).toMatchObject({ conversations: [kept] });
  });

  it('removes the texts of a role but keeps the turns, and restores the texts', async () => {
    const id = await captured('tool-session', 'dingo', 40, 'zoo');
    await foldAll();
    await dewey('retention', 'set', '30d', '--project', 'zoo', '--role', 'tool');
    expect(await dewey('retention', 'run', '--dry-run')).toMatchObject({
      expired: { messages: { tool: 1 } },
    });
    expect(await dewey('retention', 'run')).toMatchObject({ expired: { messages: { tool: 1 } } });
    expect(await hits('dingo')).toBe(2);
    const { messages: left } = await call(getConversation, { conversation_id: id }, lake.deps);
    expect(left).toMatchObject([{ turn: 1 }, { turn: 2 }, { turn: 3, role: 'tool', content: '' }]);
    expect(await dewey('retention', 'run')).toMatchObject({ expired: { messages: {} } });
    expect(await dewey('restore-deleted', id)).toMatchObject({ messages: 1 });
    expect(await hits('dingo')).toBe(3);
    await dewey('retention', 'run');
    await lake.db.sql`update expired_messages set expired_at = now() - interval '31 days'`;
    const { purged } = await dewey('retention', 'run');
    expect(purged.removed).toMatchObject({ expired_messages: 1, capture_raw: 1 });
    expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
    await dewey('retention', 'remove', '--project', 'zoo', '--role', 'tool');
  });

  it('packs texts of conversations that nobody has continued for long, and unpacks them', async () => {
    const { sql } = lake.db;
    const texts = Array.from(
      { length: 40 },
      (_, n) => `The echidna of cage ${n} was fed at noon. ${'It ate well. '.repeat(20)}`,
    );
    const { conversation_id } = await call(
      storeMessages,
      { messages: texts.map((content) => ({ role: 'user', content })) },
      lake.deps,
    );
    await sql`
      update conversation_heads set updated_at = now() - interval '200 days' where conversation_id = ${conversation_id}`;
    const env = { DEWEY_PACK_DAYS: '180' };
    const retention = (...args: string[]) =>
      runHere(['retention', ...args], { DATABASE_URL: lake.url, ...env });
    const packed = async () =>
      (await sql`select 1 from messages where conversation_id = ${conversation_id} and content is null`)
        .length;
    expect((await retention('run', '--dry-run')).out).toContain('would pack 40 texts of 1 conversations');
    expect(await packed()).toBe(0);
    expect((await retention('run')).out).toContain('\npacked 40 texts of 1 conversations');
    expect(await packed()).toBe(40);
    expect((await retention('run')).out).not.toContain('packed');
    expect(await hits('echidna')).toBe(40);
    const read = await call(getConversation, { conversation_id }, lake.deps);
    expect(read.messages.map(({ content }: { content: string }) => content)).toEqual(texts);
    const compact = JSON.parse((await retention('compact', '--json')).out);
    expect(compact.bytes_after).toBeGreaterThan(0);
    expect(compact.bytes_after).toBeLessThan(compact.bytes_before);
    expect((await retention('unpack')).out).toBe('Unpacked 40 texts.\n');
    expect(await packed()).toBe(0);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    await dewey('purge-deleted', conversation_id);
  });

  it('does not import an expired text again from its transcript', async () => {
    const transcript = 'test/fixtures/capture/claude-code/session-two-turns.jsonl';
    expect((await dewey('import', transcript)).stored).toBeGreaterThan(0);
    await dewey('retention', 'set', '1d', '--role', 'tool');
    const { expired } = await dewey('retention', 'run');
    expect(expired.messages.tool).toBeGreaterThan(0);
    expect(await dewey('import', transcript)).toMatchObject({ stored: 0, completed: 0 });
    expect(await dewey('verify', transcript)).toMatchObject({
      code: 0,
      missing: 0,
      different: 0,
      deleted: expired.messages.tool - 3, // the other three belong to the conversations above
    });
    await dewey('retention', 'remove', '--role', 'tool');
    await lake.db.sql`delete from conversations where external_id like 'claude-code:%'`;
  });

  it('purges content deleted a month ago, and proves it', async () => {
    const id = await captured('purged-session', 'echidna', 1);
    await foldAll();
    const folder = join(env.DEWEY_DATA_DIR ?? '', 'spool', 'poison');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '1-2.refused'), '{"session_id":"purged-session","prompt":"echidna"}');
    await writeFile(join(folder, '1-3.refused'), '{"session_id":"another-session"}');
    await call(deleteConversation, { conversation_id: id, force: true }, lake.deps);
    expect(await dewey('retention', 'run')).toMatchObject({ purged: { conversations: 0 } });
    expect(await dewey('restore-deleted', id)).toMatchObject({ code: 0 });
    await call(deleteConversation, { conversation_id: id, force: true }, lake.deps);
    await longAgo();
    const terms = () => lake.db.sql`select from search_postings where shelf = 1 and term like 'echidna%'`;
    expect((await terms()).length).toBeGreaterThan(0);

    const { code, purged, spool } = await dewey('retention', 'run');
    expect(code).toBe(0);
    expect(purged).toMatchObject({
      conversations: 1,
      removed: {
        conversations: 1,
        conversation_heads: 1,
        messages: 3,
        capture_raw: 1,
        capture_keys: 3,
        capture_sources: 1,
      },
    });
    expect(Object.keys(purged.left)).toEqual(
      expect.arrayContaining(['messages', 'capture_raw', 'search_postings', 'search_embeddings']),
    );
    expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
    expect(spool).toEqual({ removed: 1, left: 0 });
    expect(await readdir(folder)).toEqual(['1-3.refused']);
    expect(await terms()).toHaveLength(0);
    // No trace of it in any table, including the audit log.
    const everything = (await takeBackup(lake.url)).toString();
    expect(everything).not.toContain('echidna');
    // Its tombstone remains, so that no transcript brings it back.
    const [buried] = await lake.db.sql`select from tombstones where source_id = 'claude-code:purged-session'`;
    expect(buried).toBeDefined();
    expect(await dewey('restore-deleted', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('purged'),
    });
    const [run] = await lake.db.sql`select report from retention_runs order by id desc limit 1`;
    expect(run?.report).toMatchObject({ purged: { conversations: 1 } });
  });

  it('rejects invalid usage, and works through a gateway', async () => {
    for (const args of [
      ['retention', 'set', 'soon'],
      ['restore-deleted'],
      ['restore-deleted', '--since', 'once'],
      ['stats', '--days', 'x'],
    ])
      expect((await runHere(args, env)).code).toBe(2);
    const through = { DEWEY_URL: gateway.url, DEWEY_API_KEY: key };
    const list = await runHere(['retention', 'list'], through);
    expect(list).toMatchObject({
      code: 0,
      out: expect.stringContaining('project museum, conversations: forever'),
    });
    const run = await runHere(['retention', 'run'], through);
    expect(run.out).toMatch(
      /deleted 0 conversations, texts: none, documents: none, answers of models: 0\npurged .*\nleft afterwards: .*spool 0/,
    );
  });
});

describe('dewey stats', () => {
  it('reports the size and growth of the lake', async () => {
    const found = await dewey('stats', '--days', '5');
    expect(found.database_bytes).toBeGreaterThan(1_000_000);
    const messages = found.tables.find(({ table }: { table: string }) => table === 'messages');
    expect(messages.bytes).toBeGreaterThan(8192); // what a table without rows has
    expect(found.sources).toEqual([{ source: 'claude-code', conversations: 4, messages: 12 }]);
    expect(found.projects).toContainEqual({ project: 'library', conversations: 2, messages: 6 });
    expect(found.days).toEqual([
      { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), messages: 3, bytes: expect.any(Number) },
    ]);
    const text = (await runHere(['stats'], env)).out;
    expect(text).toMatch(/^Size of the lake: .*MB/);
    expect(text).toContain('claude-code');
  });
});
