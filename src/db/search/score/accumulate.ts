import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/postings.ts';
import type { QueryWord } from '../text/parse-query.ts';
import { Occurrences } from './occurrence.ts';
import { rarity, weights as w } from './weights.ts';
import type { Many, Workspace } from './workspace.ts';

/**
 * The postings of a word's term, or some of them; `frequency`: how many documents have the term, where the postings are of
 * some of them only.
 */
export type TermList = { term: string; list: List; isLabel: boolean; frequency?: number };
export type AskedWord = QueryWord & { lists: TermList[]; terms: string[] };

/**
 * The weight of a word's occurrence in a text and in a speaker's label, its coverage weight, and the share of uses as a
 * name.
 */
export type WordWeight = { body: number; label: number; coverage: number; share: number };

/** How the postings are summed. */
type Way = {
  auto: boolean;
  /** Only documents with a mark may be results. */
  marked: boolean;
  /** There are so many matches that who sums collects them from what was seen. */
  dense: boolean;
};

/** Sums BM25 over the postings of a query's words, for documents and their groups. */
export class Accumulator {
  readonly weights: WordWeight[] = [];
  readonly useGroups: boolean;
  readonly occurrences: Occurrences;
  /** The sum of coverage weights when every word occurs. */
  allWords = 0;
  speakerShare = 0;
  private readonly count: number;
  private readonly lengthFree: number;
  private readonly lengthBound: number;
  private readonly documents: DocValues;
  private readonly workspace: Workspace;
  private readonly way: Way;

  constructor(documents: DocValues, workspace: Workspace, words: readonly AskedWord[], way: Way) {
    this.documents = documents;
    this.workspace = workspace;
    this.way = way;
    this.useGroups = way.auto && documents.groups > 1;
    this.count = Math.max(1, documents.count);
    const average = Math.max(1, documents.words / this.count);
    this.lengthFree = w.k1 * (1 - w.b);
    this.lengthBound = (w.k1 * w.b) / average;
    const terms = words.reduce((sum, { lists }) => sum + new Set(lists.map(({ term }) => term)).size, 0);
    this.occurrences = new Occurrences(workspace, terms);
    for (const word of words) this.add(word);
  }

  private add(word: AskedWord): void {
    const weight = this.weigh(word);
    this.weights.push(weight);
    this.occurrences.beginWord();
    let last: string | undefined;
    let bit = 0;
    for (const { term, list, isLabel } of word.lists) {
      if (term !== last) bit = this.occurrences.addTerm(isLabel ? 0 : weight.coverage);
      last = term;
      if (isLabel) this.addLabels(list, weight.label, bit);
      else this.addBodies(list, weight, bit);
    }
    if (this.useGroups) this.addToGroups(weight);
  }

  private weigh({ lists, dull }: AskedWord): WordWeight {
    let body = 0;
    let label = 0;
    for (const { list, isLabel, frequency = list.size } of lists)
      if (isLabel) label += frequency;
      else body += frequency;
    const everywhere = rarity(body + label, this.count);
    if (!this.way.auto) return { body: everywhere, label: everywhere, coverage: 0, share: 0 };
    const share = label / Math.max(1, label + body);
    const factor = dull ? w.dull : 1;
    const inBody = rarity(body, this.count) * factor * (1 - (1 - w.name) * share);
    const weight = {
      body: inBody,
      label: everywhere * w.label * factor,
      coverage: inBody * (1 - share),
      share,
    };
    this.allWords += weight.coverage;
    if (share > w.nameShare) this.speakerShare = Math.max(this.speakerShare, share);
    return weight;
  }

  private addBodies({ docs, counts, size }: List, weight: WordWeight, bit: number): void {
    const { score, seen, mark, touched, groupCount } = this.workspace;
    const { length, group } = this.documents;
    const { useGroups, lengthFree, lengthBound } = this;
    const { marked, dense } = this.way;
    const { many } = this.occurrences;
    const factor = weight.body * (w.k1 + 1);
    if (dense && useGroups && !many) {
      // What takes most of the time, without what it does not need.
      for (let i = 0; i < size; i++) {
        const d = docs[i] as number;
        const tf = counts[i] as number;
        const g = group[d] as number;
        groupCount[g] = (groupCount[g] as number) + tf;
        score[d] =
          (score[d] as number) + (factor * tf) / (tf + lengthFree + lengthBound * (length[d] as number));
        seen[d] = (seen[d] as number) | bit;
      }
      return;
    }
    let { size: n } = this.workspace;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      const tf = counts[i] as number;
      if (useGroups) {
        const g = group[d] as number;
        groupCount[g] = (groupCount[g] as number) + tf;
      }
      if (marked && mark[d] === 0) continue;
      score[d] =
        (score[d] as number) + (factor * tf) / (tf + lengthFree + lengthBound * (length[d] as number));
      const before = seen[d] as number;
      if (before === 0 && !dense) touched[n++] = d;
      seen[d] = before | bit;
      if (many) this.occur(many, d, weight.coverage);
    }
    this.workspace.size = n;
  }

  private addLabels({ docs, size }: List, weight: number, bit: number): void {
    const { score, seen, mark, touched } = this.workspace;
    const { marked, dense } = this.way;
    const { many } = this.occurrences;
    let { size: n } = this.workspace;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      if (marked && mark[d] === 0) continue;
      score[d] = (score[d] as number) + weight;
      const before = seen[d] as number;
      if (before === 0 && !dense) touched[n++] = d;
      seen[d] = before | bit;
      if (many) this.occur(many, d, 0);
    }
    this.workspace.size = n;
  }

  /** Several terms of one word count as one word of a document. */
  private occur({ cover, hits, last }: Many, d: number, coverage: number): void {
    cover[d] = (cover[d] as number) + coverage;
    const word = this.weights.length;
    if (last[d] === word) return;
    last[d] = word;
    hits[d] = (hits[d] as number) + 1;
  }

  private addToGroups(weight: WordWeight): void {
    const { documents } = this;
    const { groupScore, groupCount } = this.workspace;
    const average = Math.max(1, documents.words / Math.max(1, documents.groups));
    const free = w.groupK1 * (1 - w.groupB);
    const bound = (w.groupK1 * w.groupB) / average;
    const factor = weight.coverage * (w.groupK1 + 1);
    for (let g = 0; g < documents.groupHigh; g++) {
      const tf = groupCount[g] as number;
      if (tf === 0) continue;
      groupScore[g] =
        (groupScore[g] as number) +
        (factor * tf) / (tf + free + bound * (documents.groupLength[g] as number));
      groupCount[g] = 0;
    }
  }
}
