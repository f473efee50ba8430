import { describe, expect, it } from 'vitest';
import getDecisionContext from '../../../src/handlers/decisions/get-decision-context.ts';
import getWarnings from '../../../src/handlers/decisions/get-warnings.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude, completed } = useDecisions(lake);

const context = (input: object = {}) =>
  call(
    getDecisionContext,
    { statement: 'Use PostgreSQL for user database', module: 'database', confidence: 0.6, ...input },
    lake.deps,
  );

describe('membria_get_decision_context', () => {
  it('returns little for an empty lake', async () => {
    expect(await context()).toMatchObject({
      calibration_context: { status: 'no_data', team_success_rate: null, gap: null, your_confidence: 0.6 },
      similar_decisions: [],
      applicable_skills: [],
      warnings: [],
    });
  });

  it('rates the team in status and the caller in gap', async () => {
    await completed('Use PostgreSQL for analytics', 'database', 0.75, [1, 1, 1, 0, 1, 1, 1, 0, 1]);
    const mongo = await capture('Use MongoDB for user data', 'database');
    await conclude(mongo, 0.1, { lessons_learned: ['Benchmark alternatives first'] });
    await capture('Use PostgreSQL for user preferences', 'database');

    const standard = await context();
    expect(standard.calibration_context).toMatchObject({
      domain: 'database',
      sample_size: 10,
      team_confidence: 0.75,
      team_success_rate: 0.675, // 8.1 / 12
      status: 'inconclusive',
      gap: -0.075,
      basis: 'PostgreSQL: 7 of 9 in database',
      recommendation: expect.stringMatching(/^PostgreSQL: 7 of 9 in database: .*0\.60/),
    });
    expect(standard.similar_decisions).toHaveLength(3);
    expect(standard).not.toHaveProperty('related_decisions');

    const { similar_decisions, causal_context } = await context({ statement: 'Use MongoDB for cache layer' });
    expect(similar_decisions).toEqual([
      {
        decision_id: mongo,
        statement: 'Use MongoDB for user data',
        success_rate: 0.1,
        score: expect.any(Number),
        direction: 'same',
        lessons: ['Benchmark alternatives first'],
        antipattern: 'Failed before: Benchmark alternatives first',
      },
      // MongoDB was an alternative there.
      ...Array(2).fill(
        expect.objectContaining({ statement: 'Use PostgreSQL for analytics', direction: 'opposite' }),
      ),
    ]);
    expect(causal_context).toEqual({
      previous_failed_decisions: ['Use MongoDB for user data'],
      lessons_learned: ['Benchmark alternatives first'],
    });
  });

  it('finds skills by the option that is named, not by the words of their examples', async () => {
    await completed('Use PostgreSQL for the analytics jobs', 'infra', 0.75, [1, 1, 1]);
    const skillsFor = async (statement: string) =>
      (await context({ statement, module: 'infra', depth: 'full' })).applicable_skills.map(
        ({ skill }: { skill: string }) => skill,
      );
    const skill = expect.stringMatching(/^Use PostgreSQL in infra decisions/);
    expect(await skillsFor('Give the data team its own Postgres replica')).toContainEqual(skill);
    expect(await skillsFor('Put the analytics jobs on RabbitMQ')).toEqual([]);
    expect(await skillsFor('Paint the window of the analytics office')).toEqual([]);
  });

  it('has one figure for the confidence in a decision: that of its option, where the option has outcomes', async () => {
    await completed('Use OpenAPI for the partners', 'api', 0.75, [1, 1, 1, 1, 1, 1, 1, 1]);
    await completed('Use GraphQL for the partners', 'api', 0.75, [0, 0, 0]);
    const about = { statement: 'Use GraphQL for the shop', module: 'api', confidence: 0.95 };
    const { calibration_context, warnings } = await context(about);
    const [, figure] = /consider (0\.\d\d)$/.exec(calibration_context.recommendation) ?? [];
    expect(calibration_context).toMatchObject({ basis: 'GraphQL: 0 of 3 in api', team_success_rate: 0.6923 });
    expect(Number(figure)).toBeLessThan(0.5);
    const warning = {
      type: 'overconfidence',
      message: `Your confidence (0.95) is above the success rate (${figure}) of its option (GraphQL: 0 of 3 in api)`,
      recommendation: `Consider ${figure} (more realistic)`,
    };
    expect(warnings).toContainEqual(expect.objectContaining(warning));
    const warned = await call(getWarnings, about, lake.deps);
    expect(warned.warnings).toContainEqual(expect.objectContaining(warning));

    // Above the rate of the domain, and what the outcomes of the option bear out.
    const good = await context({ statement: 'Use OpenAPI for the shop', module: 'api', confidence: 0.87 });
    expect(good.warnings).toEqual([]);
    expect(good.calibration_context.recommendation).toBe('OpenAPI: 8 of 8 in api: your confidence matches');
  });

  it('names no failure of another choice as one of this', async () => {
    // Chosen over MongoDB.
    await completed('Use PostgreSQL for analytics', 'database', 0.75, [0, 0, 0]);
    const asked = await context({ statement: 'Use MongoDB for analytics' });
    expect(asked.similar_decisions.at(-1)).toMatchObject({ direction: 'opposite' });
    expect(asked.causal_context.previous_failed_decisions).not.toContain('Use PostgreSQL for analytics');
  });

  it('marks a warning of overconfidence as weak while the outcomes do not bear it out', async () => {
    await completed('Use passkeys for staff login', 'auth', 0.95, [1, 1, 1]);
    const { calibration_context, warnings } = await context({
      statement: 'Ask every partner to sign in each morning',
      module: 'auth',
      confidence: 0.95,
    });
    expect(warnings).toMatchObject([{ type: 'overconfidence', evidence: 'weak' }]);
    expect(calibration_context).toMatchObject({
      status: 'inconclusive',
      basis: 'auth: 80% over 3 outcomes',
      recommendation: expect.stringMatching(
        /too few to call your 0\.95 wrong; \d+ more outcomes at this rate would tell$/,
      ),
    });
    // Less than .1 above the rate of its option.
    const passkeys = await context({
      statement: 'Use passkeys for partners',
      module: 'auth',
      confidence: 0.95,
    });
    expect(passkeys.warnings).toEqual([]);
    expect(passkeys.calibration_context).toMatchObject({
      basis: 'Passkeys: 3 of 3 in auth',
      recommendation: expect.stringMatching(/too few to call your 0\.95 wrong/),
    });
  });

  it('returns more with greater depth', async () => {
    const minimal = await context({ depth: 'minimal', confidence: 0.95 });
    expect(minimal).toMatchObject({ similar_decisions: [], applicable_skills: [] });
    expect(minimal.warnings).toHaveLength(1);
    expect(minimal).not.toHaveProperty('causal_context');

    const full = await context({ depth: 'full' });
    expect(full.similar_decisions.length).toBeGreaterThan(3);
    expect(full.causal_context.causal_chains).toHaveLength(3);
    expect(full.causal_context.causal_chains[0]).toContainEqual(expect.stringMatching(/^outcome: /));
    expect(full.related_decisions).toMatchObject([
      { statement: 'Use PostgreSQL for user preferences', success_rate: null },
    ]);
  });
});
