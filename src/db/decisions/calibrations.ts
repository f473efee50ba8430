import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

type Bin = { count: number; scoreSum: number; confidenceSum: number };
/** The sums that calibration is computed from; they are explained with the formulas. */
export type StoredTally = {
  bins: Bin[];
  squaredErrorSum: number;
  recent: { count: number; scoreSum: number };
};

export type StoredCalibration = { domain: string; tally: StoredTally; updatedAt: string };

/** Serializes changes to the outcomes of these domains. To avoid deadlocks, lock several domains in one call. */
export async function lockDomains(tx: Sql, domains: readonly string[]): Promise<void> {
  for (const domain of [...new Set(domains)].sort())
    await tx`select pg_advisory_xact_lock(hashtextextended(${`calibration:${domain}`}, 0))`;
}

/** Sums over the live outcomes of a domain, in bins of confidence; the latest third is left to {@link sumLatest}. */
export async function sumOutcomes(
  sql: Sql,
  domain: string,
): Promise<{ bins: Bin[]; squaredErrorSum: number; count: number }> {
  const rows = await sql<(Bin & { bin: number; squaredErrorSum: number })[]>`
    select least(9, floor(confidence * 10))::int as bin, count(*)::int as count, sum(score) as score_sum,
      sum(confidence) as confidence_sum, sum((confidence - score) ^ 2) as squared_error_sum
    from decision_outcomes
    where domain = ${domain} and superseded_at is null and deleted_at is null
    group by 1`;
  const bins = Array.from({ length: 10 }, (_, i): Bin => {
    const { count = 0, scoreSum = 0, confidenceSum = 0 } = rows.find(({ bin }) => bin === i) ?? {};
    return { count, scoreSum, confidenceSum };
  });
  return {
    bins,
    squaredErrorSum: rows.reduce((sum, row) => sum + row.squaredErrorSum, 0),
    count: rows.reduce((sum, row) => sum + row.count, 0),
  };
}

/** The scores of the latest outcomes of a domain. */
export async function sumLatest(
  sql: Sql,
  domain: string,
  count: number,
): Promise<{ count: number; scoreSum: number }> {
  if (count === 0) return { count: 0, scoreSum: 0 };
  const [row] = await sql<{ count: number; scoreSum: number }[]>`
    select count(*)::int as count, coalesce(sum(score), 0) as score_sum from (
      select score from decision_outcomes
      where domain = ${domain} and superseded_at is null and deleted_at is null
      order by completed_at desc limit ${count}) latest`;
  return row ?? { count: 0, scoreSum: 0 };
}

export async function saveCalibration(tx: Sql, domain: string, tally: StoredTally): Promise<void> {
  await tx`
    insert into calibrations (domain, tally, updated_at)
    values (${domain}, ${JSON.stringify(tally)}::text::jsonb, clock_timestamp())
    on conflict (domain) do update set tally = excluded.tally, updated_at = excluded.updated_at`;
}

/** The calibrations of all domains that have had outcomes: a handful of rows. */
export async function readCalibrations(sql: Sql): Promise<StoredCalibration[]> {
  const rows = await sql<{ domain: string; tally: string; updatedAt: string }[]>`
    select domain, tally::text, updated_at from calibrations order by domain`;
  return rows.map((row) => ({ ...row, tally: JSON.parse(row.tally), updatedAt: rfc3339(row.updatedAt) }));
}
