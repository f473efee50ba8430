import type { Pool, Sql } from '../postgres/connect.ts';
import type { Collection } from './collection/collection.ts';
import { type Embedder, EmbedderError, modelsFor } from './embedder.ts';
import {
  claimApart,
  embeddedOf,
  existing,
  isApart,
  leaseSeconds,
  type Search,
  sweepApart,
} from './embeddings-spread.ts';
import { signatureOf } from './score/vectors.ts';

export type { Search };

/** The number of a model in the embeddings; assigned on first use. */
export async function modelNumber(sql: Sql, name: string): Promise<number> {
  await sql`insert into search_models (name) values (${name}) on conflict (name) do nothing`;
  const [row] = await sql<{ id: number }[]>`select id from search_models where name = ${name}`;
  if (!row) throw new Error(`the model ${name} is gone`);
  return row.id;
}

/** The number and dimensions of a model that has embeddings. */
export async function knownModel(
  sql: Sql,
  name: string,
): Promise<{ id: number; dimensions: number } | undefined> {
  const [row] = await sql<{ id: number; dimensions: number }[]>`
    select id, dimensions from search_models where name = ${name} and dimensions is not null`;
  return row;
}

const open = (sql: Sql, { collection, model }: Search) => sql`
  select d.doc_no from (${collection.documents(sql)}) d
  where not exists (select from search_embeddings e
                    where e.shelf = ${collection.collectionId} and e.doc_no = d.doc_no and e.model = ${model})
    and not exists (select from search_embedding_claims c
                    where c.shelf = ${collection.collectionId} and c.doc_no = d.doc_no and c.model = ${model})
    ${collection.secret ? sql`and d.doc_no not in (${collection.secret(sql)})` : sql``}`;

/** The highest document number of a collection; 0 when it is empty. */
export async function highest(sql: Sql, collection: Collection<never>): Promise<number> {
  const [row] = await sql<{ docNo: number }[]>`
    select d.doc_no from (${collection.documents(sql)}) d order by d.doc_no desc limit 1`;
  return row?.docNo ?? 0;
}

/**
 * Claims documents between two numbers, newest first, that have no embedding yet; no other process gets them until they
 * are finished or released, or the lease has expired.
 *
 * @returns the claimed documents, and the lowest number checked, which may be lower since other processes claim too;
 *   none when all have an embedding.
 */
export async function claim(
  sql: Sql,
  search: Search,
  above: number,
  below: number,
): Promise<{ docs: number[]; lowest: number | undefined }> {
  const { collection, model, limit } = search;
  if (await isApart(sql, collection)) return claimApart(sql, search, above, below);
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

/** Takes over expired claims of other processes. */
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

/**
 * Longer texts are truncated before embedding, to about 2,000 tokens of English, which is within the limits of models
 * for any script.
 */
export const longestEmbedded = 6000;

/** How much of the text before one is read with it: more than the local model has room for. */
const longestBefore = 1000;

/** A text, and the end of the one before it in its conversation; empty where there is none, or where it does not count. */
export type TextToEmbed = { docNo: number; text: string; before: string };

/**
 * The current texts of claimed documents. Leaves out documents that are gone, that must no longer leave the machine, or
 * that have an embedding because another process finished just after the claim checked for missing ones.
 */
export async function textsToEmbed(
  sql: Sql,
  { collection, model }: Pick<Search, 'collection' | 'model'>,
  docs: readonly number[],
): Promise<TextToEmbed[]> {
  const apart = await isApart(sql, collection);
  const embedded = apart ? await embeddedOf(sql, collection, model, docs) : new Set<number>();
  const rest = docs.filter((doc) => !embedded.has(doc));
  const rows = await sql<{ docNo: number; text: string; previous: number | null }[]>`
    select d.doc_no, left(d.text, ${longestEmbedded}) as text, d.previous
    from (${collection.documents(sql)}) d
    where d.doc_no = any(${rest}::bigint[])
      ${
        apart
          ? sql``
          : sql`and not exists (select from search_embeddings e
                where e.shelf = ${collection.collectionId} and e.doc_no = d.doc_no and e.model = ${model})`
      }
      ${collection.secret ? sql`and d.doc_no not in (${collection.secret(sql)})` : sql``}`;
  const before = collection.inConversations ? await endsOf(sql, collection, rows) : new Map<number, string>();
  return rows.map(({ docNo, text, previous }) => ({
    docNo,
    text,
    before: (previous === null ? undefined : before.get(previous)) ?? '',
  }));
}

/** The ends of the texts before some, by number. */
async function endsOf(
  sql: Sql,
  collection: Collection<never>,
  rows: readonly { previous: number | null }[],
): Promise<Map<number, string>> {
  const previous = rows.flatMap((row) => row.previous ?? []);
  const found = await sql<{ docNo: number; text: string }[]>`
    select d.doc_no, right(d.text, ${longestBefore}) as text
    from (${collection.documents(sql)}) d where d.doc_no = any(${previous}::bigint[])`;
  return new Map(found.map(({ docNo, text }) => [docNo, text]));
}

/**
 * Stores embeddings and releases their claims, in one transaction. Documents deleted meanwhile get none.
 *
 * @throws EmbedderError `misconfigured` when the model's earlier embeddings have different dimensions.
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
    const apart = await isApart(tx, collection);
    const there = apart ? await existing(tx, collection, docs) : undefined;
    const kept = there ? found.filter(({ docNo }) => there.has(docNo)) : found;
    if (dimensions > 0) {
      const [row] = await tx<{ dimensions: number }[]>`
        update search_models set dimensions = coalesce(dimensions, ${dimensions}) where id = ${model}
        returning dimensions`;
      checkLength(row?.dimensions, dimensions);
    }
    await tx`
      insert into search_embeddings (shelf, doc_no, model, signature, vector)
      select ${collection.collectionId}, f.doc_no, ${model}, f.signature::varbit, f.vector::real[]
      from unnest(${kept.map(({ docNo }) => docNo)}::bigint[], ${kept.map(({ vector }) => signatureOf(vector))}::text[],
                  ${kept.map(({ vector }) => `{${vector.join(',')}}`)}::text[]) as f (doc_no, signature, vector)
      ${apart ? tx`` : tx`join (${collection.documents(tx)}) d using (doc_no)`}
      on conflict do nothing`;
    await letGo(tx, collection, model, docs);
  });
}

export function checkLength(known: number | undefined, given: number): void {
  if (known !== undefined && known !== given)
    throw new EmbedderError(
      'misconfigured',
      `The model returns ${given} dimensions, but its stored embeddings have ${known}: it is not the same model. Set OPENAI_EMBED_MODEL to the model that made them, or give this one another name there.`,
    );
}

/** Releases claimed documents, except those that were set aside. */
export async function letGo(
  sql: Sql,
  collection: Collection<never>,
  model: number,
  docs: readonly number[],
): Promise<void> {
  await sql`
    delete from search_embedding_claims
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = any(${docs as number[]}::bigint[])
      and refusal is null`;
}

/** Excludes a document that the model rejects from further attempts for a day or, if it has no text, permanently. */
export async function setAside(
  sql: Sql,
  collection: Collection<never>,
  model: number,
  docNo: number,
  refusal: string | undefined,
): Promise<void> {
  await sql`
    update search_embedding_claims
    set until = ${refusal === undefined ? sql`'infinity'` : sql`now() + interval '1 day'`},
        refusal = ${refusal ?? 'it has no text'}
    where shelf = ${collection.collectionId} and model = ${model} and doc_no = ${docNo}`;
}

/** Removes embeddings of documents that were deleted while being embedded. */
export async function sweepEmbeddings(sql: Sql, collection: Collection<never>): Promise<number> {
  if (await isApart(sql, collection)) return sweepApart(sql, collection);
  const removed = await sql`
    delete from search_embeddings e
    where e.shelf = ${collection.collectionId}
      and not exists (select from (${collection.documents(sql)}) d where d.doc_no = e.doc_no)`;
  return removed.count;
}

export type EmbeddingStock = { documents: number; embedded: number; refused: number };

/** Counts an embedder's embeddings of these collections, a document once for each model; takes about a second for a million. */
export async function countEmbeddings(
  sql: Sql,
  collections: readonly Collection<never>[],
  embedder: Embedder,
): Promise<EmbeddingStock> {
  const sum: EmbeddingStock = { documents: 0, embedded: 0, refused: 0 };
  const ways = collections.flatMap((collection) =>
    modelsFor(embedder, collection).map((name) => ({ collection, name })),
  );
  for (const { collection, name } of ways) {
    const known = await knownModel(sql, name);
    const model = known?.id;
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
