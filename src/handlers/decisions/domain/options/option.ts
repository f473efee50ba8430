import type { Named } from './names/lexicon.ts';

/** Why an option is chosen: newly, in place of another, or as before. */
export const chosenDirections = ['adopt', 'replace', 'keep'] as const;
/**
 * Why one is rejected: it gives way to another, is given up, must not be used, lost a comparison in the statement, or
 * was only listed as an alternative.
 */
export const rejectedDirections = ['replace', 'stop', 'forbid', 'instead', 'considered'] as const;

export type ReadOption = Named &
  (
    | { role: 'chosen'; direction: (typeof chosenDirections)[number] }
    | { role: 'rejected'; direction: (typeof rejectedDirections)[number] }
  );

export const chosen =
  (direction: (typeof chosenDirections)[number]) =>
  (option: Named): ReadOption => ({
    ...option,
    role: 'chosen',
    direction,
  });
export const rejected =
  (direction: (typeof rejectedDirections)[number]) =>
  (option: Named): ReadOption => ({
    ...option,
    role: 'rejected',
    direction,
  });
