/**
 * The Beta distribution of a success rate: α is the prior's successes plus the observed ones, β the same for failures.
 * Conjugate to the Bernoulli likelihood; a score between 0 and 1 counts as that fraction of a success
 * (Gelman et al., Bayesian Data Analysis, 3rd ed., section 2.4).
 */
export type Beta = { alpha: number; beta: number };

/** The uniform prior: before any outcome, every success rate is equally likely. */
export const prior: Beta = { alpha: 1, beta: 1 };

/** α/(α+β). */
export const mean = ({ alpha, beta }: Beta): number => alpha / (alpha + beta);

/** αβ / ((α+β)²(α+β+1)). */
export const variance = ({ alpha, beta }: Beta): number => {
  const sum = alpha + beta;
  return (alpha * beta) / (sum * sum * (sum + 1));
};
