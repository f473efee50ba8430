import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { isDeletedSession, lockSession, type StoredSession } from '../../db/reasoning/reasoning.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { after, type Move, nextStep, type Phase } from './domain/phases.ts';

/** Parameters and errors of reasoning sessions. */

export const reasoningSession = p.sessionId.describe('Id from analyze_problem');
export const nextStepOut = z.string().describe('Tool to call next');
export const longText = (what: string) =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine((text) => text.length <= 20_000, {
      error: 'may have at most 20,000 characters',
      params: { limit: 20_000 },
    })
    .describe(what);

/** There is no such session, or it was deleted. */
export async function noSession(sql: Sql, sessionId: string): Promise<ToolError> {
  const deleted = await isDeletedSession(sql, sessionId);
  const id = sessionId.slice(0, 100);
  return new ToolError(
    'not_found',
    deleted ? `Reasoning session ${id} was deleted.` : `There is no reasoning session ${id}.`,
    {
      field: 'session_id',
      received: id,
      ...(deleted ? { problem: 'deleted' } : {}),
      suggestion: deleted
        ? 'Start another one with analyze_problem, or have an administrator restore it.'
        : 'Start one with analyze_problem.',
    },
  );
}

/** The call is out of order; the error names the tool to call instead. */
export const outOfOrder = (move: Move, phase: Phase): ToolError =>
  new ToolError(
    'refused',
    phase === 'finalized'
      ? 'The session is finalized and cannot be reopened.'
      : `${move} is out of order: the session is in phase "${phase}"; next is ${nextStep[phase]}.`,
    {
      phase,
      next_step: nextStep[phase],
      suggestion:
        phase === 'finalized'
          ? 'Start a new session with analyze_problem.'
          : `Call ${nextStep[phase]} with this session_id.`,
    },
  );

/**
 * Locks the session until the transaction ends, and returns it with the phase that the call leads to.
 *
 * @throws ToolError `not_found`; `refused` when the call is out of order.
 */
export async function enter(
  tx: Sql,
  sessionId: string,
  move: Move,
): Promise<{ session: StoredSession; phase: Phase }> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw await noSession(tx, sessionId);
  const phase = after(session.phase, move);
  if (!phase) throw outOfOrder(move, session.phase);
  return { session, phase };
}
