/** Facts about an experience beside its text. */
export type Standing = {
  /** 0 to 1; null when none was stated. */
  confidence: number | null;
  /** Number of times the same experience was recorded again. */
  confirmations: number;
  /** Number of experiences of the opposite type about the same situation and approach. */
  contradictions: number;
  /** Number of times it was opened. */
  uses: number;
  /** What is known of its outcome. */
  proof: 'unproven' | 'confirmed' | 'contradicted';
  /** Days since it was recorded. */
  ageDays: number;
};

/** What an expectation counts beside an outcome, and one that came otherwise. */
export const proofWeights = { confirmed: 1, unproven: 0.4, contradicted: 0.1 } as const;

/** Half-life of an experience's weight, in days. */
export const halfLifeDays = 180;
const unknownConfidence = 0.5;

/**
 * Ranks experiences that match a query equally well: evidence × recency × use ÷ contradictions.
 *
 * - evidence: confidence (0.5 when unknown; at least 0.05, so that the other factors still count) × (1 + ln(1 + confirmations)) ×
 *   {@link proofWeights}
 * - recency: halves every {@link halfLifeDays}
 * - use: 1 + ln(1 + uses) / 4
 * - contradictions: divides by 1 + their number
 *
 * Because the factors are multiplied, the mere passing of time never changes the order of two experiences, and pages stay
 * stable.
 */
export function salience({
  confidence,
  confirmations,
  contradictions,
  uses,
  proof,
  ageDays,
}: Standing): number {
  const evidence =
    Math.max(0.05, confidence ?? unknownConfidence) * (1 + Math.log1p(confirmations)) * proofWeights[proof];
  const recency = 0.5 ** (Math.max(0, ageDays) / halfLifeDays);
  const use = 1 + Math.log1p(uses) / 4;
  return (evidence * recency * use) / (1 + contradictions);
}
