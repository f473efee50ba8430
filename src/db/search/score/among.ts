import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { putInOrder } from '../index/order.ts';
import type { DocSet } from './doc-set.ts';
import { mostTerms, Occurrences } from './occurrence.ts';
import { averageOf, type Outline, outlineOf } from './outline.ts';
import { type Ranking, type RankingQuery, termsIn } from './question.ts';
import { Scoring, slack } from './scoring.ts';
import { Top } from './top-k.ts';
import { addToGroups, type WordWeight, WordWeights } from './weigh.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/** The postings of a term, in which ascending documents are looked up. */
type Part = {
  list: List;
  outline: Outline | undefined;
  isLabel: boolean;
  factor: number;
  bit: number;
  /** Of a list without an outline: where the last document was. */
  at: number;
};

export const isAmong = (q: RankingQuery): boolean => q.required.length > 0 && termsIn(q) <= mostTerms;

/**
 * Ranks the documents with required phrases: each is scored by itself, as the plain evaluation does, and the postings of all
 * others are passed over.
 */
export class Among extends Scoring {
  private readonly parts: Part[] = [];
  private readonly occurrences: Occurrences;
  private readonly required: DocSet;

  constructor(documents: DocValues, workspace: Workspace, q: RankingQuery, required: DocSet) {
    const useGroups = q.mode === 'auto' && documents.groups > 1;
    super(documents, workspace, q, {
      weights: new WordWeights(q.words, documents, q.mode === 'auto'),
      useGroups,
    });
    this.required = required;
    this.occurrences = new Occurrences(workspace, termsIn(q));
    q.words.forEach((word, i) => {
      const weight = this.weights.each[i] as WordWeight;
      this.add(word, weight, useGroups);
      if (useGroups) addToGroups(documents, workspace, weight);
    });
  }

  private add({ lists }: RankingQuery['words'][number], weight: WordWeight, useGroups: boolean): void {
    this.occurrences.beginWord();
    let last: string | undefined;
    let bit = 0;
    for (const { term, list, isLabel } of lists) {
      if (term !== last) bit = this.occurrences.addTerm(isLabel ? 0 : weight.coverage);
      last = term;
      const outline = outlineOf(list, this.documents, this.workspace);
      if (!outline) putInOrder(list, 0);
      if (useGroups && !isLabel) this.count(list, outline);
      const factor = isLabel ? weight.label : weight.body * (w.k1 + 1);
      this.parts.push({ list, outline, isLabel, factor, bit, at: 0 });
    }
  }

  /** Adds a term's occurrences in each group. */
  private count(list: List, outline: Outline | undefined): void {
    const { groupCount } = this.workspace;
    if (outline) {
      outline.addTo(groupCount);
      return;
    }
    const { docs, counts, size } = list;
    const { of, group } = this.documents.units;
    for (let i = 0; i < size; i++) {
      const g = group[of[docs[i] as number] as number] as number;
      groupCount[g] = (groupCount[g] as number) + (counts[i] as number);
    }
  }

  run(): Ranking {
    const { q, documents, workspace, parts, permits, scoreOf, groupWeight, most } = this;
    if (this.auto) this.markSpeakers();
    this.markExcluded();
    const docs = this.required.docs();
    const top = new Top(Math.min(q.top, docs.length), documents.at);
    workspace.reserve(docs.length);
    const { score, seen, touched, groupScore } = workspace;
    const { length, units } = documents;
    const free = w.k1 * (1 - w.b);
    const bound = (w.k1 * w.b) / averageOf(documents);
    const lift = this.auto ? this.liftFactor : 0;
    const need = q.mode === 'all' ? q.words.length : 1;
    let mostOfGroup = 0;
    if (groupWeight > 0) for (const one of groupScore) mostOfGroup = Math.max(mostOfGroup, groupWeight * one);
    let total = 0;
    for (let k = 0; k < docs.length; k++) {
      const d = docs[k] as number;
      let sum = 0;
      let bits = 0;
      for (const part of parts) {
        const i = part.outline ? part.outline.indexOf(d) : next(part, d);
        if (i < 0) continue;
        const tf = part.list.counts[i] as number;
        sum += part.isLabel ? part.factor : (part.factor * tf) / (tf + free + bound * (length[d] as number));
        bits |= part.bit;
      }
      if (bits === 0) continue;
      const { words, coverage } = this.occurrences.of(bits);
      if (words < need || !permits(d)) continue;
      total += 1;
      if (lift > 0) sum *= 1 + lift * coverage;
      if ((sum + mostOfGroup) * most * slack < top.least) continue;
      const whole = sum + groupWeight * (groupScore[units.group[units.of[d] as number] as number] as number);
      if (whole * most * slack < top.least) continue;
      score[d] = sum;
      seen[d] = bits;
      touched[workspace.size++] = d;
      const all = scoreOf(d);
      if (all > 0) top.offer(all, d);
    }
    return { hits: this.hits(top, this.occurrences.counter()), total };
  }
}

/** The place of a document's posting in a list in order; −1 if it has none. */
function next(part: Part, doc: number): number {
  const { docs, size } = part.list;
  let { at } = part;
  while (at < size && (docs[at] as number) < doc) at += 1;
  part.at = at;
  return at < size && docs[at] === doc ? at : -1;
}
