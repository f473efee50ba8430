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
