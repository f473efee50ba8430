import { type Ordered, saveNames } from '../conversations/names.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';
import { settled } from '../runtime/settled.ts';
import { findCaptureTarget } from './source.ts';
import type { CaptureFacts, CaptureSource } from './version.ts';

/**
 * Keeps what a transcript says about a conversation that is stored already.
 *
 * @returns whether anything changed; facts of a deleted or unknown conversation are dropped.
 */
export const addFacts = (sql: Pool, source: CaptureSource, facts: CaptureFacts): Promise<boolean> =>
  sql.begin(async (tx) => {
    const target = await findCaptureTarget(tx, source);
    if (target?.status !== 'open') return false;
    const [head] = await tx`
      select 1 from conversation_heads where conversation_id = ${target.conversationId} and open for update`;
    return (
      head !== undefined && (await saveFacts(tx, [{ conversationId: target.conversationId, facts }])) > 0
    );
  });

/** What a transcript says about one conversation. */
export type StatedFacts = { conversationId: string; facts: CaptureFacts };

/**
 * Keeps what transcripts say about conversations, each named once. Commutative and idempotent: the result depends neither on the order in
 * which lines arrive nor on how often. The caller holds the locks of the conversations' counters.
 *
 * @returns the number of rows that changed.
 */
export async function saveFacts(tx: Sql, stated: readonly StatedFacts[]): Promise<number> {
  const names = stated.map(({ conversationId, facts: { titles = [], branches = [] } }) => ({
    conversationId,
    title: highest(titles),
    branch: highest(branches),
  }));
  const titlesOf = stated.flatMap(({ conversationId, facts }) =>
    (facts.titlesOf ?? []).map((title) => saveTitleOf(tx, conversationId, title)),
  );
  const changed = await settled([saveNames(tx, names), saveUsage(tx, stated), ...titlesOf]);
  return changed.reduce((sum, count) => sum + count, 0);
}

const highest = (names: readonly Ordered[]): Ordered | undefined =>
  names.reduce<Ordered | undefined>((best, one) => (best && best.order > one.order ? best : one), undefined);

async function saveUsage(tx: Sql, stated: readonly StatedFacts[]): Promise<number> {
  const usage = stated.flatMap(({ conversationId, facts }) =>
    (facts.usage ?? []).map((one) => ({ id: conversationId, ...one })),
  );
  if (usage.length === 0) return 0;
  const only = stated.length === 1 ? stated[0]?.conversationId : undefined;
  const own = only ? tx`${only}::uuid` : tx`id`;
  const saved = await tx`
    insert into conversation_usage as u (conversation_id, key, model, input, output, cache_read, cache_write, cost)
    select ${own}, key, max(model), coalesce(max(input), 0), coalesce(max(output), 0),
           coalesce(max("cacheRead"), 0), coalesce(max("cacheWrite"), 0), max(cost)
    from json_to_recordset(${recordsOf(usage)}::text::json) as n (
      id uuid, key text, model text, input bigint, output bigint, "cacheRead" bigint, "cacheWrite" bigint, cost float8)
    group by ${only ? tx`key` : tx`id, key`}
    on conflict (conversation_id, key) do update
    set model = greatest(u.model, excluded.model), input = greatest(u.input, excluded.input),
        output = greatest(u.output, excluded.output), cache_read = greatest(u.cache_read, excluded.cache_read),
        cache_write = greatest(u.cache_write, excluded.cache_write), cost = greatest(u.cost, excluded.cost)
    where (u.input, u.output, u.cache_read, u.cache_write, coalesce(u.cost, 0), coalesce(u.model, ''))
      is distinct from (
        greatest(u.input, excluded.input), greatest(u.output, excluded.output),
        greatest(u.cache_read, excluded.cache_read), greatest(u.cache_write, excluded.cache_write),
        coalesce(greatest(u.cost, excluded.cost), 0), coalesce(greatest(u.model, excluded.model), ''))
    returning 1`;
  return saved.length;
}

/** Names the conversation of a message, if it is this one or another of the same project. */
async function saveTitleOf(
  tx: Sql,
  conversationId: string,
  { messageId, text, order }: Ordered & { messageId: string },
): Promise<number> {
  const [named] = await tx<{ id: string }[]>`
    select c.id from conversations c join messages m on m.conversation_id = c.id and m.external_id = ${messageId}
    where c.deleted_at is null
      and c.project is not distinct from (select project from conversations where id = ${conversationId}) limit 1`;
  if (!named) return 0;
  const saved = await tx`
    insert into conversation_catalogue as k (conversation_id, title, title_order)
    values (${named.id}, ${text}, ${order})
    on conflict (conversation_id) do update set title = excluded.title, title_order = excluded.title_order
    where excluded.title_order >= coalesce(k.title_order, '')
      and (excluded.title, excluded.title_order) is distinct from (k.title, k.title_order)`;
  return saved.count;
}
