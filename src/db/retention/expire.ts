import { deleteConversation } from '../conversations/delete.ts';
import { changeMessages } from '../conversations/follow-ups.ts';
import { textOf } from '../conversations/packed-texts.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { expireArtifacts } from './artifacts.ts';

export type Expired = {
  /** Conversations deleted for inactivity; can be restored. */
  conversations: number;
  /** Messages whose texts were removed, by role; can be restored. */
  messages: Record<string, number>;
  /** Documents deleted by their own policies, by policy; can be restored. */
  artifacts: Record<string, number>;
  /** Answers of orchestration runs; can be restored. */
  results: number;
};

/** Messages per statement. */
const atATime = 500;

/**
 * Applies the policies. Conversations are deleted like a user's deletion. The text and metadata of a message are moved
 * to `expired_messages`; its row stays, so that turns have no gaps and no transcript restores the text.
 */
export async function expire(sql: Pool, now: Date, dryRun: boolean): Promise<Expired> {
  const conversations = await sql<{ id: string }[]>`
    select c.id from ${open(sql)}
    join lateral (
      select keep_days from retention_policies p
      where p.role is null and (p.project is null or p.project = c.project)
      order by p.project is null limit 1
    ) policy on policy.keep_days is not null
    where c.deleted_at is null and h.updated_at < ${before(sql, now)}
    order by h.updated_at`;
  if (!dryRun) for (const { id } of conversations) await deleteConversation(sql, id, true);
  const messages: Expired['messages'] = {};
  if (dryRun) {
    const rows = await sql<{ role: string; n: number }[]>`
      select m.role, count(*)::int as n from ${due(sql, now)} group by m.role`;
    for (const { role, n } of rows) messages[role] = n;
  } else
    for (let moved: string[] = [' ']; moved.length > 0; ) {
      moved = await takeOut(sql, now);
      for (const role of moved) messages[role] = (messages[role] ?? 0) + 1;
    }
  const artifacts = await expireArtifacts(sql, now, dryRun);
  const results = await expireResults(sql, now, dryRun);
  return { conversations: conversations.length, messages, artifacts, results };
}

/** Answers follow the policy of their project, or of the project of their conversation, by their own age. */
async function expireResults(sql: Sql, now: Date, dryRun: boolean): Promise<number> {
  const due = sql`
    select r.id from fiedler_results r left join conversations c on c.id = r.conversation_id
    join lateral (
      select keep_days from retention_policies p
      where p.role is null and (p.project is null or p.project = coalesce(r.project, c.project))
      order by p.project is null limit 1
    ) policy on policy.keep_days is not null
    where r.deleted_at is null and r.created_at < ${before(sql, now)}`;
  const rows = dryRun
    ? await due
    : await sql`
        update fiedler_results set deleted_at = ${now.toISOString()}::text::timestamptz
        where id in (${due}) and deleted_at is null returning id`;
  return rows.length;
}

const open = (sql: Sql) =>
  sql`conversations c join conversation_heads h on h.conversation_id = c.id and h.open`;
const before = (sql: Sql, now: Date) =>
  sql`${now.toISOString()}::text::timestamptz - policy.keep_days * interval '1 day'`;

/** Messages covered by a policy that still have their text. */
const due = (sql: Sql, now: Date) => sql`
  messages m join ${open(sql)} on c.id = m.conversation_id
  join lateral (
    select keep_days from retention_policies p
    where p.role = m.role and (p.project is null or p.project = c.project)
    order by p.project is null limit 1
  ) policy on policy.keep_days is not null
  where c.deleted_at is null and m.created_at < ${before(sql, now)}
    and not coalesce(m.metadata ? 'expired_at', false)`;

/** Takes the texts of some due messages out, in one transaction for each conversation. @returns their roles. */
async function takeOut(sql: Pool, now: Date): Promise<string[]> {
  const found = await sql<{ conversationId: string; ids: string[] }[]>`
    select conversation_id, array_agg(id) as ids
    from (select m.conversation_id, m.id from ${due(sql, now)} limit ${atATime}) d group by 1 order by 1`;
  const roles: string[] = [];
  for (const { conversationId, ids } of found)
    roles.push(...(await sql.begin((tx) => takeTexts(tx, now, conversationId, ids))));
  return roles;
}

async function takeTexts(tx: Sql, now: Date, conversationId: string, ids: string[]): Promise<string[]> {
  const at = now.toISOString();
  await tx`select 1 from conversation_heads where conversation_id = ${conversationId} for update`;
  // Another process may have taken some of them out meanwhile.
  const rows = await tx<{ id: string }[]>`
    select id from messages
    where conversation_id = ${conversationId} and id = any(${ids}::uuid[])
      and not coalesce(metadata ? 'expired_at', false)
    for update`;
  const taken = rows.map(({ id }) => id);
  await tx`
    insert into expired_messages (message_id, conversation_id, content, metadata, expired_at)
    select id, conversation_id, ${textOf(tx)}, metadata, ${at}::text::timestamptz from messages m
    where conversation_id = ${conversationId} and id = any(${taken}::uuid[])
    on conflict (message_id, conversation_id) do nothing`;
  return changeMessages(tx, {
    conversationId,
    from: tx`messages m where m.conversation_id = ${conversationId} and m.id = any(${taken}::uuid[])`,
    text: tx`''`,
    columns: tx`jsonb_build_object('expired_at', ${at}::text) as expired`,
    set: tx`metadata = n.expired`,
  });
}
