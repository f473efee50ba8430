/** The phases of a reasoning session; each is named after the last completed step. */
export const phases = ['analyze', 'gather', 'reason', 'finalized'] as const;
export type Phase = (typeof phases)[number];

/** The tools that advance a session, with the phases they are allowed in and the phase that follows. */
const moves = {
  gather_context: { from: ['analyze', 'gather'], to: 'gather' },
  reason_through: { from: ['gather', 'reason'], to: 'reason' },
  finalize_decision: { from: ['reason'], to: 'finalized' },
} as const satisfies Record<string, { from: readonly Phase[]; to: Phase }>;

export type Move = keyof typeof moves;

/** The tool to call after a phase; none after the last. */
export const nextStep: Record<Phase, string> = {
  analyze: 'gather_context',
  gather: 'reason_through',
  reason: 'reason_through or finalize_decision',
  finalized: 'none: the session is finalized',
};

/** The phase of a session after the tool, or undefined when the tool is out of order. */
export function after(phase: Phase, move: Move): Phase | undefined {
  const { from, to } = moves[move];
  return (from as readonly Phase[]).includes(phase) ? to : undefined;
}

/** A thought as submitted. */
export type ThoughtPlace = { number: number; isRevision: boolean; revises: number | undefined };

/**
 * Checks the number of a thought against those that exist (1 to `last`): a new thought takes the next number; a revision
 * names a thought of the session and takes the number of that one or the next.
 *
 * @returns the invalid field and the problem, or undefined.
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
      problem: last === 0 ? 'there is no thought to revise yet' : `the session has thoughts 1 to ${last}`,
    };
  if (number === last + 1 || (isRevision && number === revises)) return undefined;
  return {
    field: 'thought_number',
    problem: isRevision
      ? `a revision of thought ${revises} must be numbered ${revises} or ${last + 1}`
      : `the next thought must be number ${last + 1}`,
  };
}
