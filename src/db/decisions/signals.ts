import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type NewSignal = {
  id: string;
  decisionId: string;
  type: string;
  valence: 'positive' | 'negative' | 'neutral';
  description?: string | undefined;
  metrics?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
  recordedAt?: string | undefined;
};

export type StoredSignal = {
  id: string;
  recordedAt: string;
  duplicate: boolean;
  /** All signals of the decision, this one included. */
  positive: number;
  negative: number;
};

/** Stores a signal once; undefined when no such decision exists. */
export async function storeSignal(sql: Sql, signal: NewSignal): Promise<StoredSignal | undefined> {
  const [made] = await sql<{ id: string; recordedAt: string }[]>`
    insert into decision_signals (id, decision_id, type, valence, description, metrics, external_id, recorded_at)
    select ${signal.id}, id, ${signal.type}, ${signal.valence}, ${signal.description ?? null}::text,
      ${signal.metrics ? JSON.stringify(signal.metrics) : null}::text::jsonb, ${signal.externalId ?? null}::text,
      coalesce(${signal.recordedAt ?? null}::text::timestamptz, now())
    from decisions where id = ${signal.decisionId} and deleted_at is null
    on conflict do nothing
    returning id, recorded_at`;
  const [row] = await sql<
    { id: string | null; recordedAt: string | null; positive: number; negative: number }[]
  >`
    select max(s.id) filter (where mine) as id, max(s.recorded_at) filter (where mine) as recorded_at,
      (count(*) filter (where valence = 'positive'))::int as positive,
      (count(*) filter (where valence = 'negative'))::int as negative
    from (
      select *, id = ${made?.id ?? signal.id} or external_id = ${signal.externalId ?? null}::text as mine
      from decision_signals where decision_id = ${signal.decisionId}
    ) s join decisions d on d.id = s.decision_id and d.deleted_at is null`;
  if (!row?.id || !row.recordedAt) return undefined;
  const { id, recordedAt, positive, negative } = row;
  return { id, recordedAt: rfc3339(recordedAt), duplicate: made === undefined, positive, negative };
}
