import type { Pool, Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { lockCollection, takeQueued } from '../index/flush.ts';
import { loadDocuments } from '../index/load.ts';
import { type Analysed, analyse } from '../text/analyze.ts';
import { createPacer } from '../text/yield.ts';
import { type Target, targetsOf } from './targets.ts';

/** A document as it is sent: with the document before the previous one of its group. */
export type Sent = Analysed & { beforePrevious: number };
export type Refusal = { docNo: number; reason: string };

/** Where documents are sent to. What was sent may arrive late or twice; a deletion always wins. */
export type Receiver = {
  /** @returns what is refused for good. */
  index(targets: readonly Target[], documents: readonly Sent[]): Promise<Refusal[]>;
  remove(targets: readonly Target[], docNos: readonly number[]): Promise<void>;
  /** Makes what was sent visible to searches. */
  refresh(targets: readonly Target[]): Promise<void>;
};

/** Terms sent at a time; a few megabytes. */
const mostTerms = 100_000;
const mostDeletions = 10_000;

/**
 * Sends the oldest documents of the queue to all targets of a collection. They leave the queue once searches can find
 * them: until then every search reads them from the queue. If anything fails, they are sent again.
 *
 * @returns how many left the queue; 0 when none wait, there is no target, or another process is feeding.
 */
export function feedQueue(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  most: number,
  receiver: Receiver,
): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await lockCollection(tx, collection.collectionId))) return 0;
    const targets = await targetsOf(tx, collection.collectionId);
    if (targets.length === 0) return 0;
    const docs = await takeQueued(tx, collection.collectionId, most);
    if (docs.length === 0) return 0;
    await send(tx, collection, language, { targets, docs }, receiver);
    await receiver.refresh(targets);
    return docs.length;
  });
}

/**
 * Removes deleted documents from all targets.
 *
 * @returns how many; 0 when there are none, or another process is feeding.
 */
export function feedDeletions(
  sql: Pool,
  collection: Collection<never>,
  receiver: Pick<Receiver, 'remove' | 'refresh'>,
): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await lockCollection(tx, collection.collectionId))) return 0;
    const targets = await targetsOf(tx, collection.collectionId);
    if (targets.length === 0) return 0;
    const rows = await tx<{ id: number; docNos: number[] }[]>`
      select id, doc_nos from (
        select id, doc_nos, sum(cardinality(doc_nos)) over (order by id) - cardinality(doc_nos) as before
        from search_deletions where shelf = ${collection.collectionId} and not fed) counted
      where before < ${mostDeletions}`;
    if (rows.length === 0) return 0;
    const docs = rows.flatMap((row) => row.docNos);
    for (let i = 0; i < docs.length; i += mostDeletions)
      await receiver.remove(targets, docs.slice(i, i + mostDeletions));
    await receiver.refresh(targets);
    await tx`
      update search_deletions set fed = true
      where shelf = ${collection.collectionId} and id = any(${rows.map((row) => row.id)}::int[])`;
    await tx`
      delete from search_dead_letters where shelf = ${collection.collectionId} and doc_no = any(${docs}::bigint[])`;
    return docs.length;
  });
}

/**
 * Sends the next documents that were stored before a target was made.
 *
 * @returns the number of the last one, undefined when all are in it; null when another process is filling it.
 */
export function fillTarget(
  sql: Pool,
  collection: Collection<never>,
  language: Language,
  target: Target,
  most: number,
  receiver: Receiver,
): Promise<number | undefined | null> {
  return sql.begin(async (tx) => {
    const [row] = await tx<{ filled: number }[]>`
      select filled from search_targets where name = ${target.name} for update skip locked`;
    if (!row) return null;
    const next = await tx<{ docNo: number }[]>`
      select d.doc_no from (${collection.documents(tx)}) d where d.doc_no > ${row.filled}
      order by d.doc_no limit ${most}`;
    const docs = next.map(({ docNo }) => docNo);
    const last = docs.at(-1);
    if (last === undefined) return undefined;
    await send(tx, collection, language, { targets: [target], docs }, receiver);
    await tx`update search_targets set filled = ${last} where name = ${target.name}`;
    return last;
  });
}

async function send(
  tx: Sql,
  collection: Collection<never>,
  language: Language,
  { targets, docs }: { targets: readonly Target[]; docs: readonly number[] },
  receiver: Receiver,
): Promise<void> {
  const pace = createPacer();
  let batch: Analysed[] = [];
  let terms = 0;
  const refused: Refusal[] = [];
  const flush = async () => {
    refused.push(...(await receiver.index(targets, await withBefore(tx, collection, batch))));
    batch = [];
    terms = 0;
  };
  for await (const document of loadDocuments(tx, collection, docs)) {
    const analysed = await analyse(document, language);
    batch.push(analysed);
    terms += analysed.terms.size;
    if (terms > mostTerms) await flush();
    await pace();
  }
  if (batch.length > 0) await flush();
  if (refused.length === 0) return;
  await tx`
    insert into search_dead_letters (shelf, doc_no, reason)
    select ${collection.collectionId}, doc_no, reason
    from unnest(${refused.map(({ docNo }) => docNo)}::bigint[], ${refused.map(({ reason }) => reason)}::text[])
      as r (doc_no, reason)
    on conflict (shelf, doc_no) do update set reason = excluded.reason, refused_at = now()`;
}

async function withBefore(
  tx: Sql,
  collection: Collection<never>,
  batch: readonly Analysed[],
): Promise<Sent[]> {
  const previous = new Map(batch.map((one) => [one.docNo, one.previous]));
  const others = batch.flatMap((one) =>
    one.previous === null || previous.has(one.previous) ? [] : [one.previous],
  );
  if (others.length > 0) {
    const rows = await tx<{ docNo: number; previous: number | null }[]>`
      select d.doc_no, d.previous from (${collection.documents(tx)}) d where d.doc_no = any(${others}::bigint[])`;
    for (const row of rows) previous.set(row.docNo, row.previous);
  }
  return batch.map((one) => ({
    ...one,
    beforePrevious: one.previous === null ? -1 : (previous.get(one.previous) ?? -1),
  }));
}
