import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import type { List } from '../index/kept-list.ts';
import { foldCase, tokenize } from '../text/tokenize.ts';
import { editsBetween } from './distance.ts';
import { editsBetweenStems, editsFromStem, longestEnding } from './inflect.ts';
import { editsToTerm, isCorrectable, mostEdits, type NearTerm, Vocabulary } from './vocabulary.ts';

/** Milliseconds that a query waits for the vocabulary to be read; a later one finds it read. */
const patienceMs = 300;
/** Terms whose possible forms are compared with a word. */
const mostCandidates = 150;
/** Terms whose forms are looked up in texts. */
const mostTerms = 10;
/** Texts that the forms of a term are taken from, and how much of each, in characters. */
const textsPerTerm = 4;
const mostOfText = 20_000;
/** In edits: what a form is set back that was not seen in these texts. */
const unseen = 0.6;
/** Words of a query that are corrected. */
const mostWords = 5;

/** What a correction needs to know of the index. */
export type Index = {
  tx: Sql;
  segments: ReadonlySet<number>;
  /** Plain terms of documents that are in no segment yet. */
  pendingTerms(): Iterable<string>;
  /** The documents that contain each of these terms. */
  listsOf(terms: readonly string[]): Promise<Map<string, List[]>>;
  /** Whether the caller may see a document. */
  permits(docNo: number): boolean;
};

/**
 * Finds what a misspelt word was meant to be: the nearest word in texts that the caller may see. Terms are stems, so the
 * word is compared with the words that may have them, and what is suggested is a form that stands in a text.
 */
export class Corrector {
  private readonly vocabulary: Pick<Vocabulary, 'refresh' | 'near'>;
  private readonly collection: Collection<never>;
  private readonly language: Language;

  /** @param vocabulary where terms are looked up, if not in the segments. */
  constructor(
    sql: Sql,
    collection: Collection<never>,
    language: Language,
    vocabulary: Pick<Vocabulary, 'refresh' | 'near'> = new Vocabulary(sql, collection.collectionId),
  ) {
    this.vocabulary = vocabulary;
    this.collection = collection;
    this.language = language;
  }

  /**
   * The text of a query with the nearest known words in place of unknown ones.
   *
   * @param unknown words of the query without any match, in lower case.
   * @param known those of them that are no slips, unless by a single edit.
   * @returns undefined when there is none.
   */
  async correct(
    text: string,
    unknown: readonly string[],
    index: Index,
    known: readonly string[] = [],
  ): Promise<string | undefined> {
    const words = unknown.filter(isCorrectable).slice(0, mostWords);
    if (words.length === 0) return undefined;
    await within(patienceMs, this.vocabulary.refresh(index.segments));
    const nearest = new Map<string, string>();
    for (const word of words) {
      const [best] = await this.nearest(word, index, known.includes(word) ? 1 : undefined);
      if (best !== undefined) nearest.set(word, best);
    }
    return nearest.size === 0 ? undefined : replaced(text, nearest);
  }

  /** The words nearest to this one, best first; all of them, or those within so many edits. */
  private async nearest(word: string, index: Index, within = Number.POSITIVE_INFINITY): Promise<string[]> {
    const most = mostEdits(word);
    const terms = this.near(word, most, index).sort((a, b) => rank(a, word) - rank(b, word));
    const found: (NearTerm & { form: string; edits: number })[] = [];
    for (const [term, form] of await this.formsOf(terms.slice(0, mostTerms), index)) {
      const folded = foldCase(form);
      const edits = editsBetween(word, folded, most + longestEnding);
      if (edits > within) continue;
      // A form that stands in a text counts more than one that only could.
      if (edits <= most) found.push({ ...term, form, edits, distance: edits });
      else if (editsBetweenStems(word, folded, 1) <= 1)
        found.push({ ...term, form, edits, distance: term.distance + unseen });
    }
    found.sort((a, b) => rank(a, word) - rank(b, word) || a.edits - b.edits);
    return [...new Set(found.map(({ form }) => form))];
  }

  private near(word: string, most: number, index: Index): NearTerm[] {
    const found = new Map(this.vocabulary.near(word, most).map((one) => [one.term, one]));
    for (const term of index.pendingTerms()) {
      if (found.has(term) || !isCorrectable(term) || term.length > word.length + most) continue;
      const distance = editsToTerm(word, term, most);
      if (distance <= most) found.set(term, { term, distance, count: 1 });
    }
    const likely = [...found.values()].sort((a, b) => rank(a, word) - rank(b, word)).slice(0, mostCandidates);
    return likely.flatMap((one) => {
      const distance = editsFromStem(word, one.term, most);
      return distance > most ? [] : [{ ...one, distance }];
    });
  }

  /** The words of visible texts that each term stands for. */
  private async formsOf(terms: readonly NearTerm[], index: Index): Promise<[NearTerm, string][]> {
    if (terms.length === 0) return [];
    const lists = await index.listsOf(terms.map(({ term }) => term));
    const docs = new Map<number, NearTerm[]>();
    for (const one of terms)
      for (const doc of visible(lists.get(one.term) ?? [], index))
        docs.set(doc, [...(docs.get(doc) ?? []), one]);
    const rows = await index.tx<{ docNo: number; text: string; language: Language | null }[]>`
      select d.doc_no, left(d.text, ${mostOfText}) as text, d.language from (${this.collection.documents(index.tx)}) d
      where d.doc_no = any(${[...docs.keys()]}::bigint[])`;
    const found: [NearTerm, string][] = [];
    for (const { docNo, text, language } of rows) {
      const wanted = new Map((docs.get(docNo) ?? []).map((one) => [one.term, one]));
      tokenize(text, language ?? this.language, (term, _, start, end) => {
        const one = wanted.get(term);
        if (one) found.push([one, text.slice(start, end)]);
      });
    }
    return found;
  }
}

/** Fewer edits first, then a word with the same first letter, then the more common one. */
const rank = ({ term, distance, count }: NearTerm, word: string): number =>
  distance + (term[0] === word[0] ? 0 : 0.3) - Math.min(0.5, Math.log2(1 + count) / 40);

function visible(lists: readonly List[], index: Index): number[] {
  const docs: number[] = [];
  for (const { docs: all, size } of lists)
    for (let i = size - 1; i >= 0 && docs.length < textsPerTerm; i--)
      if (index.permits(all[i] as number)) docs.push(all[i] as number);
  return docs;
}

function replaced(text: string, words: ReadonlyMap<string, string>): string {
  const cuts: { start: number; end: number; by: string }[] = [];
  tokenize(text, 'simple', (term, _, start, end) => {
    const by = words.get(term);
    if (by !== undefined && (cuts.at(-1)?.end ?? 0) <= start) cuts.push({ start, end, by });
  });
  let out = '';
  let at = 0;
  for (const { start, end, by } of cuts) {
    out += text.slice(at, start) + by;
    at = end;
  }
  return out + text.slice(at);
}

/** Waits for work, but no longer than this many milliseconds; the work continues. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined); // without a vocabulary there are no suggestions from it
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
