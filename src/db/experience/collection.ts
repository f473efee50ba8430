import type { Sql } from '../postgres/connect.ts';
import {
  type ExperienceDomain,
  type ExperienceScope,
  type ExperienceType,
  experienceDomains,
  experienceScopes,
  experienceTypes,
} from '../schema/vocabulary.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';

export type ExperienceFilter = {
  domain?: ExperienceDomain | undefined;
  type?: ExperienceType | undefined;
  scope?: ExperienceScope | undefined;
  /** Names of one project. */
  projects?: readonly string[] | undefined;
  minConfidence?: number | undefined;
  /** Include experiences that have been revised. */
  includeSuperseded?: boolean | undefined;
};

const kinds = experienceDomains.flatMap((domain) =>
  experienceTypes.flatMap((type) => experienceScopes.map((scope) => ({ domain, type, scope }))),
);

/** Experiences, by all their texts and tags; the kind encodes domain, type and scope. */
export const experiences: Collection<ExperienceFilter> = {
  name: 'experiences',
  collectionId: collectionIds.experiences,
  documents: (sql) => sql`
    select doc_no, concat_ws(E'\n', situation, approach, outcome, reasoning, array_to_string(tags, ' ')) as text,
           0 as group_no, null::int as previous, extract(epoch from created_at)::float8 * 1000 as at,
           ((array_position(${[...experienceDomains]}::text[], domain) - 1) * ${experienceTypes.length}::int
             + array_position(${[...experienceTypes]}::text[], type) - 1) * ${experienceScopes.length}::int
             + array_position(${[...experienceScopes]}::text[], scope) - 1 as kind,
           null::text as language
    from experiences`,
  async scope(sql, filter) {
    const { domain, type, scope } = filter;
    return {
      ...(await documentsOf(sql, filter)),
      ...((domain ?? type ?? scope)
        ? {
            kinds: kinds.flatMap((kind, i) =>
              (domain ?? kind.domain) === kind.domain &&
              (type ?? kind.type) === kind.type &&
              (scope ?? kind.scope) === kind.scope
                ? [i]
                : [],
            ),
          }
        : {}),
    };
  },
  secret: (sql) => sql`select doc_no from experiences where deleted_at is not null`,
};

/** The experiences to search or, when neither project nor confidence is given, those to exclude. */
async function documentsOf(sql: Sql, { projects, minConfidence, includeSuperseded }: ExperienceFilter) {
  const hidden = sql`
    select doc_no from experiences where deleted_at is not null
    ${
      includeSuperseded
        ? sql``
        : sql`
          union all
          select p.doc_no from experiences r join experiences p on p.id = r.revision_of
          where r.revision_of is not null and r.deleted_at is null`
    }`;
  if (projects === undefined && minConfidence === undefined) {
    const [row] = await sql<{ docs: number[] | null }[]>`
      select array_agg(doc_no) as docs from (${hidden}) h`;
    return { notDocs: row?.docs ?? [] };
  }
  const [row] = await sql<{ docs: number[] | null }[]>`
    select array_agg(doc_no) as docs from experiences
    where doc_no not in (${hidden})
      ${projects === undefined ? sql`` : sql`and project = any(${[...projects]}::text[])`}
      ${minConfidence === undefined ? sql`` : sql`and confidence >= ${minConfidence}`}`;
  return { docs: row?.docs ?? [] };
}
