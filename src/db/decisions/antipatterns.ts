import type { Sql } from '../postgres/connect.ts';

export type StoredAntipattern = {
  id: string;
  pattern: string;
  terms: string[][];
  recommendation: string;
  domain: string | null;
  /** What it was learned of: an option, or a group of statements. */
  topic: string | null;
  failures: number;
  total: number;
  successRate: number | null;
};

/** The antipatterns that apply in a domain: global ones and its own. */
export async function antipatternsOf(sql: Sql, domain: string): Promise<StoredAntipattern[]> {
  const rows = await sql<(Omit<StoredAntipattern, 'terms'> & { terms: string })[]>`
    select id, pattern, terms::text, recommendation, domain, topic, failures, total, success_rate
    from antipatterns
    where retired_at is null and (domain is null or domain in (${domain}, 'all'))
    order by total desc, id`;
  return rows.map((row) => ({ ...row, terms: JSON.parse(row.terms) }));
}

export type LearnedAntipattern = Omit<StoredAntipattern, 'domain' | 'topic'> & {
  domain: string;
  topic: string;
};

export async function saveAntipattern(tx: Sql, found: LearnedAntipattern): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into antipatterns (id, pattern, terms, recommendation, source, domain, topic, failures, total, success_rate)
    values (${found.id}, ${found.pattern}, ${JSON.stringify(found.terms)}::text::jsonb, ${found.recommendation},
      'outcomes', ${found.domain}, ${found.topic}, ${found.failures}, ${found.total}, ${found.successRate})
    on conflict (domain, topic) where topic is not null do update
    set pattern = excluded.pattern, terms = excluded.terms, recommendation = excluded.recommendation,
        failures = excluded.failures, total = excluded.total, success_rate = excluded.success_rate,
        updated_at = clock_timestamp(), retired_at = null
    returning id`;
  if (!row) throw new Error('the antipattern was not returned by its own insert');
  return row.id;
}

export type ImportedAntipattern = Pick<
  StoredAntipattern,
  'id' | 'pattern' | 'terms' | 'recommendation' | 'domain'
> & {
  retired: boolean;
};

/**
 * Imports hand-written antipatterns, replacing those imported under the same id; identical ones are left alone.
 *
 * @returns how many were added and changed, and the ids already used by another source, which stay unchanged.
 */
export async function importAntipatterns(
  tx: Sql,
  found: readonly ImportedAntipattern[],
): Promise<{ added: number; changed: number; taken: string[] }> {
  let added = 0;
  let changed = 0;
  const taken: string[] = [];
  for (const { id, pattern, terms, recommendation, domain, retired } of found) {
    const [row] = await tx<{ added: boolean }[]>`
      insert into antipatterns as a (id, pattern, terms, recommendation, source, domain, retired_at)
      values (${id}, ${pattern}, ${JSON.stringify(terms)}::text::jsonb, ${recommendation}, 'import', ${domain},
        case when ${retired} then clock_timestamp() end)
      on conflict (id) do update
      set pattern = excluded.pattern, terms = excluded.terms, recommendation = excluded.recommendation,
          domain = excluded.domain, updated_at = clock_timestamp(), retired_at = excluded.retired_at
      where a.source = 'import'
        and (a.pattern, a.terms, a.recommendation, a.domain, a.retired_at is null) is distinct from
            (excluded.pattern, excluded.terms, excluded.recommendation, excluded.domain, excluded.retired_at is null)
      returning xmax = 0 as added`;
    if (row?.added) added += 1;
    else if (row) changed += 1;
    else if (await ofAnotherSource(tx, id)) taken.push(id);
  }
  return { added, changed, taken };
}

async function ofAnotherSource(tx: Sql, id: string): Promise<boolean> {
  const rows = await tx`select from antipatterns where id = ${id} and source <> 'import'`;
  return rows.length > 0;
}

export async function retireAntipattern(tx: Sql, domain: string, topic: string): Promise<void> {
  await tx`
    update antipatterns set retired_at = clock_timestamp(), updated_at = clock_timestamp()
    where domain = ${domain} and topic = ${topic} and retired_at is null`;
}

/** Every active antipattern with its source. */
export async function allAntipatterns(
  sql: Sql,
): Promise<{ id: string; pattern: string; domain: string | null; source: string }[]> {
  return await sql<{ id: string; pattern: string; domain: string | null; source: string }[]>`
    select id, pattern, domain, source from antipatterns where retired_at is null order by id`;
}
