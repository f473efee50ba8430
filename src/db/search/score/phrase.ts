import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';

import type { DocValues } from '../index/doc-values.ts';
import { loadDocuments } from '../index/load.ts';
import type { PositionCache, TermPositions } from '../index/position-cache.ts';
import { end, Numbers, PositionCursor } from '../index/positions.ts';
import type { List } from '../index/postings.ts';
import { analyse, longestLength, type Terms } from '../text/analyze.ts';
import type { Phrase } from '../text/parse-query.ts';
import { stopWords } from '../text/stem.ts';
import { DocSet } from './doc-set.ts';

/** Up to this many candidates are verified by their texts; more, by stored positions. */
const mostRead = 128;
/** Of a longer phrase, only this many content words select candidates. */
const mostChoosers = 64;
/** Texts with more words are not read again for a phrase. */
const longestRead = 2000;
/** Segments whose positions are in memory at once. */
const segmentsAtATime = 4;

type PhraseSlot = { at: number; terms: string[]; lists: List[] };
type Context = {
  tx: Sql;
  collection: Collection<never>;
  language: Language;
  documents: DocValues;
  segments: ReadonlySet<number>;
  isLate: () => boolean;
  /** The positions of terms in segments, and in documents that are in no segment yet. */
  positions: PositionCache;
  fresh: (terms: readonly string[]) => TermPositions[];
};

/**
 * Finds the documents that contain these words side by side, in time that depends on the content words: if there are
 * any, stop words select no candidates, and match any word when there are too many candidates to read.
 *
 * @param listsOf the postings of a term; they must have been fetched.
 * @returns `complete` is false when the time was up.
 */
export async function findPhrase(
  context: Context,
  phrase: Phrase,
  listsOf: (term: string) => List[],
): Promise<{ docs: DocSet; complete: boolean }> {
  const { documents, isLate } = context;
  const slots: PhraseSlot[] = [];
  phrase.forEach((terms, at) => {
    if (terms) slots.push({ at, terms, lists: terms.flatMap(listsOf) });
  });
  const content = contentOf(slots);
  const chosen = choosers(slots);
  // A document with fewer words than the phrase cannot contain it.
  const shortest = Math.min(content.length, longestLength);
  const slotsOf = new Uint8Array(documents.high);
  const candidates = intersection(chosen, documents, shortest, slotsOf);
  const { high } = documents;
  const matches = (terms: { get(term: string): readonly number[] | undefined }, asked: PhraseSlot[]) =>
    sideBySide(asked, (slot) => slot.terms.flatMap((term) => terms.get(term) ?? []));
  if (slots.length === 1) return { docs: new DocSet(high, candidates), complete: true };

  const docs = new DocSet(high);
  if (
    candidates.length <= mostRead &&
    candidates.every((d) => (documents.length[d] as number) <= longestRead)
  ) {
    for await (const document of loadDocuments(context.tx, context.collection, [...candidates])) {
      if (isLate()) return { docs, complete: false };
      const { terms } = await analyse(document, context.language);
      if (matches(terms, slots)) docs.add(document.docNo);
    }
    return { docs, complete: true };
  }
  if (chosen.length === 1) return { docs: new DocSet(high, candidates), complete: true };
  const complete = await matchPositions(context, chosen, slotsOf, docs);
  return { docs, complete };
}

/** The terms whose postings select the candidates of a phrase. */
export const choosingTerms = (phrase: Phrase): string[] => {
  const slots = phrase.flatMap((terms, at) => (terms ? [{ at, terms, lists: [] }] : []));
  return choosers(slots).flatMap((slot) => slot.terms);
};

/** The slots of words that count towards a document's length. */
const contentOf = (slots: PhraseSlot[]): PhraseSlot[] =>
  slots.filter((slot) => !slot.terms.some((term) => stopWords.has(term)));

function choosers(slots: PhraseSlot[]): PhraseSlot[] {
  const content = contentOf(slots);
  return (content.length > 0 ? content : slots).slice(0, mostChoosers);
}

const sizeOf = (slot: PhraseSlot): number => slot.lists.reduce((sum, list) => sum + list.size, 0);

/**
 * Documents of this length that occur in every slot; the rarest slot is processed first.
 *
 * @param seen set to the number of slots that a document occurs in, for these.
 */
function intersection(
  slots: PhraseSlot[],
  { length }: DocValues,
  shortest: number,
  seen: Uint8Array,
): Int32Array {
  const sorted = [...slots].sort((a, b) => sizeOf(a) - sizeOf(b));
  const found = new Int32Array((sorted[0] ? sizeOf(sorted[0]) : 0) + 1);
  let n = 0;
  sorted.forEach((slot, i) => {
    n = 0;
    for (const { docs, size } of slot.lists)
      for (let k = 0; k < size; k++) {
        const d = docs[k] as number;
        if (seen[d] !== i || (length[d] as number) < shortest) continue;
        seen[d] = i + 1;
        found[n++] = d;
      }
  });
  return found.subarray(0, n);
}

/** Whether a text with these positions of terms contains a phrase. */
export const containsPhrase = (terms: Terms, phrase: Phrase): boolean =>
  sideBySide(
    phrase.flatMap((asked, at) => (asked ? [{ at, terms: asked, lists: [] }] : [])),
    (slot) => slot.terms.flatMap((term) => terms.get(term) ?? []),
  );

/** Whether the words occur at the right offsets from some occurrence of the first one. */
function sideBySide(slots: PhraseSlot[], positionsOf: (slot: PhraseSlot) => number[]): boolean {
  const [first, ...others] = slots.map((slot) => ({ at: slot.at, positions: positionsOf(slot) }));
  if (!first) return false;
  const sets = others.map(({ at, positions }) => ({ gap: at - first.at, positions: new Set(positions) }));
  return first.positions.some((position) =>
    sets.every(({ gap, positions }) => positions.has(position + gap)),
  );
}

/**
 * Finds the candidates with the slots' terms side by side, by their stored positions. While some segments are processed
 * here, the server reads the next ones.
 *
 * @returns false when the time was up.
 */
async function matchPositions(
  { tx, segments, isLate, positions, fresh }: Context,
  slots: PhraseSlot[],
  slotsOf: Uint8Array,
  found: DocSet,
): Promise<boolean> {
  const terms = [...new Set(slots.flatMap((slot) => slot.terms))];
  const all = [...segments];
  const read = (from: number) => {
    const some = positions.of(tx, terms, all.slice(from, from + segmentsAtATime));
    some.catch(() => undefined); // the error is reported where it is awaited
    return some;
  };
  const match = (rows: readonly TermPositions[]) => {
    for (const segment of new Set(rows.map((row) => row.seg))) {
      const here = rows.filter((row) => row.seg === segment);
      const cursors = slots.map((slot) =>
        here
          .filter((row) => slot.terms.includes(row.term))
          .flatMap(({ runs }) => runs.map((run) => new PositionCursor(run))),
      );
      if (cursors.every((some) => some.length > 0)) matchSegment(slots, cursors, slotsOf, found);
    }
  };
  match(fresh(terms));
  let next = read(0);
  for (let from = 0; from < all.length; from += segmentsAtATime) {
    const rows = await next;
    const isLast = from + segmentsAtATime >= all.length;
    const late = isLate();
    if (!isLast && !late) next = read(from + segmentsAtATime);
    // What has been read is used in any case: a part of the results is worth more than none.
    match(rows);
    if (late) return isLast;
  }
  return true;
}

/** Processes the slots' postings in parallel: each cursor is ascending, so nothing is read twice or kept. */
function matchSegment(
  slots: PhraseSlot[],
  cursors: PositionCursor[][],
  slotsOf: Uint8Array,
  found: DocSet,
): void {
  const [first = [], ...others] = cursors;
  const gaps = slots.slice(1).map(({ at }) => at - (slots[0]?.at ?? 0));
  const starts = new Numbers();
  const positions = new Numbers();
  for (;;) {
    let doc = end;
    for (const cursor of first) {
      cursor.find(slotsOf, slots.length);
      if (cursor.doc < doc) doc = cursor.doc;
    }
    if (doc === end) return;
    starts.size = 0;
    for (const cursor of first) if (cursor.doc === doc) cursor.read(starts);
    for (let i = 0; i < others.length && starts.size > 0; i++) {
      positions.size = 0;
      for (const cursor of others[i] as PositionCursor[]) if (cursor.seek(doc)) cursor.read(positions);
      const gap = gaps[i] as number;
      let kept = 0;
      for (let k = 0; k < starts.size; k++) {
        const start = starts.values[k] as number;
        if (positions.has(start + gap)) starts.values[kept++] = start;
      }
      starts.size = kept;
    }
    if (starts.size > 0) found.add(doc);
  }
}
