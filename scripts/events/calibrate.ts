import type { Fitted } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import type { Pair } from '../../test/support/event-sets/match.ts';

const groups = 12;

/** Scores against the share that is right, in groups of equal size made monotone by pooling neighbours. */
export function calibrate(pairs: readonly Pair[]): Fitted['calibration'] {
  const judged = pairs
    .flatMap(({ label, found }) => (found ? [{ score: found.confidence, right: label ? 1 : 0 }] : []))
    .sort((a, b) => a.score - b.score);
  const size = Math.max(1, Math.ceil(judged.length / groups));
  let pooled: { score: number; right: number; count: number }[] = [];
  for (let from = 0; from < judged.length; from += size) {
    const group = judged.slice(from, from + size);
    const mean = (of: (one: (typeof judged)[number]) => number) =>
      group.reduce((sum, one) => sum + of(one), 0) / group.length;
    pooled.push({ score: mean((one) => one.score), right: mean((one) => one.right), count: group.length });
  }
  for (let at = 0; at + 1 < pooled.length; ) {
    const [low, high] = [pooled[at], pooled[at + 1]];
    if (low !== undefined && high !== undefined && low.right > high.right) {
      const count = low.count + high.count;
      const both = (of: 'score' | 'right') => (low[of] * low.count + high[of] * high.count) / count;
      pooled = [
        ...pooled.slice(0, at),
        { score: both('score'), right: both('right'), count },
        ...pooled.slice(at + 2),
      ];
      at = Math.max(0, at - 1);
    } else at += 1;
  }
  // Never certain, and never worse than a guess that is worth showing.
  return pooled.map(
    ({ score, right }) =>
      [Math.round(score * 1000) / 1000, Math.round(Math.min(0.97, right) * 1000) / 1000] as const,
  );
}
