import { expect } from 'vitest';
import type { Database } from '../../src/db/postgres/connect.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import getStartupContext from '../../src/handlers/contexts/get-startup-context.ts';
import setStartupContext from '../../src/handlers/contexts/set-startup-context.ts';
import getConversation from '../../src/handlers/conversations/get-conversation.ts';
import listConversations from '../../src/handlers/conversations/list-conversations.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import getFiedlerResults from '../../src/handlers/fiedler/get-fiedler-results.ts';
import { call } from './call.ts';

export const ids = {
  full: '11111111-1111-4111-8111-111111111111',
  empty: '22222222-2222-4222-8222-222222222222',
  first: '33333333-3333-4333-8333-333333333333',
  second: '33333333-3333-4333-8333-333333333334',
  active: '44444444-4444-4444-8444-444444444444',
  unset: '44444444-4444-4444-8444-444444444445',
  result: '55555555-5555-4555-8555-555555555555',
};

/** Realistic content of the published tables: something in each, with gaps, nulls and non-English text. */
export async function fill(db: Database, unset: 'null' | 'false'): Promise<void> {
  await db.sql.unsafe(`
    insert into conversations (id, session_id, created_at, updated_at, metadata) values
      ('${ids.full}', 'evening', '2025-01-02 03:04:05.678901+00', '2025-01-02 03:04:06+00', '{"cwd":"/lib","n":[1,null]}'),
      ('${ids.empty}', null, '2025-02-02 00:00:00+00', '2025-02-02 00:00:00+00', null);
    insert into messages (id, conversation_id, turn_number, role, content, created_at) values
      ('${ids.first}', '${ids.full}', 1, 'user', 'Wie lange ist die Leihfrist? 🐘', '2025-01-02 03:04:05.7+00'),
      ('${ids.second}', '${ids.full}', 7, 'assistant', 'Twenty-one days, in loans.ts.', '2025-01-02 03:09:00.000001+00');
    insert into startup_contexts (id, name, content, is_active, created_at, updated_at) values
      ('${ids.active}', 'work', 'We build a library.', true, '2025-01-01 00:00:00+00', '2025-01-03 00:00:00+00'),
      ('${ids.unset}', 'home', 'Be brief.', ${unset}, '2025-01-01 00:00:00+00', '2025-01-04 00:00:00+00');
    insert into fiedler_results (id, correlation_id, model, prompt, output, tokens_prompt, duration_seconds, status, created_at, metadata) values
      ('${ids.result}', 'run-1', 'gemini', null, 'An answer', 12, 1.5, 'success', '2025-01-05 00:00:00+00', '{"k":1}');`);
}

const seedColumns = {
  conversations: 'id, session_id, created_at, updated_at, metadata',
  messages: 'id, conversation_id, turn_number, role, content, created_at',
  startup_contexts:
    'id, name, content, coalesce(is_active, false) as is_active, created_at::text, updated_at::text',
  fiedler_results:
    'id, correlation_id, model, prompt, output, tokens_prompt, tokens_completion, duration_seconds, status, error_message, created_at, metadata',
};

/** Every value visible to a user of the published tables. */
export async function contents(db: Database): Promise<Record<string, unknown>> {
  const tables = Object.entries(seedColumns).map(async ([table, columns]) => [
    table,
    [...(await db.sql.unsafe(`select ${columns} from ${table} order by id`))],
  ]);
  return Object.fromEntries(await Promise.all(tables));
}

/** The lake works as a user expects, with its earlier content. */
export async function worksWithWhatWasThere(db: Database): Promise<void> {
  const deps = createDeps(db, createLog('silent'));
  const { conversations, total } = await call(listConversations, {}, deps);
  expect(total).toBe(2);
  expect(
    conversations.map((c: { id: string; message_count: number }) => [c.id, c.message_count]).sort(),
  ).toEqual([
    [ids.full, 2],
    [ids.empty, 0],
  ]);
  const stored = await call(
    storeMessage,
    { conversation_id: ids.full, role: 'tool', content: 'Next', metadata: { a: 1 } },
    deps,
  );
  expect(stored.turn_number).toBe(8);
  const first = await call(storeMessage, { conversation_id: ids.empty, role: 'user', content: 'x' }, deps);
  expect(first.turn_number).toBe(1);
  const { messages } = await call(getConversation, { conversation_id: ids.full }, deps);
  expect(messages.map((m: { turn: number; content: string }) => [m.turn, m.content])).toEqual([
    [1, 'Wie lange ist die Leihfrist? 🐘'],
    [7, 'Twenty-one days, in loans.ts.'],
    [8, 'Next'],
  ]);
  expect(await call(getStartupContext, {}, deps)).toMatchObject({
    name: 'work',
    version: 1,
    updated_at: '2025-01-03T00:00:00Z',
  });
  expect(await call(getStartupContext, { name: 'home', version: 1 }, deps)).toMatchObject({
    content: 'Be brief.',
    is_active: false,
  });
  await call(setStartupContext, { name: 'work', content: 'We sell it.', set_active: false }, deps);
  expect(await call(getStartupContext, { name: 'work', version: 1 }, deps)).toMatchObject({
    content: 'We build a library.',
    is_active: true,
  });
  const results = await call(getFiedlerResults, { correlation_id: 'run-1' }, deps);
  expect(results.results).toMatchObject([{ id: ids.result, output: 'An answer' }]);
}

/** The shape of the published tables, as their owner would list it. */
export async function shape(db: Database) {
  const names = async (query: string) =>
    (await db.sql.unsafe<{ name: string }[]>(query)).map((row) => row.name).sort();
  return {
    columns: await names(`
      select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
             coalesce(column_default, '-') as name
      from information_schema.columns where table_schema = 'public'`),
    constraints: await names(`
      select c.conrelid::regclass || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid) as name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where t.relnamespace = 'public'::regnamespace and c.contype <> 'n'`),
    indexes: await names(`select indexdef as name from pg_indexes where schemaname = 'public'`),
    triggers: await names(
      `select pg_get_triggerdef(oid) as name from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'drizzle%'`,
    ),
  };
}
