import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { Collection } from './collection/collection.ts';
import { collectionIds } from './collection/ids.ts';

/** Lifetime of a claim: a process that has not finished by then is presumed dead. */
export const leaseSeconds = 120;

/** Documents of a collection without an embedding. */
export type Search = { collection: Collection<never>; model: number; limit: number };

/**
 * What `embeddings.ts` does in one statement each, where documents are on other nodes than their embeddings: they are
 * read first, and compared with what the coordinator knows of them.
 */

/** How many documents are looked at at a time. */
const mostSeen = 2000;
const mostSwept = 10_000;

const { messages, chunks, events } = collectionIds;
const spreadIds: readonly number[] = [messages, chunks, events];

/** Whether the documents of a collection are on other nodes than their embeddings. */
export const isApart = async (sql: Sql, { collectionId }: Collection<never>): Promise<boolean> =>
  spreadIds.includes(collectionId) && (await isSpread(sql));

/** As `claim`. */
export async function claimApart(
  sql: Sql,
  search: Search,
  above: number,
  below: number,
): Promise<{ docs: number[]; lowest: number | undefined }> {
  const { collection, model, limit } = search;
  for (let top = below; ; ) {
    const seen = await sql<{ docNo: number }[]>`
      select d.doc_no from (${collection.documents(sql)}) d
      where d.doc_no > ${above} and d.doc_no < ${top}
        ${collection.secret ? sql`and d.doc_no not in (${collection.secret(sql)})` : sql``}
      order by d.doc_no desc limit ${mostSeen}`;
    const numbers = seen.map(({ docNo }) => docNo);
    const next = numbers.at(-1);
    if (next === undefined) return { docs: [], lowest: undefined };
    const [embedded, claimed] = await Promise.all([
      embeddedOf(sql, collection, model, numbers),
      claimedOf(sql, collection, model, numbers),
    ]);
    const missing = numbers.filter((doc) => !embedded.has(doc) && !claimed.has(doc)).slice(0, limit);
    if (missing.length > 0) return { docs: await claimThese(sql, search, missing), lowest: missing.at(-1) };
    top = next;
  }
}

async function claimThese(
  sql: Sql,
  { collection, model }: Search,
  docs: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ docNo: number }[]>`
    insert into search_embedding_claims (shelf, doc_no, model, until)
    select ${collection.collectionId}, doc_no, ${model}, now() + make_interval(secs => ${leaseSeconds})
    from unnest(${docs as number[]}::bigint[]) doc_no order by doc_no desc
    on conflict (shelf, doc_no, model) do nothing
    returning doc_no`;
  return rows.map(({ docNo }) => docNo);
}

async function claimedOf(sql: Sql, collection: Collection<never>, model: number, docs: readonly number[]) {
  const rows = await sql<{ docNo: number }[]>`
    select doc_no from search_embedding_claims
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = any(${docs as number[]}::bigint[])`;
  return new Set(rows.map(({ docNo }) => docNo));
}

/** Those of these documents that have an embedding. */
export async function embeddedOf(
  sql: Sql,
  collection: Collection<never>,
  model: number,
  docs: readonly number[],
): Promise<Set<number>> {
  const rows = await sql<{ docNo: number }[]>`
    select doc_no from search_embeddings
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = any(${docs as number[]}::bigint[])`;
  return new Set(rows.map(({ docNo }) => docNo));
}

/** Those of these documents that exist. */
export async function existing(
  sql: Sql,
  collection: Collection<never>,
  docs: readonly number[],
): Promise<Set<number>> {
  const rows = await sql<{ docNo: number }[]>`
    select d.doc_no from (${collection.documents(sql)}) d where d.doc_no = any(${docs as number[]}::bigint[])`;
  return new Set(rows.map(({ docNo }) => docNo));
}

/** As `sweepEmbeddings`. */
export async function sweepApart(sql: Sql, collection: Collection<never>): Promise<number> {
  let removed = 0;
  for (let after = -1; ; ) {
    const page = await sql<{ docNo: number }[]>`
      select distinct doc_no from search_embeddings
      where shelf = ${collection.collectionId} and doc_no > ${after} order by doc_no limit ${mostSwept}`;
    const last = page.at(-1);
    if (!last) return removed;
    after = last.docNo;
    const docs = page.map(({ docNo }) => docNo);
    const there = await existing(sql, collection, docs);
    const gone = docs.filter((docNo) => !there.has(docNo));
    if (gone.length === 0) continue;
    const deleted = await sql`
      delete from search_embeddings where shelf = ${collection.collectionId} and doc_no = any(${gone}::bigint[])`;
    removed += deleted.count;
  }
}
