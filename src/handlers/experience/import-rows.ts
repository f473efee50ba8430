import { type Equal, findEqualTexts, textsOf } from '../../db/experience/equal-texts.ts';
import { lockExperiences, type NewExperience } from '../../db/experience/experiences.ts';
import {
  findCandidatePairs,
  type Incoming,
  insertExperiences,
  recountContradictions,
  reserveIds,
  setParents,
  takenIds,
} from '../../db/experience/import.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { experienceDomains } from '../../db/schema/vocabulary.ts';
import {
  type Bigrams,
  bigramsOf,
  comparable,
  diceOfBigrams,
  duplicateThreshold,
  reachOf,
  sketch,
} from '../shared/domain/similarity.ts';
import { groupBy } from '../shared/group-by.ts';
import { fingerprint } from '../shared/record-experience.ts';
import { type ImportedRow, isRowError, type RowError, readRow } from './domain/export-format.ts';
import { resolveScope } from './shared.ts';

export type ImportReport = {
  imported: number;
  duplicates: number;
  errors: RowError[];
  /** The id here of each id of the source. */
  places: ReadonlyMap<number, number>;
};

const batchSize = 500;
/** Rows with larger ids get new ones, so that enough ids are left for later experiences. */
const highestKeptId = 1_000_000_000_000;

/**
 * Imports rows in order: all valid ones, or none when the database fails.
 *
 * A row that is not a revision is a duplicate when an experience of its domain and type, stored or earlier in the source,
 * is at least 90 % similar. Revisions resemble what they revise, so a revision is a duplicate only of a row equal in every
 * field. Rows keep their ids where those are free; others get new ones, and the links between versions follow.
 */
export async function importRows(tx: Sql, values: readonly unknown[], now: Date): Promise<ImportReport> {
  const read = values.map((value, i) => readRow(value, i + 1));
  const errors = read.filter(isRowError);
  const rows = read.filter((row): row is ImportedRow => !isRowError(row));
  await lockExperiences(tx, experienceDomains);
  await reserve(tx, rows);
  const importer = createImporter(tx, now);
  for (let from = 0; from < rows.length; from += batchSize)
    await importer.add(rows.slice(from, from + batchSize));
  return { ...(await importer.finish()), errors };
}

/** Moves the id sequence past every id that a row of the source has or names as its parent. */
async function reserve(tx: Sql, rows: readonly ImportedRow[]): Promise<void> {
  let highest = 0;
  for (const { id, revision_of } of rows)
    for (const wanted of [id, revision_of])
      if (wanted !== null && wanted <= highestKeptId) highest = Math.max(highest, wanted);
  if (highest > 0) await reserveIds(tx, highest);
}

type Prepared = Incoming & { row: ImportedRow; bigrams: Bigrams };

function createImporter(tx: Sql, now: Date) {
  /** New id of each id of the source. */
  const places = new Map<number, number>();
  const added: { id: number; revises: number | null }[] = [];
  let duplicates = 0;

  return {
    async add(rows: readonly ImportedRow[]): Promise<void> {
      const batch = rows.map((row) => prepare(row, now));
      const same = await findSame(tx, batch);
      const fresh: Prepared[] = [];
      /** Index in `fresh` of the row that a row of this batch repeats. */
      const repeats: { row: ImportedRow; of: Prepared }[] = [];
      for (const [n, one] of batch.entries()) {
        const found = same(n, fresh);
        if (found === undefined) fresh.push(one);
        else {
          duplicates += 1;
          if (typeof found !== 'number') repeats.push({ row: one.row, of: found });
          else if (one.row.id !== null) places.set(one.row.id, found);
        }
      }
      const ids = await store(tx, fresh);
      const idOf = new Map(fresh.map((one, i) => [one, ids[i] ?? 0]));
      for (const [one, id] of idOf) {
        added.push({ id, revises: one.row.revision_of });
        if (one.row.id !== null) places.set(one.row.id, id);
      }
      for (const { row, of } of repeats) if (row.id !== null) places.set(row.id, idOf.get(of) ?? 0);
    },

    async finish() {
      const links = await resolveParents(tx, added, places);
      if (links.length > 0) await setParents(tx, links);
      if (added.length > 0)
        await recountContradictions(
          tx,
          added.map(({ id }) => id),
        );
      return { imported: added.length, duplicates, places };
    },
  };
}

function prepare(row: ImportedRow, now: Date): Prepared {
  const text = comparable(row);
  const bigrams = bigramsOf(text);
  const experience: NewExperience = {
    ...row,
    scope: resolveScope(row.scope, row),
    sessionId: row.session_id,
    revisionOf: null,
    revisionReason: row.revision_reason,
    createdAt: row.created_at ?? now.toISOString(),
  };
  const reaches =
    row.revision_of === null
      ? reachOf(bigrams.total).map(({ width, ...reach }) => ({ ...reach, sketch: sketch(bigrams, width) }))
      : [];
  return { row, bigrams, experience, print: fingerprint(row, text, bigrams), reaches };
}

/**
 * Reads the candidates for duplicates of a batch's rows.
 *
 * @returns a function that returns, for the n-th row, the id of the stored experience it repeats, or the fresh row of the
 *   same batch, or undefined.
 */
async function findSame(tx: Sql, batch: readonly Prepared[]) {
  const equals = groupBy(
    await findEqualTexts(
      tx,
      batch.map(({ print }) => print.textHash),
    ),
    ({ textHash }) => textHash,
  );
  const open = batch.map((one) =>
    equalOf(one, equals.get(one.print.textHash) ?? []) === undefined ? one : { ...one, reaches: [] },
  );
  const pairs = await findCandidatePairs(tx, open, duplicateThreshold);
  const texts = await textsOf(tx, [
    ...new Set(pairs.flatMap(({ stored }) => (stored === null ? [] : [stored]))),
  ]);
  const stored = new Map(texts.map(({ id, ...text }) => [id, bigramsOf(comparable(text))]));
  const byRow = groupBy(pairs, ({ n }) => n);

  return (n: number, fresh: readonly Prepared[]): number | Prepared | undefined => {
    const one = batch[n];
    if (!one) return undefined;
    const equal = equalOf(one, equals.get(one.print.textHash) ?? []);
    if (equal !== undefined) return equal;
    const repeated = fresh.find((other) => other.print.textHash === one.print.textHash && isSame(one, other));
    if (repeated) return repeated;
    let best: { found: number | Prepared; similarity: number } | undefined;
    for (const pair of byRow.get(n) ?? []) {
      const other = pair.m === null ? undefined : batch[pair.m];
      if (other && !fresh.includes(other)) continue; // itself a duplicate of something that is compared as well
      const bigrams = other?.bigrams ?? stored.get(pair.stored ?? 0);
      const similarity = bigrams ? diceOfBigrams(one.bigrams, bigrams) : 0;
      if (similarity >= duplicateThreshold && similarity > (best?.similarity ?? 0))
        best = { found: other ?? pair.stored ?? 0, similarity };
    }
    return best?.found;
  };
}

/** The stored experience that equals a row in every field. */
const equalOf = (one: Prepared, equals: readonly Equal[]): number | undefined =>
  equals.find(
    (stored) =>
      stored.type === one.row.type &&
      stored.domain === one.row.domain &&
      (one.row.revision_of === null ||
        (stored.situation === one.row.situation &&
          stored.approach === one.row.approach &&
          stored.outcome === one.row.outcome &&
          stored.reasoning === one.row.reasoning &&
          stored.confidence === one.row.confidence &&
          (one.row.created_at === null || sameInstant(stored.createdAt, one.row.created_at)))),
  )?.id;

/** Whether two rows of the source are equal in every field. */
const isSame = (one: Prepared, other: Prepared): boolean =>
  equalOf(one, [{ ...other.row, id: 0, textHash: '', createdAt: other.experience.createdAt }]) === 0;

/** Microseconds are beyond JavaScript's precision, so they are compared as text where both have them. */
const sameInstant = (a: string, b: string): boolean =>
  a === b || (Date.parse(a) === Date.parse(b) && digits(a) === digits(b));
const digits = (time: string): string => (/\.(\d+)/.exec(time)?.[1] ?? '').replace(/(?<!0)0+$/, '').slice(3);

async function store(tx: Sql, fresh: readonly Prepared[]): Promise<number[]> {
  if (fresh.length === 0) return [];
  const wanted = fresh.map(({ row }) => (row.id !== null && row.id <= highestKeptId ? row.id : null));
  const taken = await takenIds(
    tx,
    wanted.filter((id) => id !== null),
  );
  const rows = fresh.map((one, i) => {
    const id = wanted[i] ?? null;
    const free = id !== null && !taken.has(id);
    if (free) taken.add(id); // if an id occurs twice in the source, the first keeps it
    return { ...one, id: free ? id : null };
  });
  return insertExperiences(tx, rows);
}

/**
 * Maps the links between versions from ids of the source to ids of the lake. A parent that is not in the source keeps its
 * id, unless another experience has that id here.
 */
async function resolveParents(
  tx: Sql,
  added: readonly { id: number; revises: number | null }[],
  places: ReadonlyMap<number, number>,
): Promise<{ id: number; revisionOf: number }[]> {
  const absent = added.flatMap(({ revises }) =>
    revises !== null && !places.has(revises) && revises <= highestKeptId ? [revises] : [],
  );
  const taken = await takenIds(tx, absent);
  const free = new Set(absent.filter((id) => !taken.has(id)));
  return added.flatMap(({ id, revises }) => {
    if (revises === null) return [];
    const revisionOf = places.get(revises) ?? (free.has(revises) ? revises : undefined);
    return revisionOf === undefined || revisionOf === id ? [] : [{ id, revisionOf }];
  });
}
