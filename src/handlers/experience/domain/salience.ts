/** What is known about an experience beside its text. */
export type Standing = {
  /** 0 to 1; null when nobody said. */
  confidence: number | null;
  /** How often the same thing was recorded again. */
  confirmations: number;
  /** Experiences of the opposite type about the same situation and approach. */
  contradictions: number;
  /** How often it was opened. */
  uses: number;
  /** Days since it was recorded. */
  ageDays: number;
};

/** After this many days an experience counts half. */
export const halfLifeDays = 180;
const unknownConfidence = 0.5;

/**
 * How much an experience deserves attention when two match a question alike: evidence × recency × use ÷ contradictions.
 *
 * - evidence: confidence (0.5 when unknown; never below 0.05, so that the rest still orders) × (1 + ln(1 + confirmations))
 * - recency: halves every {@link halfLifeDays}
 * - use: 1 + ln(1 + uses) / 4
 * - contradictions: divides by 1 + their number
 *
 * The parts are multiplied, so the order of two experiences does not change by the mere passing of time and pages stay
 * stable.
 */
export function salience({ confidence, confirmations, contradictions, uses, ageDays }: Standing): number {
  const evidence = Math.max(0.05, confidence ?? unknownConfidence) * (1 + Math.log1p(confirmations));
  const recency = 0.5 ** (Math.max(0, ageDays) / halfLifeDays);
  const use = 1 + Math.log1p(uses) / 4;
  return (evidence * recency * use) / (1 + contradictions);
}
