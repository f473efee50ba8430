import type { DocValues } from '../index/doc-values.ts';
import type { AskedWord } from './asked-word.ts';
import { neighbourScores } from './neighbours.ts';
import type { WordWeight } from './weigh.ts';
import { weights as w } from './weights.ts';
import type { Workspace } from './workspace.ts';

/** How a result was ranked: rank = (words + coverage + neighbours + conversation) × speaker. */
export type Reason = {
  words: { word: string; weight: number; occurrences: number; score: number }[];
  coverage: number;
  neighbours: number;
  group: number;
  speaker: number;
};

/** The results of a finished evaluation. */
type Evaluated = {
  documents: DocValues;
  workspace: Workspace;
  q: { words: readonly AskedWord[] };
  auto: boolean;
  neighbours: boolean;
  weights: { each: readonly WordWeight[] };
  fromGroup(d: number): number;
  speakerFactor(d: number): number;
};

/** Adds to each hit the parts of its score. */
export function explainHits(e: Evaluated, hits: { docNo: number; reason?: Reason }[]): void {
  const { documents, workspace, q } = e;
  const average = Math.max(1, documents.words / Math.max(1, documents.count));
  const around = neighbourScores(workspace, documents);
  const reasons = new Map<number, Reason>();
  for (const hit of hits) {
    hit.reason = {
      words: [],
      coverage: 0,
      neighbours: e.neighbours ? around(hit.docNo) : 0,
      group: e.auto ? e.fromGroup(hit.docNo) : 0,
      speaker: e.auto ? e.speakerFactor(hit.docNo) : 1,
    };
    reasons.set(hit.docNo, hit.reason);
  }
  q.words.forEach(({ word, lists }, i) => {
    const weight = e.weights.each[i];
    if (!weight) return;
    const sums = new Map<number, { occurrences: number; score: number }>();
    for (const { list, isLabel } of lists)
      for (let k = 0; k < list.size; k++) {
        const d = list.docs[k] as number;
        if (!reasons.has(d)) continue;
        const tf = list.counts[k] as number;
        const length = 1 - w.b + (w.b * (documents.length[d] as number)) / average;
        const score = isLabel ? weight.label : (weight.body * tf * (w.k1 + 1)) / (tf + w.k1 * length);
        const sum = sums.get(d) ?? { occurrences: 0, score: 0 };
        sums.set(d, { occurrences: sum.occurrences + tf, score: sum.score + score });
      }
    for (const [d, sum] of sums) reasons.get(d)?.words.push({ word, weight: weight.body, ...sum });
  });
  for (const [d, reason] of reasons) {
    const words = reason.words.reduce((sum, word) => sum + word.score, 0);
    reason.coverage = Math.max(0, (workspace.score[d] as number) - words);
  }
}
