import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';

import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { loadDocuments } from '../index/load.ts';
import type { Places } from '../index/places.ts';
import type { PositionCache } from '../index/position-cache.ts';
import { analyse, longestLength, type Terms } from '../text/analyze.ts';
import type { Phrase } from '../text/parse-query.ts';
import { stopWords } from '../text/stem.ts';
import { DocSet } from './doc-set.ts';
import { keepMatches } from './matches.ts';
import { outlineOf } from './outline.ts';
import { keepSideBySide } from './side-by-side.ts';
import type { Workspace } from './workspace.ts';

/** Up to this many candidates are verified by their texts; more, by stored positions. */
const mostRead = 128;
/** Of a longer phrase, only this many content words select candidates, and this many words are compared by position. */
const mostChoosers = 64;
const mostPlaced = 128;
/** Texts with more words are not read again for a phrase. */
const longestRead = 2000;

type PhraseSlot = { at: number; terms: string[]; lists: List[] };
type Context = {
  tx: Sql;
  collection: Collection<never>;
  language: Language;
  documents: DocValues;
  workspace: Workspace;
  segments: ReadonlySet<number>;
  isLate: () => boolean;
  /** The positions of terms in segments, and in documents that are in no segment yet. */
  positions: PositionCache;
  fresh: (term: string) => Places;
};

/**
 * Finds the documents that contain these words side by side. If there are content words, stop words select no candidates:
 * their positions, which are many, are only read when the content words leave more candidates than can be read.
 *
 * @param listsOf the postings of a term; they must have been fetched.
 * @returns `complete` is false when the time was up, or the phrase is so long that its first words stand for all.
 */
export async function findPhrase(
  context: Context,
  phrase: Phrase,
  listsOf: (term: string) => List[],
): Promise<{ docs: DocSet; complete: boolean }> {
  const slots: PhraseSlot[] = [];
  phrase.forEach((terms, at) => {
    if (terms) slots.push({ at, terms, lists: terms.flatMap(listsOf) });
  });
  const chosen = choosers(slots);
  const candidates = candidatesOf(context, slots, chosen);
  if (slots.length === 1) return { docs: candidates, complete: true };
  const read = await readTexts(context, slots, candidates);
  if (read) return read;
  let complete = true;
  if (chosen.length > 1 && chosen.length < slots.length) {
    complete = await matchPositions(context, chosen, candidates);
    const left = complete ? await readTexts(context, slots, candidates) : undefined;
    if (left) return left;
  }
  const placed = slots.slice(0, mostPlaced);
  if (!(await matchPositions(context, placed, candidates)) || placed.length < slots.length) complete = false;
  return { docs: candidates, complete };
}

/** Verifies candidates by their texts; undefined when these are too many or too long. */
async function readTexts(
  { tx, collection, language, documents, isLate }: Context,
  slots: PhraseSlot[],
  candidates: DocSet,
): Promise<{ docs: DocSet; complete: boolean } | undefined> {
  if (candidates.size > mostRead) return undefined;
  const some = [...candidates.docs()];
  if (some.some((d) => (documents.length[d] as number) > longestRead)) return undefined;
  const docs = new DocSet(documents.high);
  for await (const document of loadDocuments(tx, collection, some)) {
    if (isLate()) return { docs, complete: false };
    const { terms } = await analyse(document, language);
    if (sideBySide(slots, (slot) => slot.terms.flatMap((term) => terms.get(term) ?? [])))
      docs.add(document.docNo);
  }
  return { docs, complete: true };
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

/** Live documents that occur in every chosen slot. */
function candidatesOf({ documents, workspace }: Context, slots: PhraseSlot[], chosen: PhraseSlot[]): DocSet {
  const found = DocSet.of(documents.liveBits.slice(0, (documents.high >> 5) + 1));
  const words = chosen.map(({ lists }) =>
    lists.map((list) => ({ list, outline: outlineOf(list, documents, workspace) })),
  );
  keepMatches(found.bits, new Int32Array(found.bits.length), words);
  // Of a longer phrase, not all words were looked for: a document with fewer words cannot contain it.
  const shortest = Math.min(contentOf(slots).length, longestLength);
  if (shortest > chosen.length) found.filter((d) => (documents.length[d] as number) >= shortest);
  return found;
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
 * Keeps the candidates that have the slots' terms side by side, by their positions.
 *
 * @returns false when the time was up.
 */
async function matchPositions(
  { tx, segments, isLate, positions, fresh }: Context,
  slots: readonly PhraseSlot[],
  candidates: DocSet,
): Promise<boolean> {
  const terms = [...new Set(slots.flatMap((slot) => slot.terms))];
  // Before anything is awaited: meanwhile they may go into a segment.
  const waiting = new Map(terms.map((term) => [term, fresh(term)]));
  const { places, complete } = await positions.of(tx, terms, segments, isLate);
  const sourcesOf = (term: string) =>
    [places.get(term) ?? [], waiting.get(term) ?? []].flat().filter(({ size }) => size > 0);
  keepSideBySide(
    candidates.bits,
    slots.map(({ at, terms }) => ({ at, sources: terms.flatMap(sourcesOf) })),
  );
  return complete;
}
