/** Tolerance: sums of decimal fractions are off by about 1e-16, and nothing here needs to be finer than this. */
const tolerance = 1e-9;

/** `a > b` with tolerance, so that a value that should equal b is not above it: .8 − .7 does not exceed .1. */
export const exceeds = (a: number, b: number): boolean => a - b > tolerance;

/** Rounds rates and scores in results to four decimals. */
export const rounded = (value: number, decimals = 4): number => Number(value.toFixed(decimals));

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** 0.625 as `62.5%`; the same for a share and for what it is rounded to in results. */
export const percent = (share: number): string => `${rounded(rounded(share) * 100, 1)}%`;
