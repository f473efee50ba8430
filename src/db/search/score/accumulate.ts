import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import type { AskedWord } from './asked-word.ts';
import { Occurrences } from './occurrence.ts';
import { averageOf } from './outline.ts';
import { termsIn } from './question.ts';
import { addToGroups, type WordWeight, WordWeights } from './weigh.ts';
import { weights as w } from './weights.ts';
import type { Many, Workspace } from './workspace.ts';

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
  readonly weights: WordWeights;
  readonly useGroups: boolean;
  readonly occurrences: Occurrences;
  /** The number of the current word, from 1. */
  private word = 0;
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
    this.weights = new WordWeights(words, documents, way.auto);
    const average = averageOf(documents);
    this.lengthFree = w.k1 * (1 - w.b);
    this.lengthBound = (w.k1 * w.b) / average;
    this.occurrences = new Occurrences(workspace, termsIn({ words }));
    for (const [i, word] of words.entries()) this.add(word, this.weights.each[i] as WordWeight);
  }

  private add(word: AskedWord, weight: WordWeight): void {
    this.word += 1;
    this.occurrences.beginWord();
    let last: string | undefined;
    let bit = 0;
    for (const { term, list, isLabel } of word.lists) {
      if (term !== last) bit = this.occurrences.addTerm(isLabel ? 0 : weight.coverage);
      last = term;
      if (isLabel) this.addLabels(list, weight.label, bit);
      else this.addBodies(list, weight, bit);
    }
    if (this.useGroups) addToGroups(this.documents, this.workspace, weight);
  }

  private addBodies({ docs, counts, size }: List, weight: WordWeight, bit: number): void {
    const { score, seen, mark, touched, groupCount } = this.workspace;
    const { length } = this.documents;
    const { of, group } = this.documents.units;
    const { useGroups, lengthFree, lengthBound } = this;
    const { marked, dense } = this.way;
    const { many } = this.occurrences;
    const factor = weight.body * (w.k1 + 1);
    if (dense && useGroups && !many) {
      // What takes most of the time, without what it does not need.
      for (let i = 0; i < size; i++) {
        const d = docs[i] as number;
        const tf = counts[i] as number;
        const g = group[of[d] as number] as number;
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
        const g = group[of[d] as number] as number;
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
    if (last[d] === this.word) return;
    last[d] = this.word;
    hits[d] = (hits[d] as number) + 1;
  }
}
