import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeMessages, retext } from '../../db/search/support.ts';
import { fixture, forget, hookStream, importFile, sendHooks } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-catalogue-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => forget(lake));

type Entry = {
  title: string | null;
  opening: string | null;
  branch: string | null;
  models: string[] | null;
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  cost: number | null;
};

async function entryOf(key: string): Promise<Entry | undefined> {
  const { sql } = lake.db;
  const [row] = await sql<(Pick<Entry, 'title' | 'opening' | 'branch'> & { id: string })[]>`
    select k.title, k.opening, k.branch, c.id from capture_sources s join conversations c on c.id = s.conversation_id
    left join conversation_catalogue k on k.conversation_id = c.id where s.key = ${key}`;
  if (!row) return undefined;
  const { id, ...entry } = row;
  const [used] = await sql<Omit<Entry, 'title' | 'opening' | 'branch'>[]>`
    select array_agg(distinct model) filter (where model is not null) as models, sum(input)::int as input,
           sum(output)::int as output, sum(cache_read)::int as cache_read, sum(cache_write)::int as cache_write,
           sum(cost) as cost
    from conversation_usage where conversation_id = ${id}`;
  return used && { ...entry, ...used };
}

const long = 'claude-code:dc03f604-b64f-44a2-971f-340aedefea71';

/** A transcript of one session; lines without their own are given the session's id and a time. */
async function transcript(name: string, session: string, lines: readonly object[]): Promise<string> {
  const path = join(folder, `${name}.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify({ sessionId: session, ...line })}\n`).join(''));
  return path;
}
const session = '11111111-1111-4111-8111-111111111111';
const said = (uuid: string, at: string, text: string, gitBranch = 'main') => ({
  type: 'user',
  uuid,
  timestamp: `2026-03-0${at}T10:00:00.000Z`,
  cwd: '/home/ada/library',
  gitBranch,
  message: { role: 'user', content: text },
});
const key = `claude-code:${session}`;

describe('the catalogue entry of a captured conversation', () => {
  it('has what a Claude Code transcript states: opening, branch, model, tokens of each answer once, cost', async () => {
    const expected: Entry = {
      title: null,
      opening: 'What does this repository do? Read the README first.',
      branch: 'main',
      models: ['claude-opus-5-5'],
      input: 1100,
      output: 1022,
      cacheRead: 6600,
      cacheWrite: 19_800,
      cost: expect.closeTo(0.13192, 5),
    };
    await importFile(lake, fixture('claude-code/session-long.jsonl'));
    expect(await entryOf(long)).toEqual(expected);
    await importFile(lake, fixture('claude-code/session-long.jsonl'));
    expect(await entryOf(long)).toEqual(expected);
  });

  it('is the same whether hooks or the transcript came first', async () => {
    const events = await hookStream('session-long');
    await sendHooks(lake, events);
    expect(await entryOf(long)).toMatchObject({
      opening: expect.stringContaining('What does this repository'),
    });
    await importFile(lake, fixture('claude-code/session-long.jsonl'));
    const after = await entryOf(long);
    await forget(lake);
    await importFile(lake, fixture('claude-code/session-long.jsonl'));
    await sendHooks(lake, events);
    expect(await entryOf(long)).toEqual(after);
  });

  it('has the running total of a Codex rollout', async () => {
    await importFile(
      lake,
      fixture('other-agents/codex-rollout-2026-10-04T09-12-00-0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a.jsonl'),
    );
    expect(await entryOf('codex:0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a')).toMatchObject({
      opening: 'How many loans are overdue in data/loans.csv?',
      branch: 'main',
      models: ['gpt-example'],
      input: 3900,
      output: 140,
      cost: null,
    });
  });

  it('has the summary and the tokens of a Gemini session, a repeated record once', async () => {
    await importFile(lake, fixture('other-agents/gemini-cli-session-2026-10-05T18-00-7f0d8c52.jsonl'));
    expect(await entryOf('gemini:7f0d8c52-1b7e-4c4e-8a59-0c6f3e2b9d11')).toMatchObject({
      models: ['gemini-example'],
      input: 900 + 1100 + 1200 + 1210,
      output: 60 + 50 + 45 + 42,
    });
  });

  it('has the titles of web exports', async () => {
    await importFile(lake, fixture('other-agents/chatgpt-conversations.json'));
    const [first] = await lake.db.sql<{ title: string; models: string[] }[]>`
      select k.title, array(select model from conversation_usage u where u.conversation_id = k.conversation_id) as models
      from conversation_catalogue k join capture_sources s using (conversation_id) order by s.key limit 1`;
    expect(first?.title).toBeTruthy();
    expect(first?.models.length).toBeGreaterThan(0);
  });
});

describe('a title', () => {
  const titles = [
    { type: 'ai-title', aiTitle: 'Opening hours' },
    { type: 'custom-title', customTitle: 'The annex' },
    { type: 'ai-title', aiTitle: 'Later guess' },
  ];

  it('given by the user stays before one that the agent made', async () => {
    await importFile(
      lake,
      await transcript('named', session, [said('u1', '1', 'When are we open?'), ...titles]),
    );
    expect(await entryOf(key)).toMatchObject({ title: 'The annex', opening: 'When are we open?' });
  });

  it('is the later one, whichever file was read first', async () => {
    const early = await transcript('early', session, [
      said('u1', '1', 'When are we open?'),
      { type: 'custom-title', customTitle: 'First name' },
    ]);
    const late = await transcript('late', session, [
      said('u1', '1', 'When are we open?'),
      { type: 'custom-title', customTitle: 'First name' },
      said('u2', '2', 'And on Sundays?', 'hours'),
      { type: 'custom-title', customTitle: 'Second name' },
    ]);
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      for (const path of order) await importFile(lake, path);
      expect(await entryOf(key)).toMatchObject({ title: 'Second name', branch: 'hours' });
      await forget(lake);
    }
  });

  it('of an earlier version names the session of its last message', async () => {
    const other = '22222222-2222-4222-8222-222222222222';
    await importFile(lake, await transcript('first', other, [said('u9', '1', 'Where are the maps?')]));
    await importFile(
      lake,
      await transcript('second', session, [
        { type: 'summary', summary: 'Finding the maps', leafUuid: 'u9', sessionId: undefined },
        said('u1', '2', 'When are we open?'),
      ]),
    );
    expect(await entryOf(`claude-code:${other}`)).toMatchObject({ title: 'Finding the maps' });
    expect(await entryOf(key)).toMatchObject({ title: null });
  });

  it('alone does not create a conversation, nor does it restore a deleted one', async () => {
    await importFile(lake, await transcript('bare', session, titles));
    expect(await lake.db.sql`select from conversations`).toHaveLength(0);
  });

  it('has no secrets', async () => {
    const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    await importFile(
      lake,
      await transcript('secret', session, [
        said('u1', '1', 'Hello'),
        { type: 'ai-title', aiTitle: `Use ${secret} here` },
      ]),
    );
    expect((await entryOf(key))?.title).not.toContain(secret);
  });
});

describe('the opening', () => {
  const two = () =>
    transcript('two', session, [said('u1', '1', 'When are we open?'), said('u2', '2', 'And on Sundays?')]);

  it('follows the deletion and the expiry of the first prompt', async () => {
    await importFile(lake, await two());
    await removeMessages(lake, lake.db.sql`m.external_id = 'u1'`);
    expect(await entryOf(key)).toMatchObject({ opening: 'And on Sundays?' });
    await retext(lake, lake.db.sql`m.external_id = 'u2'`, '');
    expect(await entryOf(key)).toMatchObject({ opening: null });
  });

  it('goes with its conversation', async () => {
    await importFile(lake, await two());
    await lake.db.sql`delete from conversations`;
    expect(await lake.db.sql`select from conversation_catalogue`).toHaveLength(0);
    expect(await lake.db.sql`select from conversation_usage`).toHaveLength(0);
  });
});
