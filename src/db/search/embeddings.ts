import type { Pool, Sql } from '../postgres/connect.ts';
import type { Collection } from './collection/collection.ts';
import { EmbedderError } from './embedder.ts';
import { signatureOf } from './score/vectors.ts';

/** The number of a model in the embeddings; it is made when it is first asked for. */
export async function modelNumber(sql: Sql, name: string): Promise<number> {
  await sql`insert into search_models (name) values (${name}) on conflict (name) do nothing`;
  const [row] = await sql<{ id: number }[]>`select id from search_models where name = ${name}`;
  if (!row) throw new Error(`the model ${name} is gone`);
  return row.id;
}

/** The number of a model that has made embeddings, and how many numbers those have. */
export async function knownModel(
  sql: Sql,
  name: string,
): Promise<{ id: number; dimensions: number } | undefined> {
  const [row] = await sql<{ id: number; dimensions: number }[]>`
    select id, dimensions from search_models where name = ${name} and dimensions is not null`;
  return row;
}

/** What a claim is worth: a process that has not finished by then is taken for dead. */
const leaseSeconds = 120;

/** Documents of a collection that nobody has embedded. */
export type Search = { collection: Collection<never>; model: number; limit: number };

const open = (sql: Sql, { collection, model }: Search) => sql`
  select d.doc_no from (${collection.documents(sql)}) d
  where not exists (select from search_embeddings e
                    where e.shelf = ${collection.collectionId} and e.doc_no = d.doc_no and e.model = ${model})
    and not exists (select from search_embedding_claims c
                    where c.shelf = ${collection.collectionId} and c.doc_no = d.doc_no and c.model = ${model})
    ${collection.secret ? sql`and d.doc_no not in (${collection.secret(sql)})` : sql``}`;

/** The highest number in a collection; 0 when it is empty. */
export async function highest(sql: Sql, collection: Collection<never>): Promise<number> {
  const [row] = await sql<{ docNo: number }[]>`
    select d.doc_no from (${collection.documents(sql)}) d order by d.doc_no desc limit 1`;
  return row?.docNo ?? 0;
}

/**
 * Takes documents between two numbers, the newest first, that have no embedding yet; no other process gets them until
 * they are finished, let go, or a lease has passed.
 *
 * @returns the ones taken, and the lowest number looked at, since others may have been quicker; none when all have one.
 */
export async function claim(
  sql: Sql,
  search: Search,
  above: number,
  below: number,
): Promise<{ docs: number[]; lowest: number | undefined }> {
  const { collection, model, limit } = search;
  const [row] = await sql<{ docs: number[] | null; lowest: number | null }[]>`
    with missing as materialized (
      ${open(sql, search)} and d.doc_no > ${above} and d.doc_no < ${below} order by d.doc_no desc limit ${limit}
    ),
    claimed as (
      insert into search_embedding_claims (shelf, doc_no, model, until)
      select ${collection.collectionId}, doc_no, ${model}, now() + make_interval(secs => ${leaseSeconds})
      from missing order by doc_no desc
      on conflict (shelf, doc_no, model) do nothing
      returning doc_no
    )
    select (select array_agg(doc_no) from claimed) as docs, (select min(doc_no) from missing) as lowest`;
  return { docs: row?.docs ?? [], lowest: row?.lowest ?? undefined };
}

/** Takes over what others claimed and have not finished in time. */
export async function reclaim(sql: Sql, { collection, model, limit }: Search): Promise<number[]> {
  const rows = await sql<{ docNo: number }[]>`
    update search_embedding_claims set until = now() + make_interval(secs => ${leaseSeconds}), refusal = null
    where (shelf, doc_no, model) in (
      select shelf, doc_no, model from search_embedding_claims
      where until < now() and shelf = ${collection.collectionId} and model = ${model}
      limit ${limit} for update skip locked)
    returning doc_no`;
  return rows.map((row) => row.docNo);
}

/** Longer texts are embedded by their beginning: about 2,000 tokens of English, and within what models take of any script. */
export const longestEmbedded = 6000;

/**
 * The texts of claimed documents as they are now. One that is gone, or must not leave the machine by now, is left out; so
 * is one that has its embedding: another process finished it just after the claim had looked for what is missing.
 */
export async function textsToEmbed(
  sql: Sql,
  { collection, model }: Pick<Search, 'collection' | 'model'>,
  docs: readonly number[],
): Promise<{ docNo: number; text: string }[]> {
  return await sql<{ docNo: number; text: string }[]>`
    select d.doc_no, left(d.text, ${longestEmbedded}) as text
    from (${collection.documents(sql)}) d
    where d.doc_no = any(${docs as number[]}::int[])
      and not exists (select from search_embeddings e
                      where e.shelf = ${collection.collectionId} and e.doc_no = d.doc_no and e.model = ${model})
      ${collection.secret ? sql`and d.doc_no not in (${collection.secret(sql)})` : sql``}`;
}

/**
 * Stores embeddings and lets go of their claims, in one transaction. What was deleted meanwhile gets none.
 *
 * @throws EmbedderError `misconfigured` when the model's earlier embeddings are of another length.
 */
export async function storeEmbeddings(
  sql: Pool,
  collection: Collection<never>,
  model: number,
  found: readonly { docNo: number; vector: Float32Array }[],
): Promise<void> {
  const dimensions = found[0]?.vector.length ?? 0;
  const docs = found.map(({ docNo }) => docNo);
  await sql.begin(async (tx) => {
    if (dimensions > 0) {
      const [row] = await tx<{ dimensions: number }[]>`
        update search_models set dimensions = coalesce(dimensions, ${dimensions}) where id = ${model}
        returning dimensions`;
      checkLength(row?.dimensions, dimensions);
    }
    await tx`
      insert into search_embeddings (shelf, doc_no, model, signature, vector)
      select ${collection.collectionId}, f.doc_no, ${model}, f.signature::varbit, f.vector::real[]
      from unnest(${docs}::int[], ${found.map(({ vector }) => signatureOf(vector))}::text[],
                  ${found.map(({ vector }) => `{${vector.join(',')}}`)}::text[]) as f (doc_no, signature, vector)
      join (${collection.documents(tx)}) d using (doc_no)
      on conflict do nothing`;
    await letGo(tx, collection, model, docs);
  });
}

export function checkLength(known: number | undefined, given: number): void {
  if (known !== undefined && known !== given)
    throw new EmbedderError(
      'misconfigured',
      `The model gives ${given} numbers, and what it gave before has ${known}: it is not the same model. Name the one that made them in OPENAI_EMBED_MODEL, or give this one another name there.`,
    );
}

/** Gives claimed documents back, but for those that were set aside. */
export async function letGo(
  sql: Sql,
  collection: Collection<never>,
  model: number,
  docs: readonly number[],
): Promise<void> {
  await sql`
    delete from search_embedding_claims
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = any(${docs as number[]}::int[])
      and refusal is null`;
}

/** Keeps a document that the model refuses from being asked for again, for a day or, without a text, for good. */
export async function setAside(
  sql: Sql,
  collection: Collection<never>,
  model: number,
  docNo: number,
  refusal: string | undefined,
): Promise<void> {
  await sql`
    update search_embedding_claims
    set until = case when ${refusal === undefined} then 'infinity' else now() + interval '1 day' end,
        refusal = ${refusal ?? 'it has no text'}
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = ${docNo}`;
}

/** Removes what was embedded while its document was being deleted. */
export async function sweepEmbeddings(sql: Sql, collection: Collection<never>): Promise<number> {
  const removed = await sql`
    delete from search_embeddings e
    where e.shelf = ${collection.collectionId}
      and not exists (select from (${collection.documents(sql)}) d where d.doc_no = e.doc_no)`;
  return removed.count;
}

export type EmbeddingStock = { documents: number; embedded: number; refused: number };

/** Counts what a model has embedded of these collections; a second or so for a million documents. */
export async function countEmbeddings(
  sql: Sql,
  collections: readonly Collection<never>[],
  model: number | undefined,
): Promise<EmbeddingStock> {
  const sum: EmbeddingStock = { documents: 0, embedded: 0, refused: 0 };
  for (const collection of collections) {
    const [row] = await sql<EmbeddingStock[]>`
      select (select count(*) from (${collection.documents(sql)}) d
              ${collection.secret ? sql`where d.doc_no not in (${collection.secret(sql)})` : sql``})::int as documents,
             (select count(*) from search_embeddings
              where shelf = ${collection.collectionId} and model = ${model ?? -1})::int as embedded,
             (select count(*) from search_embedding_claims
              where shelf = ${collection.collectionId} and model = ${model ?? -1} and refusal is not null)::int as refused`;
    if (!row) continue;
    sum.documents += row.documents;
    sum.embedded += row.embedded;
    sum.refused += row.refused;
  }
  return sum;
}
