import { changeMessages } from '../conversations/follow-ups.ts';
import { conversationKeyTaken, reopenConversation } from '../conversations/reopen.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { violatedConstraint } from '../postgres/errors.ts';
import type { PrintOf } from '../records/experiences.ts';
import { restoreRecords } from '../records/restore.ts';
import { type RecordKind, recordKinds } from '../schema/records.ts';
import { restoreArtifacts } from './artifacts.ts';

/** One conversation, artifact or startup context, or everything that was deleted at or after a time. */
export type What =
  | { conversationId: string }
  | { artifactUid: string }
  | { contextName: string }
  | { since: string };

export type Restored = {
  conversations: string[];
  /** Messages whose texts a policy had removed. */
  messages: number;
  /** Conversations that cannot be restored because their external id was used again meanwhile. */
  conflicts: string[];
  /** Uids of documents. */
  artifacts: string[];
  /** Names of startup contexts; they come back inactive, with their versions. */
  contexts: string[];
  /** Records of other kinds. */
  records: { kind: RecordKind; id: string }[];
  /** Records that stay deleted, because the same was stored again meanwhile. */
  recordConflicts: { kind: RecordKind; id: string }[];
};

/**
 * Restores deleted content that is not purged yet, for every reader at once.
 *
 * @param printOf makes the fingerprints by which restored experiences are found as near-duplicates.
 */
export async function restoreDeleted(sql: Pool, what: What, printOf: PrintOf): Promise<Restored> {
  const restored: Restored = {
    conversations: [],
    messages: 0,
    conflicts: [],
    artifacts: [],
    contexts: [],
    records: [],
    recordConflicts: [],
  };
  const kinds = 'since' in what ? recordKinds : 'contextName' in what ? (['context'] as const) : [];
  for (const kind of kinds) {
    const found = await restoreRecords(sql, kind, 'since' in what ? what : { ids: namesOf(what) }, {
      printOf,
    });
    if (kind === 'context') restored.contexts = found.restored;
    else restored.records.push(...found.restored.map((id) => ({ kind, id })));
    restored.recordConflicts.push(...found.conflicts.map((id) => ({ kind, id })));
  }
  if ('artifactUid' in what || 'since' in what) restored.artifacts = await restoreArtifacts(sql, what);
  if ('artifactUid' in what || 'contextName' in what) return restored;
  const found = await sql<{ id: string }[]>`
    select id from conversations where deleted_at is not null
      and ${'since' in what ? sql`deleted_at >= ${what.since}::text::timestamptz` : sql`id = ${what.conversationId}`}
    order by deleted_at`;
  for (const { id } of found)
    try {
      await sql.begin(async (tx) => {
        await tx`select 1 from conversation_heads where conversation_id = ${id} for update`;
        await reopenConversation(tx, id);
      });
      restored.conversations.push(id);
    } catch (error) {
      if (violatedConstraint(error) !== conversationKeyTaken) throw error;
      restored.conflicts.push(id);
    }
  restored.messages = await restoreTexts(sql, what);
  return restored;
}

/** Puts texts back that a policy took out of their messages. */
async function restoreTexts(
  sql: Pool,
  what: { conversationId: string } | { since: string },
): Promise<number> {
  const within = (tx: Sql) =>
    'since' in what
      ? tx`e.expired_at >= ${what.since}::text::timestamptz`
      : tx`e.conversation_id = ${what.conversationId}`;
  const found = await sql<{ conversationId: string }[]>`
    select distinct e.conversation_id from expired_messages e where ${within(sql)} order by 1`;
  let restored = 0;
  for (const { conversationId } of found)
    await sql.begin(async (tx) => {
      await tx`select 1 from conversation_heads where conversation_id = ${conversationId} for update`;
      const texts = await changeMessages(tx, {
        conversationId,
        from: tx`
          expired_messages e join messages m on m.id = e.message_id and m.conversation_id = e.conversation_id
          where e.conversation_id = ${conversationId} and ${within(tx)}`,
        text: tx`e.content`,
        columns: tx`e.metadata`,
        set: tx`metadata = n.metadata`,
      });
      await tx`delete from expired_messages e where e.conversation_id = ${conversationId} and ${within(tx)}`;
      restored += texts.length;
    });
  return restored;
}

const namesOf = (what: What): string[] => ('contextName' in what ? [what.contextName] : []);
