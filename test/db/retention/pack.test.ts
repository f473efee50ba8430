import { beforeEach, describe, expect, it } from 'vitest';
import { takeStats } from '../../../src/db/admin/stats.ts';
import { storeCaptured } from '../../../src/db/capture/store.ts';
import { fullness } from '../../../src/db/capture/version.ts';
import { appendMessages } from '../../../src/db/conversations/append.ts';
import { appendAt } from '../../../src/db/conversations/append-at.ts';
import { messages } from '../../../src/db/conversations/collection.ts';
import { exportedLines } from '../../../src/db/conversations/export.ts';
import { digests, latestMessages } from '../../../src/db/conversations/overview.ts';
import { neighboursOf } from '../../../src/db/conversations/search.ts';
import { lastTurns, turnAt } from '../../../src/db/memory/history.ts';
import { expire } from '../../../src/db/retention/expire.ts';
import { compactMessages, packTexts, unpackTexts } from '../../../src/db/retention/pack.ts';
import { purgeOne } from '../../../src/db/retention/purge.ts';
import { restoreDeleted } from '../../../src/db/retention/undo.ts';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { scanMessages } from '../../../src/gateway/redaction/stored/scan.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import { call } from '../../support/call.ts';
import { isRowAwaited } from '../../support/held.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';
import { converse, freshSearch, removeMessages, retext, texts } from '../search/support.ts';

const lake = useLake();
const hence = (days: number) => new Date(Date.now() + days * 86_400_000);
const pack = (days = 30) => packTexts(lake.db.sql, hence(days + 1), days, false);

/** Texts of every kind: short, empty, long, with signs of other planes and of arrays; `zebra` is in one of them. */
const old = [
  'The zebra is on shelf nine.',
  '',
  `{"quoted, "comma", \\backslash, NULL}\n\ttab 🐘 größer`,
  'x'.repeat(40_000),
  ...Array.from(
    { length: 900 },
    (_, n) => `Book ${n} stands beside the lamp of reader ${n % 7}. ${'-'.repeat(n % 40)}`,
  ),
  'A long line about lanterns. '.repeat(3000),
];

beforeEach(async () => {
  await lake.db.sql`delete from conversations`;
  await lake.db.sql`truncate search_queue, search_segments, search_postings, search_deletions, packed_texts`;
});

const packedTexts = async () =>
  (await lake.db.sql<{ text: string }[]>`select unnest(texts) as text from packed_texts`).map(
    ({ text }) => text,
  );
const where = (conversation: string) => lake.db.sql<{ hot: number; cold: number }[]>`
  select count(*) filter (where packed_at is null)::int as hot, count(*) filter (where packed_at is not null)::int as cold
  from messages where conversation_id = ${conversation}`;

/** What every reader of texts says. */
async function readings(id: string) {
  const { sql } = lake.db;
  const lines: Buffer[] = [];
  for await (const chunk of exportedLines(sql, {})) lines.push(chunk);
  const { page } = await readWhole(id);
  return {
    page,
    exported: Buffer.concat(lines).toString(),
    digests: await digests(sql, { ids: [id], project: undefined }),
    latest: await latestMessages(sql, { project: undefined, limit: 5 }),
    turns: await lastTurns(sql, id, 3, 50),
    third: await turnAt(sql, id, 3),
    around: await neighboursOf(sql, [{ conversationId: id, turn: 2 }], 2, 100),
    stored: await storedMessages(lake.db.sql)({ key: 'claude-code:s' }),
    days: (await takeStats(sql, new Date(), 3)).days,
    found: await texts(lake, freshSearch(lake), 'zebra shelf'),
  };
}

async function readWhole(id: string) {
  const page: { turn: number; content: string }[] = [];
  for (let after_turn: number | undefined = 0; after_turn !== undefined; ) {
    const read: Awaited<ReturnType<typeof get>> = await get(id, after_turn);
    page.push(...read.messages);
    after_turn = read.next_after_turn;
  }
  return { page };
}
const get = (conversation_id: string, after_turn: number) =>
  call(getConversation, { conversation_id, after_turn, max_chars: 100_000 }, lake.deps);

describe('texts of conversations that nobody has continued for long', () => {
  it('are packed, take half the space, and read as before; others stay as they are', async () => {
    const { sql } = lake.db;
    const id = await converse(lake, old);
    await sql`insert into capture_sources (key, conversation_id) values ('claude-code:s', ${id})`;
    const small = await converse(lake, ['A few words only']);
    const before = await readings(id);
    const size = () => sql<{ bytes: number }[]>`
      select (select coalesce(sum(pg_column_size(content)), 0) from messages)
           + (select coalesce(sum(pg_column_size(texts)), 0) from packed_texts) as bytes`;
    const [loose] = await size();

    expect(await packTexts(sql, hence(29), 30, false)).toEqual({ conversations: 0, texts: 0 });
    const due = { conversations: 1, texts: old.filter((text) => text !== '').length };
    expect(await packTexts(sql, hence(31), 30, true)).toEqual(due);
    expect(await packedTexts()).toEqual([]);
    expect(await pack()).toEqual(due);
    expect(await where(id)).toEqual([{ hot: 1, cold: old.length - 1 }]);
    expect(await where(small)).toEqual([{ hot: 1, cold: 0 }]);
    expect((await packedTexts()).sort()).toEqual(old.filter((text) => text !== '').sort());
    const [tight] = await size();
    expect(Number(tight?.bytes)).toBeLessThan(Number(loose?.bytes) / 2);

    expect(await readings(id)).toEqual(before);
    expect(before.page.map(({ content }) => content)).toEqual(old);
    expect(before.found[0]).toBe(old[0]);
    expect(await pack(), 'a second time').toEqual({ conversations: 0, texts: 0 });
    const { before: large, after: compact } = await compactMessages(sql);
    expect(compact).toBeLessThan(large);
    expect(await unpackTexts(sql)).toBe(due.texts);
    expect(await packedTexts()).toEqual([]);
    expect(await readings(id)).toEqual(before);
  });

  it('are indexed again from where they lie', async () => {
    const { sql } = lake.db;
    const id = await converse(lake, old);
    await pack();
    await sql`truncate search_queue, search_segments, search_postings`;
    await sql`
      insert into search_queue (conversation_id, shelf, doc_nos)
      select ${id}, ${messages.collectionId}::smallint, array_agg(doc_no order by doc_no) from messages`;
    expect(await texts(lake, freshSearch(lake), 'zebra', 'any')).toEqual([old[0]]);
  });

  it('are packed again only with what was added, once that is old', async () => {
    const id = await converse(lake, old);
    await pack();
    const added = {
      conversationId: id,
      role: 'user' as const,
      content: `Later. ${'More to say. '.repeat(500)}`,
    };
    await appendMessages(lake.db.sql, [{ ...added, id: lake.deps.newId() }]);
    expect(await where(id)).toEqual([{ hot: 2, cold: old.length - 1 }]);
    expect(await pack()).toEqual({ conversations: 1, texts: 1 });
    expect((await readWhole(id)).page.map(({ content }) => content)).toEqual([...old, added.content]);
  });

  it('stay as they are when the conversation is continued while it is looked at', async () => {
    const id = await converse(lake, old);
    const { sql } = lake.db;
    let packing: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await tx`update conversation_heads set updated_at = ${hence(31).toISOString()}::text::timestamptz
        where conversation_id = ${id}`;
      packing = pack();
      packing.catch(() => undefined);
      await eventually(() => isRowAwaited(lake));
    });
    expect(await packing).toEqual({ conversations: 0, texts: 0 });
    expect(await packedTexts()).toEqual([]);
  });
});

describe('a packed text', () => {
  const help = { newId: () => lake.deps.newId(), clean: (text: string) => text };
  const said = (id: string, content: string) => ({
    id,
    role: 'user' as const,
    content,
    metadata: {},
    fullness: fullness.record,
  });
  const capture = (versions: ReturnType<typeof said>[], more: object = {}) =>
    storeCaptured(lake.db.sql, { source: { key: 's' }, versions, ordered: true, ...more }, help);
  const traces = async (word: string) => (await packedTexts()).filter((text) => text.includes(word)).length;
  const contents = async (conversation: string) =>
    (await readWhole(conversation)).page.map(({ content }) => content);

  it('that is changed or deleted leaves no trace among the packed ones', async () => {
    const { sql } = lake.db;
    const id = await converse(lake, old);
    await pack();
    await retext(lake, sql`m.turn_number = 1`, 'The horse is on shelf ten.');
    expect(await traces('zebra')).toBe(0);
    expect(await texts(lake, freshSearch(lake), 'horse', 'any')).toEqual(['The horse is on shelf ten.']);
    expect(await texts(lake, freshSearch(lake), 'zebra', 'any')).toEqual([]);
    await removeMessages(lake, sql`m.turn_number = 3`);
    expect(await traces('backslash')).toBe(0);
    const left = await contents(id);
    expect(left).toEqual(['The horse is on shelf ten.', '', ...old.slice(3)]);
  });

  it('is recognised by captures and stores that bring it again, and completed by a fuller one', async () => {
    const lines = old.map((text, n) => said(`line-${n}`, text));
    await capture(lines);
    await pack();
    const [row] = await lake.db.sql<{ id: string }[]>`select id from conversations`;
    const id = row?.id ?? '';
    await capture(lines);
    expect(await contents(id)).toEqual(old);
    expect(await where(id)).toEqual([{ hot: 1, cold: old.length - 1 }]);
    const again = { conversationId: id, role: 'user' as const, externalId: 'line-0' };
    const store = (content: string) =>
      appendMessages(lake.db.sql, [{ ...again, content, id: lake.deps.newId() }]);
    expect(await store(old[0] ?? '')).toMatchObject([{ status: 'duplicate', differs: false }]);
    expect(await store('Something else')).toMatchObject([{ status: 'duplicate', differs: true }]);
    const at = await appendAt(lake.db.sql, { ...again, content: old[0] ?? '', id: lake.deps.newId() }, 9999);
    expect(at).toMatchObject({ status: 'duplicate', differs: false });
    await capture([], { retracted: ['line-4'] });
    expect(await traces(String(old[4]))).toBe(0);
    expect(await contents(id)).toEqual(old.toSpliced(4, 1));
  });

  it('that expires, has a secret or is purged is gone, and comes back when it is restored', async () => {
    const { sql } = lake.db;
    const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    const id = await converse(lake, old);
    await converse(lake, ['Stays. '.repeat(2000)]);
    await capture([said('a', `Use ${secret} here`), said('b', 'More. '.repeat(2000))]);
    await pack();
    await scanMessages(sql, undefined, { remove: true, ms: 10_000 });
    expect(await traces('ghp_')).toBe(0);

    await sql`insert into retention_policies (role, keep_days) values ('user', 1) on conflict do nothing`;
    await sql`update messages set created_at = now() where conversation_id <> ${id}`;
    await sql`update messages set created_at = now() - interval '9 days' where conversation_id = ${id}`;
    expect((await expire(sql, new Date(), false)).messages).toEqual({ user: old.length });
    expect(await traces('zebra')).toBe(0);
    await restoreDeleted(sql, { since: new Date(0).toISOString() }, () => never());
    await sql`delete from retention_policies`;
    expect(await contents(id)).toEqual(old);

    await sql`update conversation_heads set packed_turn = 0`;
    await pack();
    expect(await traces('zebra')).toBe(1);
    await call(deleteConversation, { conversation_id: id, force: true }, lake.deps);
    const { left, removed } = await purgeOne(sql, { conversationId: id }, hence(1), 'english');
    expect(removed.packed_texts).toBeGreaterThan(0);
    expect(Object.values(left).every((n) => n === 0)).toBe(true);
    expect(await traces('zebra')).toBe(0);
    expect(await traces('Stays.')).toBe(1);
  });
});

const never = (): never => {
  throw new Error('there are no experiences');
};
