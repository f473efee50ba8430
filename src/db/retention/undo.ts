import { changeMessages, newText } from '../conversations/follow-ups.ts';
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
      await sql.begin((tx) => reopen(tx, id));
      restored.conversations.push(id);
    } catch (error) {
      if (violatedConstraint(error) !== 'conversations_session_external_id_key') throw error;
      restored.conflicts.push(id);
    }
  restored.messages = await sql.begin((tx) => restoreTexts(tx, what));
  return restored;
}

async function restoreTexts(tx: Sql, what: { conversationId: string } | { since: string }): Promise<number> {
  const found = await tx<{ id: string }[]>`
    select m.id from expired_messages e join messages m on m.id = e.message_id
    where ${'since' in what ? tx`e.expired_at >= ${what.since}::text::timestamptz` : tx`m.conversation_id = ${what.conversationId}`}
    for update`;
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await changeMessages(tx, {
    columns: tx`e.content, e.metadata`,
    from: tx`expired_messages e join messages m on m.id = e.message_id where m.id = any(${ids}::uuid[])`,
    set: tx`${newText(tx, tx`n.content`)}, metadata = n.metadata`,
  });
  await tx`delete from expired_messages where message_id = any(${ids}::uuid[])`;
  return ids.length;
}

const namesOf = (what: What): string[] => ('contextName' in what ? [what.contextName] : []);

async function reopen(tx: Sql, id: string): Promise<void> {
  await tx`select from conversation_heads where conversation_id = ${id} for update`;
  await tx`
    with opened as (
      update conversations set deleted_at = null, updated_at = now() where id = ${id} returning id, session_id, external_id
    ),
    head as (update conversation_heads set open = true where conversation_id = ${id})
    delete from tombstones t using opened o
    where t.kind = 'conversation' and t.parent = coalesce(o.session_id, '')
      and t.source_id = coalesce(o.external_id, o.id::text)`;
}
