import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import search from '../../../src/handlers/conversations/search.ts';
import { call } from '../../support/call.ts';
import { fixture, forget, rowsOf } from '../../support/capture.ts';
import { dewey } from '../../support/cli.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...args: string[]) => {
  const { code, out, err } = await runHere(args, { DATABASE_URL: lake.url });
  return { code, stdout: out, stderr: err };
};
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
};
const twoTurns = fixture('claude-code/session-two-turns.jsonl');
const key = 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae';

const line = (uuid: string, text: string, session = 'broken'): string =>
  JSON.stringify({
    type: 'user',
    uuid,
    sessionId: session,
    timestamp: '2026-11-21T10:00:00.000Z',
    message: { role: 'user', content: text },
  });

/** What is noted of imported files, so that the viewer does not offer them again. */
const noted = async () => {
  const rows = await lake.db.sql<
    { reader: string }[]
  >`select reader from capture_positions where reader like 'import:%'`;
  return rows.map(({ reader }) => reader);
};

describe('dewey import', () => {
  it('stores a folder of transcripts once, and reports what it found', async () => {
    const folders = [fixture('claude-code'), fixture('other-agents')];
    const { code, stdout } = await dewey(['import', ...folders, '--json'], { DATABASE_URL: lake.url });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ stored: 147, failed: [], conversations: 12 });
    const second = await json('import', ...folders);
    expect(second).toMatchObject({ code: 0, stored: 0, completed: 0 });
    expect(await noted()).toContain(`import:${twoTurns}`);
    expect((await call(search, { query: 'reservation queue' }, lake.deps)).total).toBeGreaterThan(0);
  });

  it('stores nothing in a dry run', async () => {
    expect(await json('import', '--dry-run', twoTurns)).toMatchObject({ code: 0, stored: 12, dryRun: true });
    expect(await rowsOf(lake, key)).toHaveLength(0);
    expect(await noted()).toEqual([]);
  });

  it('takes the history of Aider for a transcript, although its name is that of a document', async () => {
    const history = fixture('agents/aider/.aider.chat.history.md');
    expect(await json('import', history)).toMatchObject({ code: 0, formats: { aider: 1 }, conversations: 3 });
    expect(await json('verify', history)).toMatchObject({ code: 0, missing: 0, conversations: 3 });
    const notes = join(folder, 'notes.md');
    await writeFile(notes, '# Notes\n\nThe atlas is overdue.\n');
    expect(await json('import', notes)).toMatchObject({ code: 0, documents: { new: 1 } });
  });

  it('stores the intact part of a damaged file, tells of the rest, and fails for it only if asked to', async () => {
    const path = join(folder, 'broken.jsonl');
    await writeFile(
      path,
      [
        line('u1', 'first'),
        '{"type":"user","uuid":"u2",',
        line('u3', `NUL \0 and half a pair \ud800`),
        line('u4', `long ${'word '.repeat(2_000_000)}`),
        line('u1', 'first'),
        JSON.stringify({ type: 'from-the-future', sessionId: 'broken' }),
        '',
        '[1,2]',
        line('u5', 'last'),
      ].join('\n'),
    );
    const report = await json('import', path);
    expect(report).toMatchObject({
      code: 0,
      stored: 4,
      duplicates: 1,
      skipped: { malformed: 1, 'from-the-future': 1, 'not a transcript line': 1 },
    });
    const rows = await rowsOf(lake, 'claude-code:broken');
    expect(rows.map((row) => row.externalId)).toEqual(['u1', 'u3', 'u4', 'u5']);
    expect(rows[1]?.content).toBe('NUL \ufffd and half a pair \ufffd');
    expect(rows[2]?.content).toHaveLength(10_000_005);
    expect(await json('import', path, '--strict')).toMatchObject({ code: 1, stored: 0 });
    expect(await json('verify', path)).toMatchObject({ code: 0, unreadable: 1, missing: 0 });
    expect(await json('verify', path, '--strict')).toMatchObject({ code: 1, unreadable: 1 });
    for (const command of ['import', 'verify'])
      expect((await run(command, path)).stdout).toContain(
        '1 line could not be read (--strict makes that a failure)',
      );
  });

  it('ends after a line that is nested too deeply to be kept as a value, and keeps it as text', async () => {
    const path = join(folder, 'deep.jsonl');
    const nested = (depth: number, uuid: string) => {
      const call = { type: 'tool_use', id: uuid, name: 'Draw', input: '@' };
      const said = { ...JSON.parse(line(uuid, '', 'deep')), type: 'assistant' };
      return JSON.stringify({ ...said, message: { role: 'assistant', id: uuid, content: [call] } }).replace(
        '"@"',
        `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      );
    };
    const lines = [
      line('u1', 'first', 'deep'),
      nested(300, 'u2'),
      nested(60_000, 'u3'),
      line('u4', 'last', 'deep'),
    ];
    await writeFile(path, lines.join('\n'));
    const { code, stdout, stderr } = await dewey(['import', path, '--json'], { DATABASE_URL: lake.url });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ stored: 4, failed: [] });
    const rows = await rowsOf(lake, 'claude-code:deep');
    expect(rows.map(({ content }) => content.slice(0, 8))).toEqual(['first', 'Draw {"a', 'Draw {"a', 'last']);
    expect(rows[1]?.content).toContain('1');
    expect(await json('verify', path)).toMatchObject({ code: 0, missing: 0 });
  });

  it('recognises a transcript whose first line is longer than the sample', async () => {
    const path = join(folder, 'long.jsonl');
    await writeFile(path, `${line('u1', 'word '.repeat(400_000), 'long')}\n${line('u2', 'last', 'long')}\n`);
    expect(await json('import', path)).toMatchObject({ code: 0, stored: 2, formats: { 'claude-code': 1 } });
  });

  it('reports unreadable files and continues', async () => {
    const empty = join(folder, 'empty.jsonl');
    const strange = join(folder, 'strange.json');
    const good = join(folder, 'good');
    await writeFile(empty, '');
    await writeFile(strange, 'not json at all');
    const none = join(folder, 'none.json');
    await writeFile(none, '[]');
    await mkdir(good, { recursive: true });
    await copyFile(twoTurns, join(good, 'session.jsonl'));
    const report = await json('import', join(folder, 'nowhere.jsonl'), empty, strange, none, good);
    expect(report).toMatchObject({
      code: 1,
      stored: 12,
      skipped: { 'empty file': 1 },
      failed: [
        { path: join(folder, 'nowhere.jsonl'), problem: 'not found' },
        { path: strange, problem: 'not JSON' },
        { path: none, problem: 'an empty list' },
      ],
    });
  });

  it.skipIf(process.getuid?.() === 0)('reports a file it may not read', async () => {
    const path = join(folder, 'locked.jsonl');
    await copyFile(twoTurns, path);
    await chmod(path, 0o000);
    expect(await json('import', path)).toMatchObject({
      code: 1,
      failed: [{ path, problem: 'permission denied' }],
    });
  });

  it('leaves deleted conversations deleted, and restores them on request', async () => {
    await json('import', twoTurns);
    const [row] = await lake.db.sql`select conversation_id as id from capture_sources where key = ${key}`;
    await call(deleteConversation, { conversation_id: row?.id, force: true }, lake.deps);
    expect(await json('import', twoTurns)).toMatchObject({ code: 0, stored: 0, deleted: 12 });
    expect(await json('verify', twoTurns)).toMatchObject({ code: 0, deleted: 12, missing: 0 });
    expect(await json('verify', '--repair', twoTurns)).toMatchObject({ code: 0, deleted: 12 });
    // Purged rows leave a tombstone.
    await lake.db.sql`delete from capture_sources where conversation_id = ${row?.id}`;
    await lake.db.sql`delete from conversations where id = ${row?.id}`;
    expect(await json('import', twoTurns)).toMatchObject({ stored: 0, deleted: 12 });
    expect(await json('import', '--include-deleted', twoTurns)).toMatchObject({ stored: 12, deleted: 0 });
    expect(await json('verify', twoTurns)).toMatchObject({ code: 0, present: 12, deleted: 0 });
  });
});

describe('dewey verify', () => {
  it('finds missing, changed, extra and misplaced messages, and repairs them from the transcript', async () => {
    await json('import', twoTurns);
    expect(await json('verify', twoTurns)).toMatchObject({ code: 0, expected: 12, present: 12, missing: 0 });
    const [first, second, third, fourth] = await rowsOf(lake, key);
    await lake.db.sql`delete from messages where external_id = ${first?.externalId ?? ''}`;
    await lake.db.sql`update messages set content = 'x' where external_id = ${second?.externalId ?? ''}`;
    await lake.db.sql`update messages set turn_number = 100 where external_id = ${third?.externalId ?? ''}`;
    const [{ conversationId } = {}] = await lake.db.sql`
      insert into messages (conversation_id, turn_number, role, content)
      select conversation_id, 101, 'user', 'nobody said this' from capture_sources where key = ${key}
      returning conversation_id`;
    const broken = await json('verify', twoTurns);
    expect(broken).toMatchObject({ code: 1, missing: 1, different: 1, misplaced: 1, extra: 1 });
    expect(broken.faults).toContainEqual({ source: key, id: first?.externalId, fault: 'missing' });
    await lake.db.sql`delete from messages where content = 'nobody said this'`;
    const repaired = await json('verify', '--repair', twoTurns);
    expect(repaired).toMatchObject({ code: 0, present: 12, missing: 0, different: 0, misplaced: 0 });
    expect((await rowsOf(lake, key)).map((row) => row.turn)).toEqual([...Array(12).keys()].map((i) => i + 1));
    expect(fourth?.turn).toBe(4);
    expect(conversationId).toBeTruthy();
  });
});

describe('dewey export', () => {
  it('writes files that dewey import restores exactly', { timeout: 180_000 }, async () => {
    await json('import', fixture('claude-code'), fixture('other-agents'));
    for (const format of ['jsonl', 'json']) {
      const [before, after] = [join(folder, `before.${format}`), join(folder, `after.${format}`)];
      expect((await run('export', '--all', '--format', format, '--output', before)).code).toBe(0);
      expect(await json('import', before)).toMatchObject({ code: 0, stored: 0, duplicates: 147 });
      const kept = (await run('export', '--all', '--format', format)).stdout;
      await forget(lake);
      expect(await json('import', before)).toMatchObject({ code: 0, stored: 147 });
      expect((await run('export', '--all', '--format', format, '--output', after)).code).toBe(0);
      expect((await run('export', '--all', '--format', format)).stdout).toBe(kept);
      expect(await json('verify', before)).toMatchObject({ code: 0, present: 147 });
    }
    // Transcripts are still matched to their conversations.
    expect(await json('import', fixture('claude-code'))).toMatchObject({ stored: 0, completed: 0 });
  });

  it('writes Markdown, and reports an unknown conversation', async () => {
    await json('import', twoTurns);
    const { stdout } = await run('export', '--session', key.slice('claude-code:'.length));
    expect(stdout).toContain('## 1 · user · 2026-11-21T21:20:49.549Z\n\nWhich file sets the loan period');
    const missing = await run('export', '00000000-0000-7000-8000-000000000000');
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('dewey: no conversation') });
    expect((await run('export')).code).toBe(2);
  });
});

describe('through the gateway of DEWEY_URL', () => {
  const server = useServer(lake, {
    DEWEY_API_KEYS: 'reader:read:secret-of-the-reader,writer:write:secret-of-the-writer',
  });
  const there = async (who: string, ...args: string[]) => {
    const env = { DEWEY_URL: server.url, DEWEY_API_KEY: `secret-of-the-${who}`, DEWEY_DATA_DIR: folder };
    const { code, out, err } = await runHere([...args, '--json'], env);
    return { code, err, ...(out === '' ? {} : JSON.parse(out)) };
  };
  const folders = [fixture('claude-code'), fixture('other-agents')];

  it('stores, verifies and repairs the same as locally', async () => {
    const near = await json('import', ...folders);
    const rows = await rowsOf(lake, key);
    await forget(lake);
    const far = await there('writer', 'import', ...folders);
    const { stored, completed, conversations, redacted } = far;
    expect({ stored, completed, conversations, redacted }).toEqual({
      stored: near.stored,
      completed: near.completed,
      conversations: near.conversations,
      redacted: near.redacted,
    });
    const said = (all: Record<string, unknown>[]) =>
      all.map(({ role, content, turn }) => [role, content, turn]);
    expect(said(await rowsOf(lake, key))).toEqual(said(rows));

    expect(await there('reader', 'verify', ...folders)).toMatchObject({ code: 0, missing: 0, different: 0 });
    await lake.db.sql`delete from messages where external_id in (
      select external_id from messages where external_id is not null order by external_id limit 3)`;
    expect(await there('reader', 'verify', ...folders)).toMatchObject({ code: 1, missing: 3 });
    const repaired = await there('writer', 'verify', '--repair', ...folders);
    expect(repaired).toMatchObject({ code: 0, missing: 0, before: { missing: 3 }, repaired: { stored: 3 } });
  });

  it('reports insufficient rights of the key, and stores nothing', async () => {
    const { code, err } = await there('reader', 'import', twoTurns);
    expect(code).toBe(1);
    expect(err).toContain('The key reader may not call store_captured');
    expect(await rowsOf(lake, key)).toHaveLength(0);
  });
});
