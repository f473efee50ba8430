import type { Sql } from '../postgres/connect.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';

export type Stock = {
  /** Null: not counted. */
  stats: {
    experiences: number;
    reasoning_sessions: number | null;
    workflow_sessions: number | null;
    conversations: number | null;
    messages: number | null;
  };
  /** Experiences without a sketch. */
  unsketched: number;
  /** Experiences whose parent is missing. */
  danglingParents: number;
  /** Expired tokens that can be removed. */
  expiredTokens: number;
  /** Experiences that are neither in the search index nor waiting for it. */
  unindexed: number;
  /** Those that wait for it. */
  waiting: number;
  /** Parts of the index that have lost their words. */
  emptySegments: number;
};

/**
 * Counts the contents of the lake and inconsistencies in them, in one snapshot.
 *
 * @param sees which toolsets to count besides experience; the search index belongs to `internal`.
 */
export async function takeStock(
  sql: Sql,
  now: Date,
  sees: (toolset: string) => boolean = () => true,
): Promise<Stock> {
  const shelf = collectionIds.experiences;
  const count = (toolset: string, counted: () => Fragment) => (sees(toolset) ? counted() : sql`null::int`);
  const [row] = await sql<
    {
      countedExperiences: number;
      countedReasoningSessions: number | null;
      countedWorkflowSessions: number | null;
      countedConversations: number | null;
      countedMessages: number | null;
      unsketched: number;
      dangling: number;
      expired: number | null;
      indexed: number | null;
      waiting: number | null;
      emptySegments: number | null;
    }[]
  >`
    select
      (select count(*)::int from experiences where deleted_at is null) as counted_experiences,
      ${count('reasoning', () => sql`(select count(*)::int from reasoning_sessions where deleted_at is null)`)}
        as counted_reasoning_sessions,
      ${count('workflow', () => sql`(select count(*)::int from workflow_sessions where deleted_at is null)`)}
        as counted_workflow_sessions,
      ${count('conversations', () => sql`(select count(*)::int from conversation_heads where open)`)} as counted_conversations,
      ${count('conversations', () => sql`(select coalesce(sum(message_count), 0)::float8 from conversation_heads where open)`)}
        as counted_messages,
      (select count(*)::int from experiences e left join experience_sketches s on s.experience_id = e.id
       where e.deleted_at is null and s.experience_id is null) as unsketched,
      (select count(*)::int from experiences e left join experiences p on p.id = e.revision_of
       where e.deleted_at is null and e.revision_of is not null and p.id is null) as dangling,
      ${count('workflow', () => sql`(select count(*)::int from workflow_tokens where expires_at <= ${now.toISOString()}::text::timestamptz)`)}
        as expired,
      ${count('internal', () => sql`(select coalesce(sum(n_docs), 0)::int from search_segments where shelf = ${shelf})`)}
        as indexed,
      ${count('internal', () => sql`(select coalesce(sum(cardinality(doc_nos)), 0)::int from search_queue where shelf = ${shelf})`)}
        as waiting,
      ${count(
        'internal',
        () => sql`(select count(*)::int from search_segments s
          where s.shelf = ${shelf} and s.n_docs > 0 and not exists (
            select from search_postings p where p.shelf = s.shelf and p.seg = s.seg))`,
      )} as empty_segments`;
  if (!row) throw new Error('the counts were not returned');
  return {
    stats: {
      experiences: row.countedExperiences,
      reasoning_sessions: row.countedReasoningSessions,
      workflow_sessions: row.countedWorkflowSessions,
      conversations: row.countedConversations,
      messages: row.countedMessages,
    },
    unsketched: row.unsketched,
    danglingParents: row.dangling,
    expiredTokens: row.expired ?? 0,
    unindexed:
      row.indexed === null || row.waiting === null
        ? 0
        : Math.max(0, row.countedExperiences - row.indexed - row.waiting),
    waiting: row.waiting ?? 0,
    emptySegments: row.emptySegments ?? 0,
  };
}
