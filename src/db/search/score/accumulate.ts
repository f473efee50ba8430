import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/postings.ts';
import type { QueryWord } from '../text/parse-query.ts';
import { rarity, weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/**
 * The postings of one of a word's terms; `frequency`: how many documents have the term, where the postings are of some of
 * them only.
 */
export type TermList = { list: List; isLabel: boolean; frequency?: number };
export type AskedWord = QueryWord & { lists: TermList[]; terms: string[] };

/**
 * The weight of a word's occurrence in a text and in a speaker's label, its coverage weight, and the share of uses as a
 * name.
 */
export type WordWeight = { body: number; label: number; coverage: number; share: number };

/** Sums BM25 over the postings of a query's words, for documents and their groups. */
export class Accumulator {
  readonly weights: WordWeight[] = [];
  readonly useGroups: boolean;
  readonly groupScore: Float64Array;
  /** The sum of coverage weights when every word occurs. */
  allWords = 0;
  speakerShare = 0;
  private readonly groupCount: Float64Array;
  private readonly count: number;
  private readonly lengthFree: number;
  private readonly lengthBound: number;
  private readonly documents: DocValues;
  private readonly workspace: Workspace;
  private readonly auto: boolean;

  constructor(documents: DocValues, workspace: Workspace, auto: boolean) {
    this.documents = documents;
    this.workspace = workspace;
    this.auto = auto;
    this.useGroups = auto && documents.groups > 1;
    this.count = Math.max(1, documents.count);
    const average = Math.max(1, documents.words / this.count);
    this.lengthFree = w.k1 * (1 - w.b);
    this.lengthBound = (w.k1 * w.b) / average;
    this.groupScore = new Float64Array(this.useGroups ? documents.groupHigh : 0);
    this.groupCount = new Float64Array(this.groupScore.length);
  }

  add(word: AskedWord): void {
    const weight = this.weigh(word);
    this.weights.push(weight);
    this.addWord(word, weight, this.weights.length);
    if (this.useGroups) this.addToGroups(weight);
  }

  private weigh({ lists, dull }: AskedWord): WordWeight {
    let body = 0;
    let label = 0;
    for (const { list, isLabel, frequency = list.size } of lists)
      if (isLabel) label += frequency;
      else body += frequency;
    const everywhere = rarity(body + label, this.count);
    if (!this.auto) return { body: everywhere, label: everywhere, coverage: 0, share: 0 };
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

  private addWord(word: AskedWord, weight: WordWeight, bit: number): void {
    // Several terms of one word count as one hit per document.
    const several = word.terms.length > 1;
    if (this.useGroups) this.groupCount.fill(0);
    for (const { list, isLabel } of word.lists)
      if (isLabel) this.addLabels(list, weight.label, several ? bit : 0);
      else this.addBodies(list, weight, several ? bit : 0);
  }

  private addBodies({ docs, counts, size }: List, weight: WordWeight, bit: number): void {
    const { score, cover, hits, mark, touched } = this.workspace;
    const { length, group } = this.documents;
    const { auto, useGroups, groupCount, lengthFree, lengthBound } = this;
    const factor = weight.body * (w.k1 + 1);
    const { coverage } = weight;
    let { size: n } = this.workspace;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      const tf = counts[i] as number;
      score[d] =
        (score[d] as number) + (factor * tf) / (tf + lengthFree + lengthBound * (length[d] as number));
      if (auto) {
        cover[d] = (cover[d] as number) + coverage;
        if (useGroups) {
          const g = group[d] as number;
          groupCount[g] = (groupCount[g] as number) + tf;
        }
      }
      if (bit > 0) {
        if (mark[d] === bit) continue;
        mark[d] = bit;
      }
      const h = hits[d] as number;
      if (h === 0) touched[n++] = d;
      hits[d] = h + 1;
    }
    this.workspace.size = n;
  }

  private addLabels({ docs, size }: List, weight: number, bit: number): void {
    const { score, hits, mark, touched } = this.workspace;
    let { size: n } = this.workspace;
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      score[d] = (score[d] as number) + weight;
      if (bit > 0) {
        if (mark[d] === bit) continue;
        mark[d] = bit;
      }
      const h = hits[d] as number;
      if (h === 0) touched[n++] = d;
      hits[d] = h + 1;
    }
    this.workspace.size = n;
  }

  private addToGroups(weight: WordWeight): void {
    const { groupScore, groupCount, documents } = this;
    const average = Math.max(1, documents.words / Math.max(1, documents.groups));
    const free = w.groupK1 * (1 - w.groupB);
    const bound = (w.groupK1 * w.groupB) / average;
    const factor = weight.coverage * (w.groupK1 + 1);
    for (let g = 0; g < groupCount.length; g++) {
      const tf = groupCount[g] as number;
      if (tf > 0)
        groupScore[g] =
          (groupScore[g] as number) +
          (factor * tf) / (tf + free + bound * (documents.groupLength[g] as number));
    }
  }
}
