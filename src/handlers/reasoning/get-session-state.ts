import * as z from 'zod';
import { findSession, type StoredThought, thoughtsOf } from '../../db/reasoning/reasoning.ts';
import { reasoningPhases } from '../../db/schema/index.ts';
import { findWorkflow } from '../../db/workflow/workflow.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { citedFor } from './cited.ts';
import { nextStep } from './domain/phases.ts';
import * as r from './shared.ts';

const reasoning = z.object({
  session_id: r.reasoningSession,
  problem: z.string().describe('The problem'),
  phase: z.enum(reasoningPhases).describe('Last completed step'),
  user_intent: z.unknown().describe('Intent derived by analyze_problem'),
  conclusion: p.nullableText.describe('Conclusion; null until finalized'),
  rationale: p.nullableText.describe('Reasons for the conclusion'),
  experience_id: z.int().nullable().describe('Id of the recorded experience'),
  sources: z.unknown().describe('Citations of the context gathered last; null before'),
  created_at: z.string().describe('Creation time'),
  updated_at: z.string().describe('Time of the last change'),
  finalized_at: p.nullableText.describe('Time it was finalized'),
  next_step: r.nextStepOut,
});

const thought = z.object({
  id: z.int().describe('Thought id'),
  thought_number: z.int().describe('Number'),
  thought: z.string().describe('The thought'),
  confidence: z.number().nullable().describe('Stated confidence'),
  is_revision: z.boolean().describe('Whether it revises an earlier thought'),
  revises_thought: z.int().nullable().describe('Number of the thought it revises'),
  created_at: z.string().describe('Recorded at'),
  off_topic: z.boolean().optional().describe('True when it left the problem'),
});

const toOutput = ({
  thoughtNumber,
  isRevision,
  revisesThought,
  createdAt,
  offTopic,
  ...rest
}: StoredThought) => ({
  ...rest,
  thought_number: thoughtNumber,
  is_revision: isRevision,
  revises_thought: revisesThought,
  created_at: createdAt,
  ...(offTopic ? { off_topic: true } : {}),
});

const workflow = z.object({
  session_id: z.string().describe('Workflow session id'),
  preset: z.string().describe('Preset'),
  created_at: z.string().describe('Creation time'),
  expires_at: z.string().describe('Expiry time'),
  active: z.boolean().describe('Whether it has not expired'),
});

export default tool({
  name: 'get_session_state',
  title: 'Get the state of a session',
  description:
    'Get the state of a reasoning session: its phase, its thoughts in order, and the workflow session with the same id, if any.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: p.sessionId.describe('The session') }),
  output: z.object({
    session_id: z.string().describe('The session'),
    reasoning_session: reasoning.nullable().describe('Reasoning session; null if none has this id'),
    thoughts: z.array(thought).describe('Thoughts in order, as many as fit'),
    workflow_session: workflow.nullable().describe('Workflow session; null if none has this id'),
    thought_count: z.int().describe('Number of thoughts, including revisions'),
    active: z.boolean().describe('Whether the session is still open'),
  }),
  async run({ session_id }, deps) {
    const { db, clock } = deps;
    const [session, thoughts, flow] = await Promise.all([
      findSession(db.sql, session_id),
      thoughtsOf(db.sql, session_id),
      sees(deps, 'workflow') ? findWorkflow(db.sql, session_id) : undefined,
    ]);
    if (!session && !flow) throw await r.noSession(db.sql, session_id);
    const running = flow !== undefined && Date.parse(flow.expiresAt) > clock().getTime();
    return {
      session_id,
      reasoning_session: session
        ? {
            session_id,
            problem: session.problem,
            phase: session.phase,
            user_intent: session.userIntent,
            conclusion: session.conclusion,
            rationale: session.rationale,
            experience_id: session.experienceId,
            sources: await citedFor(deps, session.sources),
            created_at: session.createdAt,
            updated_at: session.updatedAt,
            finalized_at: session.finalizedAt,
            next_step: nextStep[session.phase],
          }
        : null,
      thoughts: thoughts.length === 0 ? [] : withinBudget(thoughts.map(toOutput), 60_000),
      workflow_session: flow
        ? {
            session_id,
            preset: flow.preset,
            created_at: flow.createdAt,
            expires_at: flow.expiresAt,
            active: running,
          }
        : null,
      thought_count: thoughts.length,
      active: session ? session.phase !== 'finalized' : running,
    };
  },
});
