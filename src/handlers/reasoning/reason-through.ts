import * as z from 'zod';
import { addThought, thoughtsOf } from '../../db/reasoning/reasoning.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { misplaced, nextStep } from './domain/phases.ts';
import { scopeCreep } from './domain/scope/scope-creep.ts';
import * as r from './shared.ts';

/** Thoughts before these say little about the next one. */
const mostOfThread = 50;
const number = z.int().min(1).max(10_000);

export default tool({
  name: 'reason_through',
  title: 'Reason through',
  description:
    'Third step of a reasoning session: add one thought. Thoughts are numbered 1, 2, 3 without gaps; to correct one, set is_revision and revises_thought. Returns a warning when the thought drifts from the problem.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    session_id: r.reasoningSession,
    thought: r.longText('The thought'),
    thought_number: number.describe('Next number; a revision may reuse the one it revises'),
    confidence: z.number().min(0).max(1).optional().describe('Your confidence'),
    is_revision: z.boolean().default(false).describe('Whether it revises an earlier thought'),
    revises_thought: number.optional().describe('Number of the thought it revises'),
  }),
  output: z.object({
    session_id: r.reasoningSession,
    thought_id: z.int().describe('Thought id'),
    thought_number: z.int().describe('Number'),
    scope_creep_detected: z.boolean().describe('Whether the thought seems to drift from the problem'),
    scope_creep_warning: z.string().optional().describe('Reason for the warning'),
    next_step: r.nextStepOut,
  }),
  async run(input, { db, clock }) {
    const { session_id, thought, thought_number, is_revision, revises_thought } = input;
    const step = { number: thought_number, isRevision: is_revision, revises: revises_thought };
    const { id, creep } = await db.sql.begin(async (tx) => {
      const { session } = await r.enter(tx, session_id, 'reason_through');
      const fault = misplaced(step, session.thoughtCount);
      if (fault)
        throw new ToolError('refused', `${fault.field}: ${fault.problem}.`, {
          ...fault,
          received: input[fault.field],
          next_thought_number: session.thoughtCount + 1,
          suggestion: `Resend it with thought_number ${session.thoughtCount + 1}.`,
        });
      const earlier = (await thoughtsOf(tx, session_id)).filter(({ offTopic }) => !offTopic);
      const thread = earlier.slice(-mostOfThread).map((one) => one.thought);
      const creep = scopeCreep(thought, session.problem, thread);
      const id = await addThought(tx, session_id, {
        number: thought_number,
        thought,
        confidence: input.confidence ?? null,
        revises: revises_thought ?? null,
        offTopic: creep !== undefined,
        at: clock(),
      });
      return { id, creep };
    });
    return {
      session_id,
      thought_id: id,
      thought_number,
      scope_creep_detected: creep !== undefined,
      ...(creep === undefined ? {} : { scope_creep_warning: creep }),
      next_step: nextStep.reason,
    };
  },
});
