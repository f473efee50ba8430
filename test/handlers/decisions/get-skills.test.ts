import { describe, expect, it } from 'vitest';
import getSkills from '../../../src/handlers/decisions/get-skills.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

describe('membria_get_skills', () => {
  it('puts the most applicable first', async () => {
    await completed('Use connection pooling for PostgreSQL', 'database', 0.8, [1, 1, 1]);
    await completed('Partition the events table by month', 'database', 0.8, [1, 1, 1, 1, 1, 1]);
    await completed('Use MongoDB for billing records', 'database', 0.8, [0, 0, 0]);
    const get = async (input: object = {}) =>
      await call(getSkills, { domain: 'database', ...input }, lake.deps);

    const sure = await get();
    expect(sure.skills.map((one: { confidence: number }) => one.confidence)).toEqual([0.875, 0.8]);
    expect(sure.skills[0]).toMatchObject({
      skill_id: expect.stringMatching(/^sk_/),
      evidence: { successes: 6, total_outcomes: 6 },
      applicability_score: null,
    });

    const asked = await get({ decision_statement: 'Open a PostgreSQL connection for each request' });
    expect(asked.skills[0]).toMatchObject({
      statement: 'Use connection pooling in database decisions: 3 of 3 succeeded',
    });
    expect(asked.skills[0].applicability_score).toBeGreaterThan(asked.skills[1].applicability_score);

    const learned = await get({ decision_statement: 'Use MongoDB for billing records of partners' });
    expect(learned.antipatterns[0]).toMatchObject({
      pattern: 'Using MongoDB in database decisions: 0 of 3 succeeded (billing records)',
      success_rate: 0.2,
      severity: 'high',
      recommendation: 'Consider SQLite instead',
      applies: true,
    });
    expect((await get({ min_confidence: 0.85 })).skills).toHaveLength(1);
    expect((await get({ limit: 1 })).antipatterns).toHaveLength(1);
  });

  it('applies to what names its option in any spelling, not to what has its examples in common', async () => {
    await completed('Use PostgreSQL for the newsletter jobs', 'infra', 0.8, [1, 1, 1]);
    const scores = async (decision_statement: string) => {
      const { skills } = await call(getSkills, { domain: 'infra', decision_statement }, lake.deps);
      return skills.map((one: { applicability_score: number }) => one.applicability_score);
    };
    expect(await scores('Give the data team its own Postgres replica')).toEqual([0.8]);
    expect(await scores('Put the newsletter jobs on RabbitMQ')).toEqual([0]);
  });

  it('of decisions without an option apply where half of the words are the same', async () => {
    const text = 'Every team writes down its duties each quarter';
    await completed(text, 'general', 0.8, [1, 1, 1]);
    const scores = async (decision_statement: string) => {
      const { skills } = await call(getSkills, { domain: 'general', decision_statement }, lake.deps);
      return skills.map((one: { applicability_score: number }) => one.applicability_score);
    };
    expect(await scores(`${text}, and reads it`)).toEqual([0.8]);
    expect(await scores('Buy a chair for the team')).toEqual([expect.closeTo(0.8 / 5)]);
  });

  it('excludes other domains', async () => {
    const { skills } = await call(getSkills, { domain: 'frontend', min_confidence: 0 }, lake.deps);
    expect(skills).toEqual([]);
  });
});
