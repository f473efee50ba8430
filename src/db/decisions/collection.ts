import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';

export type DecisionFilter = {
  /** Only this domain, or with `elsewhere` only other domains; without it, any. */
  domain?: string | undefined;
  elsewhere: boolean;
  /** Only decisions whose outcome is known. */
  concluded: boolean;
  /** Leaves out what belongs to another project than the one of these names. */
  within?: readonly string[] | undefined;
  /** Leaves out this decision. */
  except?: string | undefined;
};

/** Domains in the order of their kinds; any other domain counts as the last. */
const domains = ['database', 'auth', 'api', 'frontend', 'backend', 'infra', 'general'];
const kindOf = (domain: number, concluded: boolean): number => domain * 2 + (concluded ? 1 : 0);

/** The text of a decision in search and for embeddings. The alternatives tell which question it answers. */
export const textOfDecision = (statement: string, alternatives: readonly string[]): string =>
  alternatives.length === 0 ? statement : `${statement}${insteadOf}${alternatives.join(', ')}`;

const insteadOf = '\nInstead of: ';

/** Decisions, by their {@link textOfDecision}; the kind encodes the domain and whether there is an outcome. */
export const decisions: Collection<DecisionFilter> = {
  name: 'decisions',
  collectionId: collectionIds.decisions,
  ofDecisions: true,
  documents: (sql) => sql`
    select doc_no, statement || coalesce(${insteadOf}::text || nullif(array_to_string(alternatives, ', '), ''), '') as text,
           0 as group_no, null::int as previous,
           extract(epoch from created_at)::float8 * 1000 as at,
           (coalesce(array_position(${domains}::text[], domain), ${domains.length}::int) - 1) * 2 + concluded::int as kind,
           null::text as language
    from decisions`,
  async scope(sql, { domain, elsewhere, concluded, except, within }) {
    const [row] = await sql<{ docs: number[] | null }[]>`
      select array_agg(doc_no) as docs from decisions where deleted_at is not null or id = ${except ?? ''}
        ${within === undefined ? sql`` : sql`or project <> all(${[...within]}::text[])`}`;
    const own =
      domain === undefined ? -1 : domains.includes(domain) ? domains.indexOf(domain) : domains.length - 1;
    const kinds = domains.flatMap((_, i) => {
      if (own >= 0 && (i === own) === elsewhere) return [];
      return concluded ? [kindOf(i, true)] : [kindOf(i, false), kindOf(i, true)];
    });
    return { kinds, notDocs: row?.docs ?? [] };
  },
  secret: (sql) => sql`select doc_no from decisions where deleted_at is not null`,
};
