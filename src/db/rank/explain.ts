import { type Evaluation, neighbourScores, type Ranking } from './evaluate.ts';
import { weights as w } from './weights.ts';

/** Why a result is where it is: rank = (words + coverage + neighbours + conversation) × speaker. */
export type Reason = {
  words: { word: string; weight: number; occurrences: number; score: number }[];
  coverage: number;
  neighbours: number;
  group: number;
  speaker: number;
};

/** Adds to each hit how its score came about. */
export function explainHits(e: Evaluation, hits: Ranking['hits']): void {
  const { documents, scratch, q } = e;
  const average = Math.max(1, documents.words / Math.max(1, documents.count));
  const around = neighbourScores(scratch, documents);
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
    const weight = e.sums.weights[i];
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
    reason.coverage = Math.max(0, (scratch.score[d] as number) - words);
  }
}
