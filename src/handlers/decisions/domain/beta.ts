/**
 * The Beta distribution as the belief about a success rate: α is the prior's successes plus those seen, β the same for
 * failures. Conjugate to the Bernoulli likelihood; a score between 0 and 1 counts as that part of a success
 * (Gelman et al., Bayesian Data Analysis, 3rd ed., section 2.4).
 */
export type Beta = { alpha: number; beta: number };

/** Before any outcome every success rate is as likely as any other. */
export const prior: Beta = { alpha: 1, beta: 1 };

/** α/(α+β). */
export const mean = ({ alpha, beta }: Beta): number => alpha / (alpha + beta);

/** αβ / ((α+β)²(α+β+1)). */
export const variance = ({ alpha, beta }: Beta): number => {
  const sum = alpha + beta;
  return (alpha * beta) / (sum * sum * (sum + 1));
};
