import { type Beta, mean } from './beta.ts';

/** Outcomes of a class of decisions. */
export type Outcomes = { count: number; scoreSum: number };

/** How many outcomes the rate of the wider class counts for: as many as the uniform prior of a single class, α + β = 2. */
export const strength = 2;

/**
 * The posterior of the success rate of the narrowest of nested classes, such as all decisions, those of a domain, and those
 * that choose an option in it. The prior of each class is the rate of the wider one without it, worth {@link strength}
 * outcomes, so that few outcomes are drawn towards what is usual and many speak for themselves; the widest has the uniform
 * prior. A hierarchical Beta-binomial model with a fixed concentration (Gelman et al., Bayesian Data Analysis, 3rd ed.,
 * chapter 5; the mean is the m-estimate of Cestnik, ECAI 1990). No outcome is counted twice.
 *
 * @param classes the widest first; each contains the next.
 */
export function nested(classes: readonly Outcomes[]): Beta {
  let prior = 0.5;
  let posterior: Beta = { alpha: strength / 2, beta: strength / 2 };
  for (const [i, { count, scoreSum }] of classes.entries()) {
    const inner = classes[i + 1] ?? { count: 0, scoreSum: 0 };
    const own = { count: count - inner.count, scoreSum: scoreSum - inner.scoreSum };
    posterior = {
      alpha: strength * prior + own.scoreSum,
      beta: strength * (1 - prior) + own.count - own.scoreSum,
    };
    prior = mean(posterior);
  }
  return posterior;
}
