import type { Sql } from '../postgres/connect.ts';

export type Anomaly = {
  id: string;
  kind: 'surprise' | 'incident' | 'miscalibrated' | 'declining';
  domain: string;
  decisionId?: string | undefined;
  severity: 'low' | 'medium' | 'high';
  message: string;
};

/** Replaces the open anomalies of a domain as a whole and of one decision; those not listed are marked as resolved. */
export async function setAnomalies(
  tx: Sql,
  place: { domain: string; decisionId?: string | undefined },
  found: readonly Anomaly[],
): Promise<void> {
  await tx`
    update decision_anomalies set resolved_at = clock_timestamp()
    where resolved_at is null
      and (domain = ${place.domain} and decision_id is null or decision_id = ${place.decisionId ?? null}::text)
      and (kind, coalesce(decision_id, '')) not in (
        select * from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map((a) => a.decisionId ?? '')}::text[]))`;
  for (const anomaly of found)
    await tx`
      insert into decision_anomalies (id, kind, domain, decision_id, severity, message)
      values (${anomaly.id}, ${anomaly.kind}, ${anomaly.domain}, ${anomaly.decisionId ?? null}::text,
        ${anomaly.severity}, ${anomaly.message})
      on conflict (kind, domain, coalesce(decision_id, '')) where resolved_at is null
      do update set severity = excluded.severity, message = excluded.message`;
}

export type OpenAnomaly = {
  id: string;
  kind: string;
  domain: string;
  decisionId: string | null;
  /** Of the decision. */
  statement: string | null;
  severity: string;
  message: string;
  detectedAt: string;
};

/** Anomalies that are neither resolved, acknowledged nor older than `since`, latest first. Times are in PostgreSQL's text form. */
export async function openAnomalies(
  sql: Sql,
  page: {
    domain?: string | undefined;
    since: string;
    after?: readonly [string, string] | undefined;
    limit: number;
  },
): Promise<OpenAnomaly[]> {
  const [at, id] = page.after ?? [];
  return await sql<OpenAnomaly[]>`
    select a.id, a.kind, a.domain, a.decision_id, d.statement, a.severity, a.message, a.detected_at
    from decision_anomalies a left join decisions d on d.id = a.decision_id and d.deleted_at is null
    where a.resolved_at is null and a.acknowledged_at is null and a.detected_at >= ${page.since}::text::timestamptz
      and ${page.domain === undefined ? sql`true` : sql`a.domain = ${page.domain}`}
      and ${at === undefined || id === undefined ? sql`true` : sql`(a.detected_at, a.id) < (${at}::text::timestamptz, ${id}::text)`}
    order by a.detected_at desc, a.id desc limit ${page.limit}`;
}

/** Takes an anomaly off the list; false when there is no such open one. */
export async function acknowledgeAnomaly(
  sql: Sql,
  { id, by, note }: { id: string; by: string; note?: string | undefined },
): Promise<boolean> {
  const changed = await sql`
    update decision_anomalies set acknowledged_at = clock_timestamp(), acknowledged_by = ${by}, note = ${note ?? null}::text
    where id = ${id} and resolved_at is null and acknowledged_at is null`;
  return changed.count > 0;
}
