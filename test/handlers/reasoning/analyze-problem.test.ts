import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import analyzeProblem from '../../../src/handlers/reasoning/analyze-problem.ts';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import { call, fail } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const analyze = (problem: string, more: Record<string, unknown> = {}) =>
  call(analyzeProblem, { problem, ...more }, lake.deps);

describe('analyze_problem', () => {
  it('derives the intent and suggests searches', async () => {
    await call(recordExperience, experience({ situation: 'The loans report failed at night' }), lake.deps);
    const found = await analyze(
      'URGENT: loanReport in src/reports/loans.ts fails with ECONNREFUSED; the loans table is there.',
      { available_tools: ['search_experiences', 'bash'] },
    );
    expect(found).toMatchObject({
      user_intent: {
        goal: 'debugging',
        priority: 'high',
        format: 'diagnosis',
        context: 'names src/reports/loans.ts',
      },
      suggested_queries: {
        search: { recommended: true, related: { experience: 1 } },
        localFiles: ['src/reports/loans.ts'],
      },
      next_step: 'gather_context',
    });
    expect(found.key_concepts.slice(0, 2)).toEqual(['URGENT', 'loanReport']);
    expect(found.key_concepts).toContain('ECONNREFUSED');
    const state = await call(getSessionState, { session_id: found.session_id }, lake.deps);
    expect(state).toMatchObject({ active: true, thought_count: 0, reasoning_session: { phase: 'analyze' } });
  });

  it.each([
    ['Should we use queues or cron for the import?', 'decision', 'medium'],
    ['Add an export of overdue loans', 'implementation', 'medium'],
    ['How does the import number its rows? No hurry.', 'understanding', 'low'],
    ['Loans, readers, shelves.', 'general', 'medium'],
  ])('reads %j as %s', async (problem, goal, priority) => {
    expect((await analyze(problem)).user_intent).toMatchObject({ goal, priority });
  });

  it('does not recommend searching without search tools', async () => {
    const { suggested_queries } = await analyze('Why is it slow?', { available_tools: ['bash'] });
    expect(suggested_queries.search.recommended).toBe(false);
  });

  it('accepts an id only once', async () => {
    expect((await analyze('One', { session_id: 'mine' })).session_id).toBe('mine');
    expect(await fail(analyzeProblem, { problem: 'Two', session_id: 'mine' }, lake.deps)).toMatchObject({
      kind: 'conflict',
      data: { field: 'session_id' },
    });
    expect(await fail(analyzeProblem, { problem: ' ' }, lake.deps)).toMatchObject({
      data: { field: 'problem' },
    });
  });
});
