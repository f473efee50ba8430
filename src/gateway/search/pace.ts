/** How much of the time work in the background may take. */
export type Pace = {
  /** After a step, it rests this many times as long as the step took: with 4, it works a fifth of the time. */
  restFactor: number;
  /** What is not used of that time is kept, up to this, and spent without rests. It begins with all of it. */
  savedMs: number;
};

/** A gateway that answers calls all the time makes rests this many times as long again. */
const mostForBusy = 19;
/** So much of the time the steps themselves occupy it, with reading texts and storing vectors. */
const ownShare = 0.1;

/**
 * Keeps to a pace: what was stored is embedded at once, as a conversation or a day of work is, while an import of years takes no
 * more than its share of the time.
 *
 * @returns a function that says how long to rest after a step, in milliseconds.
 */
export function paced({ restFactor, savedMs }: Pace): (step: {
  tookMs: number;
  /** Time since the end of the step before, the step included. */
  elapsedMs: number;
  /** Share of that time in which the gateway was occupied, 0 to 1. */
  busy: number;
}) => number {
  let saved = savedMs;
  return ({ tookMs, elapsedMs, busy }) => {
    saved = Math.max(0, Math.min(savedMs, saved + elapsedMs / (1 + restFactor)) - tookMs);
    return tookMs * restFactor * ((saved > 0 ? 0 : 1) + mostForBusy * Math.max(0, busy - ownShare));
  };
}
