import type { Sql } from '../postgres/connect.ts';

/** What the catalogue has of a conversation. */
export type CatalogueEntry = {
  conversationId: string;
  /** Its own title: given by its user, its agent, or in its metadata. */
  named: string | null;
  /** The start of what was said first. */
  opening: string | null;
  project: string | null;
  /** The program it was captured from. */
  agent: string | null;
  branch: string | null;
  /** The one that wrote most first. */
  models: string[];
  /** Tokens, where its source states them: read without and from a cache, written to a cache, written. */
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  /** In US dollars. */
  cost: number | null;
};

/** The title a conversation has of its own, for queries with conversations `c` and their catalogue `k`. */
export const namedTitle = (sql: Sql) =>
  sql`coalesce(k.title, c.metadata ->> 'title', c.metadata ->> 'description', c.metadata ->> 'topic')`;

/** A pattern for texts that contain this one. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The columns of an entry, for queries with conversations `c`, their catalogue `k` and usage `u`. */
export const catalogueColumns = (sql: Sql) => sql`
  c.id as conversation_id, ${namedTitle(sql)} as named, k.opening, c.project, c.metadata ->> 'source' as agent, k.branch,
  u.models, u.input, u.output, u.cache_read, u.cache_write, u.cost`;

/** Joins what {@link catalogueColumns} reads to conversations `c`. */
export const joinCatalogue = (sql: Sql) => sql`
  left join conversation_catalogue k on k.conversation_id = c.id
  left join lateral (
    select coalesce(array_agg(m.model order by m.output desc, m.model) filter (where m.model is not null), '{}') as models,
           sum(m.input)::float8 as input, sum(m.output)::float8 as output, sum(m.cache_read)::float8 as cache_read,
           sum(m.cache_write)::float8 as cache_write, sum(m.cost) as cost
    from (select model, sum(input) as input, sum(output) as output, sum(cache_read) as cache_read,
                 sum(cache_write) as cache_write, sum(cost) as cost
          from conversation_usage where conversation_id = c.id group by model) m
  ) u on true`;

/** The entries of these conversations, by id. */
export async function catalogueOf(sql: Sql, ids: readonly string[]): Promise<Map<string, CatalogueEntry>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<CatalogueEntry[]>`
    select ${catalogueColumns(sql)} from conversations c ${joinCatalogue(sql)}
    where c.id = any(${[...new Set(ids)]}::uuid[])`;
  return new Map(rows.map((row) => [row.conversationId, row]));
}
