import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** The answer of one model in a run, to be stored. */
export type NewResult = {
  id: string;
  correlationId: string;
  model: string;
  status: 'success' | 'error';
  prompt?: string | undefined;
  output?: string | undefined;
  tokensPrompt?: number | undefined;
  tokensCompletion?: number | undefined;
  durationSeconds?: number | undefined;
  errorMessage?: string | undefined;
  conversationId?: string | undefined;
  metadata?: object | undefined;
  externalId?: string | undefined;
  /** RFC 3339; now if absent. */
  createdAt?: string | undefined;
};

/**
 * What became of it. `completed`: it was there, and had less; `known`: it was there; `differs`: another answer has its
 * external id; `deleted`: it was deleted, and stays so.
 */
export type Kept = {
  outcome: 'stored' | 'completed' | 'known' | 'differs' | 'deleted';
  id: string;
  createdAt: string;
};

/**
 * Stores an answer once for its run and external id. With an external id that begins with {@link ofRun}, what is missing in
 * one that is there already is filled in: a run may be told by a call and by its summary, each in part.
 */
export async function keepResult(sql: Sql, result: NewResult): Promise<Kept> {
  const { externalId } = result;
  if (externalId !== undefined) {
    const known = await complete(sql, result, externalId);
    if (known) return known;
  }
  const [stored] = await sql<{ id: string; createdAt: string }[]>`
    insert into fiedler_results (id, correlation_id, model, prompt, output, tokens_prompt, tokens_completion,
      duration_seconds, status, error_message, conversation_id, project, metadata, external_id, created_at)
    select ${result.id}::uuid, ${result.correlationId}, ${result.model}, ${result.prompt ?? null}, ${result.output ?? null},
      ${result.tokensPrompt ?? null}::int, ${result.tokensCompletion ?? null}::int, ${secondsOf(result)}::real,
      ${result.status}, ${result.errorMessage ?? null}, ${result.conversationId ?? null}::uuid,
      ${projectOf(sql, result)},
      ${metadataOf(result)}::text::jsonb, ${externalId ?? null},
      coalesce(${result.createdAt ?? null}::text::timestamptz, now())
    on conflict do nothing
    returning id, created_at`;
  if (stored) return { outcome: 'stored', id: stored.id, createdAt: rfc3339(stored.createdAt) };
  // Stored meanwhile by another call, and committed: the next statement sees it.
  const other = externalId === undefined ? undefined : await complete(sql, result, externalId);
  if (!other) throw new Error('a result was deleted while it was looked up by its external id');
  return other;
}

/** That of its conversation. */
const projectOf = (sql: Sql, { conversationId }: NewResult) =>
  conversationId === undefined
    ? sql`null::text`
    : sql`(select project from conversations where id = ${conversationId}::uuid)`;

/** The external ids of results that are read from what a run tells of itself begin with it. */
export const ofRun = 'run:';

/** PostgreSQL rejects a number too small for single precision. */
const secondsOf = ({ durationSeconds }: NewResult) =>
  durationSeconds === undefined ? null : Math.fround(durationSeconds);

const metadataOf = ({ metadata }: NewResult) => (metadata === undefined ? null : JSON.stringify(metadata));

/** Fills in what is missing in the stored answer with this external id. */
async function complete(sql: Sql, result: NewResult, externalId: string): Promise<Kept | undefined> {
  const given = sql`select ${result.model}::text as model, ${result.status}::text as status,
    ${result.prompt ?? null}::text as prompt, ${result.output ?? null}::text as output,
    ${result.errorMessage ?? null}::text as error_message, ${result.tokensPrompt ?? null}::int as tokens_prompt,
    ${result.tokensCompletion ?? null}::int as tokens_completion, ${secondsOf(result)}::real as duration_seconds,
    ${result.conversationId ?? null}::uuid as conversation_id, ${metadataOf(result)}::text::jsonb as metadata`;
  const inPart = externalId.startsWith(ofRun);
  const [known] = await sql<(Omit<Kept, 'outcome'> & { deleted: boolean; same: boolean; lacks: boolean })[]>`
    select r.id, r.created_at, r.deleted_at is not null as deleted,
      r.model = g.model and r.status = g.status and case when ${inPart}::boolean
        then coalesce(starts_with(r.output, g.output) or starts_with(g.output, r.output), true)
        else (r.prompt, r.output, r.error_message) is not distinct from (g.prompt, g.output, g.error_message) end as same,
      (r.prompt is null and g.prompt is not null)
        or (g.output is not null and length(coalesce(r.output, '')) < length(g.output))
        or (r.output is null and g.output is not null)
        or (r.error_message is null and g.error_message is not null)
        or (r.tokens_prompt is null and g.tokens_prompt is not null)
        or (r.tokens_completion is null and g.tokens_completion is not null)
        or (r.duration_seconds is null and g.duration_seconds is not null)
        or (r.conversation_id is null and g.conversation_id is not null)
        or (r.metadata is null and g.metadata is not null) as lacks
    from fiedler_results r cross join (${given}) g
    where r.correlation_id = ${result.correlationId} and r.external_id = ${externalId}
    order by r.deleted_at desc nulls first limit 1 for update of r`;
  if (!known) return undefined;
  const { id, deleted, same, lacks } = known;
  const at = { id, createdAt: rfc3339(known.createdAt) };
  if (deleted) return { outcome: 'deleted', ...at };
  if (!same) return { outcome: 'differs', ...at };
  if (!lacks || !inPart) return { outcome: 'known', ...at };
  await sql`
    update fiedler_results r set prompt = coalesce(r.prompt, g.prompt),
      output = case when length(r.output) >= length(g.output) then r.output else coalesce(g.output, r.output) end,
      error_message = coalesce(r.error_message, g.error_message),
      tokens_prompt = coalesce(r.tokens_prompt, g.tokens_prompt),
      tokens_completion = coalesce(r.tokens_completion, g.tokens_completion),
      duration_seconds = coalesce(r.duration_seconds, g.duration_seconds),
      conversation_id = coalesce(r.conversation_id, g.conversation_id), metadata = coalesce(r.metadata, g.metadata),
      project = coalesce(r.project, ${projectOf(sql, result)})
    from (${given}) g where r.id = ${id}`;
  return { outcome: 'completed', ...at };
}
