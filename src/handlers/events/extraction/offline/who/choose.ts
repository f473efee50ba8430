import type { Scorer } from '../scoring/linear.ts';

/** Someone who may be the actor of an event, with the reasons. */
export type ActorOption = { ref: string; features: string[] };

/** Who may act, with the reasons for no one. */
export type ActorChoice = { options: readonly ActorOption[]; nobody: readonly string[] };

/**
 * Those who act: the most probable of all options and "no one", and others that are nearly as probable.
 *
 * @param ratio least probability of others, as a share of the first one's.
 * @param least least probability of the first one.
 */
export function chooseActors(
  { options, nobody }: ActorChoice,
  scorer: Scorer,
  { ratio, least }: { ratio: number; least: number },
): ActorOption[] {
  const powers = options.map(({ features }) => Math.exp(scorer(features)[0] ?? 0));
  const all = powers.reduce((sum, power) => sum + power, Math.exp(scorer(nobody)[0] ?? 0));
  const most = Math.max(0, ...powers);
  if (most / all < least) return [];
  const first = options[powers.indexOf(most)];
  const sources = new Set(first?.features.filter((name) => name.startsWith('source:')));
  // Those who act together stand together: two owners, two subjects.
  return options.filter(
    (option, at) =>
      option === first ||
      ((powers[at] ?? 0) >= most * ratio && option.features.some((name) => sources.has(name))),
  );
}
