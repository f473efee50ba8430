import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forget } from '../../support/capture.ts';
import { runHere } from '../../support/command.ts';
import { originalDatabase } from '../../support/experience-original.ts';
import { useLake } from '../../support/lake.ts';
import { databaseOf, memoriesFixture } from '../../support/memories.ts';

const lake = useLake();
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-verify-'));
  await cp(memoriesFixture('.'), folder, { recursive: true });
  await databaseOf('claude-mem.sql', at('claude-mem.db'));
  await databaseOf('mcp-memory-service.sql', at('sqlite_vec.db'));
  await databaseOf('agentsview.sql', at('sessions.db'));
  await writeFile(at('data.db'), await originalDatabase());
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runHere(args, { DATABASE_URL: lake.url });
const json = async (...args: string[]) => {
  const { code, out, err } = await run(...args, '--json');
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};

describe('dewey verify of the memories of other products', () => {
  it.each([
    ['claude-mem.db', 'a store'],
    ['claude-mem-export.json', 'an export'],
    ['mcp-memory-export.json', 'an export'],
    ['sqlite_vec.db', 'a store'],
    ['memory.jsonl', 'a graph'],
    ['mem0-results.json', 'an answer'],
    ['mem0-list.json', 'a list'],
    ['sessions.db', 'a store'],
    ['basic-memory', 'a folder of notes'],
  ])('finds what is missing of %s, %s, and nothing once it is imported', async (name) => {
    await forget(lake);
    await lake.db.sql`delete from memories`;
    const before = await json('verify', at(name));
    expect(before.code).toBe(1);
    expect(before.missing).toBeGreaterThan(0);
    expect(before.missing).toBe(before.expected);
    const { failed } = await json('import', at(name));
    expect(failed).toEqual([]);
    const after = await json('verify', at(name));
    expect(after).toMatchObject({ code: 0, missing: 0, different: 0, extra: 0, failed: [] });
    expect(after.present).toBe(before.expected);
  });

  it('brings back a note of a folder with --repair', async () => {
    await lake.db.sql`
      delete from messages where id = (
        select m.id from messages m join capture_sources s using (conversation_id)
        where s.key like 'basic-memory:%' order by m.id limit 1)`;
    const { before, repaired, ...after } = await json('verify', at('basic-memory'), '--repair');
    expect(before.missing).toBe(1);
    expect(repaired.products['basic-memory'].stored).toBe(1);
    expect(after).toMatchObject({ code: 0, missing: 0 });
  });

  it('says of a path with nothing to compare that nothing was compared, and fails', async () => {
    await mkdir(at('plain'));
    await writeFile(at('plain/readme.md'), 'Atlases stand on the third shelf.\n');
    await writeFile(at('plain/config.json'), '{"shelves": 3}');
    await mkdir(at('nothing'));
    for (const name of ['plain', 'nothing']) {
      const { code, out } = await run('verify', at('basic-memory'), at(name));
      expect(code).toBe(1);
      expect(out).toContain(`failed: ${at(name)}: holds nothing to compare`);
      expect(out).not.toContain(`failed: ${at('basic-memory')}`);
    }
  });

  it('says what to do instead with the database of the Unified MCP server', async () => {
    const { code, out } = await run('verify', at('data.db'));
    expect(code).toBe(1);
    expect(out).toContain('experiences of the Unified MCP server, which are no messages to compare');
  });
});

describe('dewey import of the database of the Unified MCP server', () => {
  it('tells what it holds, stores it once, and says what is not valid', async () => {
    expect(await json('import', at('data.db'), '--dry-run')).toMatchObject({
      code: 0,
      originals: {
        ...{ files: 1, experiences: 3, reasoningSessions: 2, workflowSessions: 2, activities: 4 },
        ...{ notStored: { experiences: 1, reasoning_sessions: 1 }, dryRun: true, failed: [], notes: [] },
      },
    });
    expect(await lake.db.sql`select from experiences`).toHaveLength(0);
    const counts = { experiences: 3, reasoningSessions: 2, workflowSessions: 2, activities: 4 };
    expect(await json('import', at('data.db'))).toMatchObject({
      code: 0,
      originals: { files: 1, ...counts, known: 0, notStored: { experiences: 1, reasoning_sessions: 1 } },
    });
    const stored = async () =>
      lake.db.sql`
        select (select count(*) from experiences) as experiences, (select count(*) from reasoning_sessions) as reasoning,
               (select count(*) from reasoning_thoughts) as thoughts, (select count(*) from workflow_sessions) as sessions,
               (select count(*) from workflow_activity where details is not null) as activity`;
    const first = await stored();
    expect(first).toMatchObject([{ experiences: 3, reasoning: 2, thoughts: 3, sessions: 2, activity: 4 }]);
    const { code, out } = await run('import', at('data.db'));
    expect(code).toBe(0);
    expect(out).toContain('stored 0 experiences, 0 reasoning sessions, 0 workflow sessions and 0 records');
    expect(out).toContain('3 experiences already stored');
    expect(await stored()).toEqual(first);
  });

  it('keeps the intent of a reasoning session and the experience it led to', async () => {
    const rows = await lake.db.sql`
      select r.session_id, r.user_intent, e.situation from reasoning_sessions r
      left join experiences e on e.id = r.experience_id order by r.session_id`;
    expect(rows).toMatchObject([
      { sessionId: 'done', userIntent: { labels: ['decide'] } },
      { sessionId: 'open', userIntent: { text: 'a choice' }, situation: null },
    ]);
    expect(rows[0]?.situation).toBeTruthy();
  });

  it('is not sent to another machine, and says how to import it there', async () => {
    const { code, out } = await runHere(['import', at('data.db')], { DEWEY_URL: 'http://localhost:1' });
    expect(code).toBe(1);
    expect(out).toContain(`failed: ${at('data.db')}: is read where the lake is`);
  });
});
