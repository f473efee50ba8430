/** Multinomial logistic regression on sparse binary features, fitted by L-BFGS: no randomness, the same result every time. */

export type Example = {
  features: Int32Array;
  /** Probability of each class; sums to 1. */
  target: Float64Array;
  weight: number;
};

/** Weights by feature, then class. `penalties` are the L2 penalties by feature, on the distance from `prior`. */
export function fitLogistic(
  examples: readonly Example[],
  features: number,
  classes: number,
  penalties: Float64Array,
  prior: Float64Array,
  rounds = 120,
): Float64Array {
  const size = features * classes;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const scores = new Float64Array(classes);

  /** The loss at `w`, with its gradient written to `into`. */
  const lossAt = (w: Float64Array, into: Float64Array): number => {
    into.fill(0);
    let loss = 0;
    for (const { features: active, target, weight } of examples) {
      scores.fill(0);
      for (const feature of active)
        for (let c = 0; c < classes; c += 1) scores[c] = (scores[c] ?? 0) + (w[feature * classes + c] ?? 0);
      let most = -Infinity;
      for (const score of scores) if (score > most) most = score;
      let sum = 0;
      for (const score of scores) sum += Math.exp(score - most);
      for (let c = 0; c < classes; c += 1) {
        const log = (scores[c] ?? 0) - most - Math.log(sum);
        const wanted = target[c] ?? 0;
        if (wanted > 0) loss -= weight * wanted * log;
        scores[c] = (weight * (Math.exp(log) - wanted)) / total;
      }
      for (const feature of active)
        for (let c = 0; c < classes; c += 1) {
          const at = feature * classes + c;
          into[at] = (into[at] ?? 0) + (scores[c] ?? 0);
        }
    }
    loss /= total;
    for (let at = 0; at < size; at += 1) {
      const penalty = (penalties[Math.floor(at / classes)] ?? 0) / total;
      const value = (w[at] ?? 0) - (prior[at] ?? 0);
      loss += 0.5 * penalty * value * value;
      into[at] = (into[at] ?? 0) + penalty * value;
    }
    return loss;
  };
  return minimise(lossAt, Float64Array.from(prior), rounds);
}

/** A choice among several options of which `target` says how right each is; sums to 1. */
export type Choice = { options: Int32Array[]; target: Float64Array; weight: number };

/** Conditional logistic regression: weights by feature, so that the right options of each choice have the highest sums; `penalties` as above. */
export function fitChoices(
  choices: readonly Choice[],
  features: number,
  penalties: Float64Array,
  prior: Float64Array,
  rounds = 120,
): Float64Array {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  const lossAt = (w: Float64Array, into: Float64Array): number => {
    into.fill(0);
    let loss = 0;
    for (const { options, target, weight } of choices) {
      const sums = options.map((active) => active.reduce((sum, feature) => sum + (w[feature] ?? 0), 0));
      const most = Math.max(...sums);
      const whole = sums.reduce((sum, score) => sum + Math.exp(score - most), 0);
      options.forEach((active, at) => {
        const log = (sums[at] ?? 0) - most - Math.log(whole);
        const wanted = target[at] ?? 0;
        if (wanted > 0) loss -= weight * wanted * log;
        const slope = (weight * (Math.exp(log) - wanted)) / total;
        for (const feature of active) into[feature] = (into[feature] ?? 0) + slope;
      });
    }
    loss /= total;
    for (let at = 0; at < features; at += 1) {
      const value = (w[at] ?? 0) - (prior[at] ?? 0);
      const penalty = (penalties[at] ?? 0) / total;
      loss += 0.5 * penalty * value * value;
      into[at] = (into[at] ?? 0) + penalty * value;
    }
    return loss;
  };
  return minimise(lossAt, Float64Array.from(prior), rounds);
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};
const plus = (a: Float64Array, b: Float64Array, factor: number): Float64Array =>
  a.map((value, at) => value + factor * (b[at] ?? 0));

/** Limited-memory BFGS with a backtracking line search. */
export function minimise(
  lossAt: (w: Float64Array, into: Float64Array) => number,
  begin: Float64Array,
  rounds: number,
): Float64Array {
  const remembered = 8;
  const steps: { s: Float64Array; y: Float64Array; rho: number }[] = [];
  const size = begin.length;
  let w: Float64Array = begin;
  let gradient: Float64Array = new Float64Array(size);
  let loss = lossAt(w, gradient);
  for (let round = 0; round < rounds; round += 1) {
    let direction: Float64Array = gradient.map((value) => -value);
    const alphas: number[] = [];
    for (const { s, y, rho } of steps.toReversed()) {
      const alpha = rho * dot(s, direction);
      alphas.push(alpha);
      direction = plus(direction, y, -alpha);
    }
    const last = steps.at(-1);
    if (last !== undefined) {
      const scale = 1 / (last.rho * dot(last.y, last.y));
      direction = direction.map((value) => value * scale);
    }
    for (const { s, y, rho } of steps)
      direction = plus(direction, s, (alphas.pop() ?? 0) - rho * dot(y, direction));
    const slope = dot(direction, gradient);
    let step = steps.length === 0 ? 1 / Math.max(1e-9, Math.sqrt(dot(gradient, gradient))) : 1;
    let next = plus(w, direction, step);
    const after = new Float64Array(size);
    let value = lossAt(next, after);
    for (let tries = 0; value > loss + 1e-4 * step * slope && tries < 20; tries += 1) {
      step /= 2;
      next = plus(w, direction, step);
      value = lossAt(next, after);
    }
    const s = plus(next, w, -1);
    const y = plus(after, gradient, -1);
    const curve = dot(s, y);
    const gain = loss - value;
    w = next;
    gradient = after;
    loss = value;
    if (curve > 1e-12) {
      steps.push({ s, y, rho: 1 / curve });
      if (steps.length > remembered) steps.shift();
    }
    if (gain < 1e-7) break;
  }
  return w;
}
