import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import analyzeProblem from '../../../src/handlers/reasoning/analyze-problem.ts';
import finalizeDecision from '../../../src/handlers/reasoning/finalize-decision.ts';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import reasonThrough from '../../../src/handlers/reasoning/reason-through.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { gathered, problem, think } from '../../support/reasoning.ts';

const lake = useLake();
const ready = async (): Promise<string> => {
  const session_id = await gathered(lake.deps);
  await think(lake.deps, session_id, 1, { confidence: 0.5 });
  await think(lake.deps, session_id, 2, { confidence: 0.9, thought: 'The import holds the lock' });
  return session_id;
};

describe('finalize_decision', () => {
  it('closes the session and records it as an experience', async () => {
    const session_id = await ready();
    await think(lake.deps, session_id, 1, {
      is_revision: true,
      revises_thought: 1,
      thought: 'It waits, then times out',
      confidence: 0.7,
    });
    const done = await call(
      finalizeDecision,
      { session_id, conclusion: 'Run the report after the import', rationale: 'They share a lock' },
      lake.deps,
    );
    expect(done.session_summary).toMatchObject({ problem, thoughts_count: 3 });
    expect(done.session_summary.avg_confidence).toBeCloseTo(0.7, 12);
    expect(await call(getExperience, { id: done.experience_id }, lake.deps)).toMatchObject({
      type: 'effective',
      domain: 'Decision',
      situation: problem,
      approach: '2. The import holds the lock\n1. It waits, then times out',
      outcome: 'Run the report after the import',
      reasoning: 'They share a lock',
      confidence: 0.8,
      session_id,
    });
    expect(await call(getSessionState, { session_id }, lake.deps)).toMatchObject({
      active: false,
      reasoning_session: {
        phase: 'finalized',
        experience_id: done.experience_id,
        next_step: expect.stringContaining('none'),
      },
    });
  });

  it('records it for the project that its context was gathered for', async () => {
    const { session_id } = await call(analyzeProblem, { problem: 'Which glue holds vellum?' }, lake.deps);
    await call(gatherContext, { session_id, project: '/home/ada/bindery' }, lake.deps);
    await think(lake.deps, session_id, 1, { thought: 'Wheat paste holds vellum' });
    const done = await call(finalizeDecision, { session_id, conclusion: 'Use wheat paste' }, lake.deps);
    expect(await call(getExperience, { id: done.experience_id }, lake.deps)).toMatchObject({
      project: '/home/ada/bindery',
      scope: 'project',
      proof: 'unproven',
    });
    expect(
      await lake.db.sql`select project from reasoning_sessions where session_id = ${session_id}`,
    ).toEqual([{ project: '/home/ada/bindery' }]);
  });

  it('reports why no experience was recorded', async () => {
    const conclusion = 'Wait for the import';
    const first = await call(finalizeDecision, { session_id: await ready(), conclusion }, lake.deps);
    const second = await call(finalizeDecision, { session_id: await ready(), conclusion }, lake.deps);
    expect(second).toMatchObject({ finalized: true });
    expect(second).not.toHaveProperty('experience_id');
    expect(second.message).toContain(`experience ${first.experience_id} is a near-duplicate`);
    const third = await call(
      finalizeDecision,
      { session_id: await ready(), conclusion, record_as_experience: false },
      lake.deps,
    );
    expect(third.message).toContain('No experience was requested');
  });

  it('records an expectation, without thoughts that left the problem, until its outcome is told', async () => {
    const session_id = await gathered(lake.deps);
    await think(lake.deps, session_id, 1, { thought: 'The loan report should wait for the import lock' });
    await think(lake.deps, session_id, 2, { thought: 'By the way, the logo could use new colours' });
    const said = { session_id, conclusion: 'Queue the report behind the import' };
    const { experience_id: id, message } = await call(finalizeDecision, said, lake.deps);
    expect(message).toContain('unproven');
    const before = await call(getExperience, { id }, lake.deps);
    expect(before).toMatchObject({ type: 'effective', proof: 'unproven' });
    expect(before.approach).toBe('1. The loan report should wait for the import lock');

    const changes = { type: 'ineffective', outcome: 'The queue was never drained' };
    const { new_id } = await call(updateExperience, { id, changes, reason: 'It failed' }, lake.deps);
    const after = await call(getExperience, { id: new_id }, lake.deps);
    expect(after).toMatchObject({ type: 'ineffective', revision_of: id });
    expect(after).not.toHaveProperty('proof');
    expect(await call(getExperience, { id }, lake.deps)).toMatchObject({ proof: 'contradicted' });
  });

  it('confirms an expectation when the same is recorded as experience, and not by concluding it again', async () => {
    const conclusion = 'Split the loan report by branch';
    const conclude = async () => {
      const session_id = await gathered(lake.deps);
      await think(lake.deps, session_id, 1, { thought: 'The loan report holds one lock for all branches' });
      return call(finalizeDecision, { session_id, conclusion }, lake.deps);
    };
    const { experience_id: id } = await conclude();
    await conclude();
    const expected = await call(getExperience, { id }, lake.deps);
    expect(expected.proof).toBe('unproven');
    const { type, domain, situation, approach, outcome, reasoning } = expected;
    const again = { type, domain, situation, approach, outcome, reasoning };
    expect(await call(recordExperience, again, lake.deps)).toMatchObject({ duplicate_id: id });
    expect(await call(getExperience, { id }, lake.deps)).not.toHaveProperty('proof');
  });

  it('rounds the mean confidence', async () => {
    const session_id = await gathered(lake.deps);
    await think(lake.deps, session_id, 1, { confidence: 0.8 });
    await think(lake.deps, session_id, 2, { confidence: 0.9, thought: 'The import holds the lock' });
    const done = await call(finalizeDecision, { session_id, conclusion: 'Wait for the import' }, lake.deps);
    expect(done.session_summary.avg_confidence).toBe(0.85);
  });

  it('is refused before the first thought', async () => {
    const session_id = await gathered(lake.deps);
    expect(await fail(finalizeDecision, { session_id, conclusion: 'x' }, lake.deps)).toMatchObject({
      kind: 'refused',
      data: { phase: 'gather', next_step: 'reason_through' },
    });
  });

  it('succeeds once, and nothing changes the session afterwards, even concurrently', async () => {
    const session_id = await ready();
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        [
          () => finalizeDecision.call({ session_id, conclusion: `Conclusion ${i}` }, lake.deps),
          () => reasonThrough.call({ session_id, thought: `Late ${i}`, thought_number: 3 }, lake.deps),
          () => gatherContext.call({ session_id, sources: {} }, lake.deps),
        ][i % 3]?.(),
      ),
    );
    const finalized = sent.filter((reply, i) => i % 3 === 0 && reply?.ok);
    expect(finalized).toHaveLength(1);
    expect(sent.filter((reply, i) => i % 3 === 2 && reply?.ok)).toHaveLength(0);
    const state = await call(getSessionState, { session_id }, lake.deps);
    expect(state.reasoning_session.phase).toBe('finalized');
    for (const [late, input] of [
      [finalizeDecision, { conclusion: 'Another' }],
      [reasonThrough, { thought: 'Another', thought_number: 3 }],
      [gatherContext, {}],
    ] as const)
      expect(await fail(late, { session_id, ...input }, lake.deps)).toMatchObject({
        kind: 'refused',
        message: 'The session is finalized and cannot be reopened.',
      });
    expect(await call(getSessionState, { session_id }, lake.deps)).toEqual(state);
  });
});
