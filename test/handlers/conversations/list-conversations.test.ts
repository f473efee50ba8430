import { beforeAll, describe, expect, it } from 'vitest';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import listConversations from '../../../src/handlers/conversations/list-conversations.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import updateConversation from '../../../src/handlers/conversations/update-conversation.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Listed = { id: string; created_at: string; updated_at: string };

const list = (input: Record<string, unknown> = {}) => call(listConversations, input, lake.deps);
const begin = async (input: Record<string, unknown> = {}): Promise<string> =>
  (await call(beginConversation, input, lake.deps)).conversation_id;
const touch = (conversation_id: string) =>
  call(storeMessage, { conversation_id, role: 'user', content: 'x' }, lake.deps);
const ids = (page: { conversations: Listed[] }) => page.conversations.map((each) => each.id);

/** Follows next_cursor to the end. */
async function walk({ cursor: from, ...input }: Record<string, unknown>): Promise<string[]> {
  const found: string[] = [];
  let cursor = from;
  do {
    const page = await list({ ...input, cursor });
    found.push(...ids(page));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

describe('dewey_list_conversations', () => {
  describe('with thirty conversations of one project', () => {
    const project = 'thirty';
    const begun: string[] = [];

    beforeAll(async () => {
      for (let i = 0; i < 30; i++)
        begun.push(await begin({ project, session_id: `s${i % 3}`, metadata: { i } }));
      // The oldest ten are written to again, the oldest of them last.
      for (const id of begun.slice(0, 10).reverse()) await touch(id);
    });

    it('refuses times between which nothing can lie, instead of answering that there is nothing', async () => {
      const times = { start_date: '2026-11-26', end_date: '2026-11-20' };
      expect(await fail(listConversations, times, lake.deps)).toMatchObject({
        kind: 'invalid_input',
        message: 'end_date: must be later than start_date.',
      });
    });

    it('sorts by last change by default, and by creation on request', async () => {
      const byUpdate = await list({ project, limit: 100 });
      expect(ids(byUpdate)).toEqual([...begun.slice(0, 10), ...begun.slice(10).reverse()]);
      const byBirth = await list({ project, limit: 100, sort_by: 'created_at' });
      expect(ids(byBirth)).toEqual([...begun].reverse());
    });

    it('returns twenty by default, with the total and the fields of each', async () => {
      const page = await list({ project });
      expect(page).toMatchObject({ total: 30, limit: 20, offset: 0, next_cursor: expect.any(String) });
      expect(page.conversations).toHaveLength(20);
      expect(page.conversations[0]).toEqual({
        id: begun[0],
        session_id: 's0',
        project,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        message_count: 1,
        metadata: { i: 0 },
        title: 'x',
      });
    });

    it.each(['created_at', 'updated_at'])(
      'pages in the same order by cursor and by offset: %s',
      async (sort_by) => {
        const whole = ids(await list({ project, sort_by, limit: 100 }));
        expect(await walk({ project, sort_by, limit: 7 })).toEqual(whole);
        const byOffset: string[] = [];
        for (let offset = 0; offset < 30; offset += 7)
          byOffset.push(...ids(await list({ project, sort_by, limit: 7, offset })));
        expect(byOffset).toEqual(whole);
      },
    );

    it('returns no cursor on the last page, and an empty page beyond it', async () => {
      expect(await list({ project, limit: 30 })).not.toHaveProperty('next_cursor');
      expect(await list({ project, offset: 30 })).toMatchObject({ conversations: [], total: 30, offset: 30 });
    });

    it('filters by session and counts only what matches', async () => {
      const page = await list({ project, session_id: 's1', limit: 3 });
      expect(page.total).toBe(10);
      expect(new Set(await walk({ project, session_id: 's1', limit: 3 })).size).toBe(10);
    });

    it('filters by the sort time, from start_date up to but excluding end_date', async () => {
      const { conversations } = await list({ project, sort_by: 'created_at', limit: 100 });
      const [newest, second, third]: Listed[] = conversations;
      const between = await list({
        project,
        sort_by: 'created_at',
        start_date: third?.created_at,
        end_date: newest?.created_at,
      });
      expect(between.total).toBe(2);
      expect(ids(between)).toEqual([second?.id, third?.id]);
    });

    it('does not shift the pages of a cursor when a conversation is created', async () => {
      const first = await list({ project, sort_by: 'created_at', limit: 10 });
      const intruder = await begin({ project });
      const rest = await walk({ project, sort_by: 'created_at', limit: 10, cursor: first.next_cursor });
      expect(rest).not.toContain(intruder);
      await call(deleteConversation, { conversation_id: intruder }, lake.deps);
      const second = ids(
        await list({ project, sort_by: 'created_at', limit: 10, cursor: first.next_cursor }),
      );
      expect(second).toEqual([...begun].reverse().slice(10, 20));
    });
  });

  it('distinguishes conversations written within one microsecond', async () => {
    const begun = await Promise.all(Array.from({ length: 9 }, () => begin({ project: 'same moment' })));
    await lake.db.sql`
      update conversation_heads set updated_at = '2026-02-12T10:30:00.000001Z' where conversation_id in ${lake.db.sql(begun)}`;
    const walked = await walk({ project: 'same moment', limit: 2 });
    expect([...walked].sort()).toEqual([...begun].sort());
  });

  it('orders by microseconds, across a cursor too', async () => {
    const begun: string[] = [];
    for (let i = 1; i <= 5; i++) {
      const id = await begin({ project: 'microseconds' });
      await lake.db.sql`
        update conversation_heads set updated_at = ${`2026-02-12 10:30:00.00000${i}+00`}::text::timestamptz
        where conversation_id = ${id}`;
      begun.push(id);
    }
    expect(await walk({ project: 'microseconds', limit: 1 })).toEqual(begun.reverse());
  });

  it('finds text in metadata, project or session, ignoring case', async () => {
    const inMetadata = await begin({ metadata: { title: 'Interlibrary Loan' } });
    const inProject = await begin({ project: 'interlibrary loans' });
    const inSession = await begin({ session_id: 'INTERLIBRARY LOAN 7' });
    await begin({ metadata: { title: 'Overdue notices' } });
    const page = await list({ query: 'interlibrary loan' });
    expect(ids(page).sort()).toEqual([inMetadata, inProject, inSession].sort());
    expect(page.total).toBe(3);
  });

  it.each(['100%', 'a_b', 'c\\d', "o'brien", '%', '_', '\\'])('takes %j literally', async (query) => {
    const wanted = await begin({ project: `literally ${query} there` });
    await begin({ project: 'literally 1000 axb cd obrien there' });
    const found = ids(await list({ query }));
    expect(found).toContain(wanted);
    const { conversations } = await list({ query, limit: 100 });
    for (const { project } of conversations) expect(project).toContain(query);
  });

  it('combines filters and excludes deleted conversations', async () => {
    const kept = await begin({ project: 'both', session_id: 'one', metadata: { topic: 'shelves' } });
    await begin({ project: 'both', session_id: 'two', metadata: { topic: 'shelves' } });
    const gone = await begin({ project: 'both', session_id: 'one', metadata: { topic: 'shelves' } });
    await call(deleteConversation, { conversation_id: gone }, lake.deps);
    const page = await list({ project: 'both', session_id: 'one', query: 'shelves' });
    expect(page).toMatchObject({ total: 1, conversations: [{ id: kept }] });
  });

  it('keeps a reply small by ending the page early', async () => {
    for (let i = 0; i < 6; i++) await begin({ project: 'large', metadata: { notes: 'x'.repeat(30_000) } });
    const page = await list({ project: 'large' });
    expect(JSON.stringify(page).length).toBeLessThan(81_000);
    expect(page).toMatchObject({ total: 6, next_cursor: expect.any(String) });
    expect(await walk({ project: 'large' })).toHaveLength(6);
  });

  it.each([
    ['no cursor at all', 'once upon a time'],
    ['another text in base64', btoa('{"a":1}')],
    ['an invalid time', btoa(JSON.stringify(['updated_at', 'soon', '00000000-0000-7000-8000-000000000000']))],
    ['an id that is none', btoa(JSON.stringify(['updated_at', '2026-02-12T10:30:00Z', 'x']))],
    [
      'a cursor of another sort order',
      btoa(JSON.stringify(['created_at', '2026-02-12T10:30:00Z', '00000000-0000-7000-8000-000000000000'])),
    ],
  ])('refuses %s', async (_, cursor) => {
    expect(await fail(listConversations, { cursor }, lake.deps)).toMatchObject({
      status: 400,
      kind: 'invalid_input',
      data: { field: 'cursor' },
    });
  });
});

describe('a listing', () => {
  const say = async (input: Record<string, unknown>, content: string) => {
    const conversation_id = await begin(input);
    await call(storeMessage, { conversation_id, role: 'user', content }, lake.deps);
    return conversation_id;
  };

  it('finds conversations by their titles', async () => {
    const spoken = await say({ project: 'titles' }, 'Where is the okapi atlas?');
    const named = await say({ project: 'titles', metadata: { title: 'Okapi pictures' } }, 'Show me some.');
    const { conversations } = await list({ project: 'titles', query: 'okapi' });
    expect(conversations).toMatchObject([
      { id: named, title: 'Okapi pictures', preview: 'Show me some.' },
      { id: spoken, title: 'Where is the okapi atlas?' },
    ]);
    await call(updateConversation, { conversation_id: spoken, metadata: { title: 'Atlases' } }, lake.deps);
    expect((await list({ project: 'titles', query: 'atlases' })).conversations).toMatchObject([
      { id: spoken, title: 'Atlases', preview: 'Where is the okapi atlas?' },
    ]);
  });

  it('takes the last part of a project path where it is unambiguous, and else names the candidates', async () => {
    const id = await say({ project: '/home/ada/herbarium' }, 'Which fern?');
    expect(ids(await list({ project: 'herbarium' }))).toEqual([id]);
    await say({ project: 'C:\\work\\herbarium' }, 'Which moss?');
    expect(await fail(listConversations, { project: 'herbarium' }, lake.deps)).toMatchObject({
      kind: 'invalid_input',
      data: { field: 'project', candidates: ['C:\\work\\herbarium', '/home/ada/herbarium'] },
    });
    await say({ project: 'herbarium' }, 'Which tree?');
    expect((await list({ project: 'herbarium' })).conversations).toHaveLength(1);
  });

  it('of projects has their agents and sizes', async () => {
    await say({ project: '/srv/maps', metadata: { source: 'codex' } }, 'Draw the coast.');
    await say({ project: '/srv/maps', metadata: { source: 'gemini' } }, 'Draw the river.');
    const found = await list({ projects: true, project: 'maps' });
    expect(found).toMatchObject({
      conversations: [],
      total: 1,
      projects: [{ project: '/srv/maps', agents: ['codex', 'gemini'], conversations: 2, messages: 2 }],
    });
  });
});
