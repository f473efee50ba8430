import type { Sql } from '../postgres/connect.ts';

export type StoredSkill = {
  id: string;
  domain: string;
  statement: string;
  recommendation: string;
  whenToUse: string;
  examples: string[];
  confidence: number;
  successes: number;
  total: number;
  version: number;
};

export type FoundSkill = StoredSkill & {
  /** Share of its words that the statement has, or 1 where it is about an option of it, × confidence. */
  applicability: number;
};

export type SkillSearch = {
  domain: string;
  minConfidence: number;
  statement?: string | undefined;
  /** Keys of the options that the statement chooses, and of all that it names. */
  options: { chosen: readonly string[]; named: readonly string[] };
  ignore: readonly string[];
  /** Only skills that are about the statement. */
  matchingOnly: boolean;
  limit: number;
};

/** As for the decisions of one topic (`sameTopic` of the handlers). */
const leastShared = 0.5;

/**
 * The active skills of a domain with at least this confidence, ordered by confidence; with a statement, those of options it
 * chooses first, then by applicability.
 *
 * A skill of an option is about statements that name the option: the words of its text are those of its examples, and say
 * what it was chosen for. One without an option is about statements that have half of the words of the decisions it is from.
 */
export async function skillsOf(sql: Sql, search: SkillSearch): Promise<FoundSkill[]> {
  const { statement = null, options, ignore } = search;
  const stemsOf = (text: ReturnType<Sql>) => sql`
    array(select unnest(tsvector_to_array(to_tsvector('english', ${text}))) except select unnest(${[...ignore]}::text[]))`;
  const any = statement === null || !search.matchingOnly;
  return await sql<FoundSkill[]>`
    with asked as (select ${stemsOf(sql`${statement ?? ''}::text`)} as stems),
    known as (
      select s.*, topic.option, topic.option = any(${[...options.named]}::text[]) as named,
        (select count(*) from unnest(own.stems) stem where stem = any(asked.stems))::float8
          / greatest(cardinality(own.stems), 1) as shared
      from skills s cross join asked
      cross join lateral (select substring(s.topic from '^(?:for|against):(.*)$') as option) topic
      cross join lateral (
        select ${stemsOf(sql`coalesce(replace(topic.option, '-', ' '), s.statement)`)} as stems) own
      where s.domain in (${search.domain}, 'all') and s.retired_at is null and s.confidence >= ${search.minConfidence}
    )
    select id, domain, statement, recommendation, when_to_use, examples, confidence, successes, total, version,
      case when named then 1 else shared end * confidence as applicability
    from known
    where ${any} or named or (option is null and shared >= ${leastShared})
    order by coalesce(option = any(${[...options.chosen]}::text[]), false) desc, applicability desc, confidence desc, id
    limit ${search.limit}`;
}

export type LearnedSkill = Omit<StoredSkill, 'version'> & { topic: string };

/** Creates or updates the skill of a topic; a change adds a version. */
export async function saveSkill(tx: Sql, skill: LearnedSkill): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into skills as s (id, domain, topic, statement, recommendation, when_to_use, examples, confidence, successes, total)
    values (${skill.id}, ${skill.domain}, ${skill.topic}, ${skill.statement}, ${skill.recommendation},
      ${skill.whenToUse}, ${skill.examples}::text[], ${skill.confidence}, ${skill.successes}, ${skill.total})
    on conflict (domain, topic) do update
    set statement = excluded.statement, recommendation = excluded.recommendation, when_to_use = excluded.when_to_use,
        examples = excluded.examples, confidence = excluded.confidence, successes = excluded.successes,
        total = excluded.total, updated_at = clock_timestamp(), retired_at = null,
        version = s.version + (
          (s.statement, s.recommendation, s.confidence, s.total, s.retired_at) is distinct from
          (excluded.statement, excluded.recommendation, excluded.confidence, excluded.total, null::timestamptz))::int
    returning s.id`;
  if (!row) throw new Error('the skill was not returned by its own insert');
  await keepVersion(tx, row.id);
  return row.id;
}

/** Retires the active skill of a topic, if any: its evidence no longer supports it. */
export async function retireSkill(tx: Sql, domain: string, topic: string): Promise<void> {
  const [row] = await tx<{ id: string }[]>`
    update skills set retired_at = clock_timestamp(), updated_at = clock_timestamp(), version = version + 1
    where domain = ${domain} and topic = ${topic} and retired_at is null returning id`;
  if (row) await keepVersion(tx, row.id);
}

const keepVersion = (tx: Sql, id: string) => tx`
  insert into skill_versions (skill_id, version, statement, recommendation, confidence, successes, total, retired_at)
  select id, version, statement, recommendation, confidence, successes, total, retired_at from skills where id = ${id}
  on conflict do nothing`;

/** Links the outcomes of a topic to what they generated, and removes links to what it generated before. */
export async function setGenerated(
  tx: Sql,
  { domain, topic }: { domain: string; topic: string },
  outcomeIds: readonly string[],
  learned: string | undefined,
) {
  await tx`
    delete from decision_edges
    where type = 'generated' and to_id <> ${learned ?? ''} and to_id in (
      select id from skills where domain = ${domain} and topic = ${topic}
      union all select id from antipatterns where domain = ${domain} and topic = ${topic})
      and (from_id = any(${[...outcomeIds]}::text[]) or ${learned === undefined})`;
  if (learned !== undefined)
    await tx`
      insert into decision_edges (from_id, type, to_id)
      select id, 'generated', ${learned} from unnest(${[...outcomeIds]}::text[]) id
      on conflict do nothing`;
}

/** Retires what topics of a domain taught that no outcome belongs to any longer. */
export async function retireOthers(tx: Sql, domain: string, topics: readonly string[]): Promise<void> {
  const others = await tx<{ topic: string }[]>`
    select topic from skills where domain = ${domain} and retired_at is null and topic <> all(${[...topics]}::text[])`;
  for (const { topic } of others) await retireSkill(tx, domain, topic);
  await tx`
    update antipatterns set retired_at = clock_timestamp(), updated_at = clock_timestamp()
    where domain = ${domain} and topic <> all(${[...topics]}::text[]) and retired_at is null`;
}

/** Whether a topic has taught something in one of the domains. */
export async function taughtInDomain(tx: Sql, topic: string, apartFrom: string): Promise<boolean> {
  const rows = await tx`
    select from skills where topic = ${topic} and domain <> ${apartFrom} and retired_at is null
    union all
    select from antipatterns where topic = ${topic} and domain <> ${apartFrom} and retired_at is null
    limit 1`;
  return rows.length > 0;
}
