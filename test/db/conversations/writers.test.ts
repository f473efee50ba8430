import { beforeEach, describe, expect, it } from 'vitest';
import { storeCaptured } from '../../../src/db/capture/store.ts';
import { fullness } from '../../../src/db/capture/version.ts';
import { appendMessages } from '../../../src/db/conversations/append.ts';
import { messages } from '../../../src/db/conversations/collection.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { expire } from '../../../src/db/retention/expire.ts';
import { purge } from '../../../src/db/retention/purge.ts';
import { restoreDeleted } from '../../../src/db/retention/undo.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { scanMessages } from '../../../src/gateway/redaction/stored/scan.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import storeMessages from '../../../src/handlers/conversations/store-messages-bulk.ts';
import updateConversation from '../../../src/handlers/conversations/update-conversation.ts';
import { call } from '../../support/call.ts';
import { documentsOf, forgotten } from '../../support/follow-ups.ts';
import { isRowAwaited } from '../../support/held.ts';
import { useLake } from '../../support/lake.ts';
import { sourceFiles } from '../../support/source.ts';
import { eventually } from '../../support/waiting.ts';
import { converse } from '../search/support.ts';

const lake = useLake();

/** Runs a writer, half of whose messages are flushed before, and says what it forgot. */
async function forgottenBy(write: () => Promise<unknown>): Promise<string[]> {
  const before = await documentsOf(lake.db.sql);
  await write();
  return forgotten(lake.db.sql, before);
}

const help = { newId: () => lake.deps.newId(), clean: (text: string) => text };
const said = (id: string, content: string, more: object = {}) => ({
  id,
  role: 'user' as const,
  content,
  metadata: {},
  fullness: fullness.record,
  ...more,
});
const capture = (key: string, versions: ReturnType<typeof said>[], more: object = {}) =>
  storeCaptured(lake.db.sql, { source: { key }, versions, ordered: true, ...more }, help);

beforeEach(async () => {
  await lake.db.sql`delete from conversations`;
  await lake.db.sql`truncate search_queue, search_segments, search_postings, search_deletions`;
});

describe('every writer of messages tells search and catalogue', () => {
  it('store_message, with and without a turn, and in a conversation of its own', async () => {
    const conversation_id = await converse(lake, []);
    expect(
      await forgottenBy(async () => {
        await call(storeMessage, { conversation_id, role: 'system', content: 'Rules' }, lake.deps);
        await call(storeMessage, { conversation_id, role: 'user', content: 'Question' }, lake.deps);
        await call(
          storeMessage,
          { conversation_id, role: 'user', content: 'Later', turn_number: 9 },
          lake.deps,
        );
        await call(storeMessage, { role: 'user', content: 'Alone' }, lake.deps);
      }),
    ).toEqual([]);
  });

  it('store_message, by many at once into one conversation', async () => {
    const conversation_id = await converse(lake, []);
    const store = (n: number) =>
      call(
        storeMessage,
        { conversation_id, role: n % 3 ? 'user' : 'assistant', content: `Number ${n}` },
        lake.deps,
      );
    expect(await forgottenBy(() => Promise.all(Array.from({ length: 40 }, (_, n) => store(n))))).toEqual([]);
  });

  it('two processes that begin a conversation at once: the opening is what has the first turn', async () => {
    const conversationId = await converse(lake, []);
    const other = connect(lake.url);
    const message = (content: string) => ({
      id: lake.deps.newId(),
      conversationId,
      role: 'user' as const,
      content,
    });
    let second: Promise<unknown> | undefined;
    try {
      const write = async () => {
        await lake.db.sql.begin(async (tx) => {
          await appendMessages(tx, [message('First')]);
          second = appendMessages(other.sql, [message('Second')]);
          second.catch(() => undefined);
          await eventually(() => isRowAwaited(lake));
        });
        await second;
      };
      expect(await forgottenBy(write)).toEqual([]);
      expect(await documentsOf(lake.db.sql)).toHaveProperty('size', 2);
    } finally {
      await other.close();
    }
  });

  it('store_messages_bulk', async () => {
    const bulk = ['', 'First words', 'More'].map((content) => ({ role: 'user', content }));
    expect(await forgottenBy(() => call(storeMessages, { messages: bulk }, lake.deps))).toEqual([]);
  });

  it('capture: new messages, fuller versions, another order, retracted ones', async () => {
    expect(
      await forgottenBy(() =>
        capture('s', [said('hook:1', 'Hal', { fullness: fullness.partial, keys: ['k'] }), said('b', 'Two')], {
          ordered: false,
        }),
      ),
    ).toEqual([]);
    await flush(lake.db.sql, messages, 'english', 100);
    expect(await forgottenBy(() => capture('s', [said('a', 'Hallo', { keys: ['k'] })]))).toEqual([]);
    expect(
      await forgottenBy(() => capture('s', [said('b', 'Two'), said('a', 'Hallo'), said('c', 'Three')])),
    ).toEqual([]);
    const order = await lake.db.sql`select content from messages order by turn_number`;
    expect(order.map(({ content }) => content)).toEqual(['Two', 'Hallo', 'Three']);
    expect(await forgottenBy(() => capture('s', [], { retracted: ['b'] }))).toEqual([]);
    expect(await lake.db.sql`select from messages`).toHaveLength(2);
  });

  it('retention: texts removed and restored', async () => {
    await converse(lake, ['An old text']);
    await flush(lake.db.sql, messages, 'english', 100);
    await lake.db.sql`
      insert into retention_policies (role, keep_days) values ('user', 1) on conflict do nothing`;
    const later = new Date(Date.now() + 3 * 86_400_000);
    expect(await forgottenBy(() => expire(lake.db.sql, later, false))).toEqual([]);
    expect([...(await documentsOf(lake.db.sql)).values()]).toEqual(['']);
    const since = new Date(0).toISOString();
    expect(await forgottenBy(() => restoreDeleted(lake.db.sql, { since }, () => never()))).toEqual([]);
    expect([...(await documentsOf(lake.db.sql)).values()]).toEqual(['An old text']);
    await lake.db.sql`delete from retention_policies`;
  });

  it('the scan for secrets', async () => {
    const { conversation_id } = await call(storeMessage, { role: 'user', content: 'x' }, lake.deps);
    const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    await capture('s', [said('a', `Use ${secret} here`)]);
    await flush(lake.db.sql, messages, 'english', 100);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    expect(
      await forgottenBy(() => scanMessages(lake.db.sql, undefined, { remove: true, ms: 10_000 })),
    ).toEqual([]);
    expect([...(await documentsOf(lake.db.sql)).values()].join()).not.toContain(secret);
  });

  it('a purge', async () => {
    const conversation_id = await converse(lake, ['To be purged', 'This, too']);
    await converse(lake, ['To be kept']);
    await flush(lake.db.sql, messages, 'english', 100);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    const later = new Date(Date.now() + 1000);
    expect(await forgottenBy(() => purge(lake.db.sql, later, 'english'))).toEqual([]);
    expect([...(await documentsOf(lake.db.sql)).values()]).toEqual(['To be kept']);
  });
});

const never = (): never => {
  throw new Error('there are no experiences');
};

it('every change of a conversation sets its time, also without the published trigger', async () => {
  const conversation_id = await converse(lake, ['One']);
  // Conversations that are spread over nodes have no trigger.
  const [trigger] = await lake.db.sql`
    select tgname from pg_trigger where tgrelid = 'conversations'::regclass and not tgisinternal`;
  expect(trigger === undefined).toBe(process.env.DEWEY_TEST_ON === 'citus');
  if (trigger) await lake.db.sql`alter table conversations disable trigger user`;
  const changed = async (write: () => Promise<unknown>) => {
    await lake.db.sql`update conversations set updated_at = 'epoch'`;
    await write();
    const [row] = await lake.db
      .sql`select updated_at > 'epoch' as set from conversations where id = ${conversation_id}`;
    return row?.set;
  };
  const rename = () => call(updateConversation, { conversation_id, project: 'library' }, lake.deps);
  expect(await changed(rename)).toBe(true);
  const remove = () => call(deleteConversation, { conversation_id, force: true }, lake.deps);
  expect(await changed(remove)).toBe(true);
  const undo = () => restoreDeleted(lake.db.sql, { conversationId: conversation_id }, never);
  expect(await changed(undo)).toBe(true);
  if (trigger) await lake.db.sql`alter table conversations enable trigger user`;
});

/** The statements of the source that begin so, to the end of their template. */
function statements(beginning: string): { path: string; text: string }[] {
  const begins = new RegExp(`${beginning}\\b`, 'gi');
  return sourceFiles().flatMap(({ path, code }) =>
    [...code.matchAll(begins)].map(({ index }) => ({
      path,
      text: code.slice(index).split(/`\s*[;),]/)[0] ?? '',
    })),
  );
}

describe('a writer that would forget', () => {
  const home = 'src/db/conversations/follow-ups.ts';
  /** A function of PostgreSQL, which does the same itself. */
  const spread = 'src/db/postgres/delegated.ts';

  it('there is no insert that tells nobody', () => {
    const inserts = statements('insert into messages');
    expect(inserts.length).toBeGreaterThan(2);
    for (const { path, text } of inserts)
      if (path !== spread) expect(text, path).toContain('${followStored(');
      else
        for (const table of ['search_queue', 'conversation_catalogue'])
          expect(text).toContain(`insert into ${table} (`);
  });

  it('there is no change of a text, a role or a turn outside of one module', () => {
    // Packing moves texts and changes none.
    const elsewhere = [home, 'src/db/retention/pack.ts'];
    const changes = statements('update messages').filter(({ path }) => !elsewhere.includes(path));
    expect(changes.length).toBeGreaterThan(0);
    for (const { path, text } of changes)
      expect(text, path).toMatch(/^update messages m set metadata = (?!.*\b(content|role|turn_number) =)/);
  });

  it('there is no deletion outside of it, and none that leaves messages to a cascade', () => {
    expect(statements('delete from messages').map(({ path }) => path)).toEqual([home]);
    const deletions = statements('delete from conversations');
    expect(deletions.map(({ path }) => path)).toEqual(['src/db/retention/purge.ts']);
  });

  it('there is no change of a conversation without its time', () => {
    const changes = statements('update conversations');
    expect(changes.length).toBeGreaterThan(2);
    for (const { path, text } of changes) expect(text, path).toContain('updated_at = now()');
  });

  it('neither table is written in another way', () => {
    const other =
      /\.(insert|update|delete)\((schema\.)?(messages|conversations)\)|(copy|truncate|merge into) (messages|conversations)\b/;
    for (const { path, code } of sourceFiles()) expect(other.exec(code)?.[0], path).toBeUndefined();
  });
});
