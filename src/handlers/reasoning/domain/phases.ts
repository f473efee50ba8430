/** The phases of a reasoning session; each names what was done last. */
export const phases = ['analyze', 'gather', 'reason', 'finalized'] as const;
export type Phase = (typeof phases)[number];

/** The tools that move a session on, with the phases they may be called in and the phase they leave it in. */
const moves = {
  gather_context: { from: ['analyze', 'gather'], to: 'gather' },
  reason_through: { from: ['gather', 'reason'], to: 'reason' },
  finalize_decision: { from: ['reason'], to: 'finalized' },
} as const satisfies Record<string, { from: readonly Phase[]; to: Phase }>;

export type Move = keyof typeof moves;

/** What to call after the phase; nothing after the last. */
export const nextStep: Record<Phase, string> = {
  analyze: 'gather_context',
  gather: 'reason_through',
  reason: 'reason_through or finalize_decision',
  finalized: 'none: the session is finalized',
};

/** The phase a session is in after the tool, or undefined when the tool is out of order. */
export function after(phase: Phase, move: Move): Phase | undefined {
  const { from, to } = moves[move];
  return (from as readonly Phase[]).includes(phase) ? to : undefined;
}

/** A thought as it is offered. */
export type ThoughtPlace = { number: number; isRevision: boolean; revises: number | undefined };

/**
 * Whether a thought may stand where it wants to, given how many there are (numbers 1 to `last` exist): a new one takes
 * the next number; a revision names a thought of the session and takes the number of that one or the next.
 *
 * @returns what is wrong, with the field at fault, or undefined.
 */
export function misplaced(
  { number, isRevision, revises }: ThoughtPlace,
  last: number,
): { field: 'thought_number' | 'revises_thought'; problem: string } | undefined {
  if (isRevision && revises === undefined)
    return { field: 'revises_thought', problem: 'is required when is_revision is true' };
  if (!isRevision && revises !== undefined)
    return { field: 'revises_thought', problem: 'is for revisions only: set is_revision' };
  if (revises !== undefined && revises > last)
    return {
      field: 'revises_thought',
      problem: last === 0 ? 'there is no thought yet to revise' : `the session has thoughts 1 to ${last}`,
    };
  if (number === last + 1 || (isRevision && number === revises)) return undefined;
  return {
    field: 'thought_number',
    problem: isRevision
      ? `a revision of thought ${revises} is numbered ${revises} or ${last + 1}`
      : `the next thought is number ${last + 1}`,
  };
}
