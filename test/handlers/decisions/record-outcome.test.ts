import { describe, expect, it } from 'vitest';
import getCalibration from '../../../src/handlers/decisions/get-calibration.ts';
import getSkills from '../../../src/handlers/decisions/get-skills.ts';
import recordOutcome from '../../../src/handlers/decisions/record-outcome.ts';
import updateDecision from '../../../src/handlers/decisions/update-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude, completed } = useDecisions(lake);

const calibration = (domain: string) => call(getCalibration, { domain }, lake.deps);

describe('membria_record_outcome', () => {
  it('updates the calibration of the domain and reports the change', async () => {
    const first = await conclude(await capture('Use PostgreSQL for the user database', 'database'), 0.87);
    expect(first).toMatchObject({
      outcome_id: expect.stringMatching(/^outcome_dec_[0-9a-f]{12}_[0-9a-f]{6}$/),
      final_status: 'success',
      final_score: 0.87,
      calibration_impact: {
        domain: 'database',
        previous_success_rate: 0.5,
        new_success_rate: 0.6233, // 1.87 / 3
        sample_size: 1,
        confidence_gap: 0.1267,
      },
    });
    const second = await conclude(await capture('Use a read replica for reports', 'database'), 1);
    expect(second.calibration_impact).toMatchObject({
      previous_success_rate: 0.6233,
      new_success_rate: 0.7175,
    });
  });

  it('keeps one outcome when many are recorded concurrently', async () => {
    const decision_id = await capture('Use OAuth for partner logins', 'auth');
    const input = { decision_id, final_status: 'success', final_score: 1 };
    const replies = await Promise.allSettled(
      Array.from({ length: 12 }, () => call(recordOutcome, input, lake.deps)),
    );
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { n } = (
      await lake.db.sql`select count(*)::int as n from decision_outcomes where decision_id = ${decision_id}`
    )[0] as { n: number };
    expect(n).toBe(1);
    expect(await fail(recordOutcome, input, lake.deps)).toMatchObject({
      status: 409,
      data: { reason: 'outcome_exists', suggestion: expect.stringContaining('replace') },
    });
  });

  it('loses no outcome of a domain when decisions complete at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, i) => capture(`Cache endpoint number ${i} at the edge`, 'api')),
    );
    await Promise.all(ids.map((id, i) => conclude(id, i % 2)));
    expect(await calibration('api')).toMatchObject({ sample_size: 12, alpha: 7, beta: 7 });
  });

  it('replaces an outcome on request, and the calibration with it', async () => {
    const ids = await completed('Use server components for the dashboard', 'frontend', 0.8, [1, 1, 1]);
    expect(await calibration('frontend')).toMatchObject({ alpha: 4, beta: 1 });
    await call(updateDecision, { decision_id: ids[0], confidence_update: 0.1 }, lake.deps);
    const replaced = await conclude(ids[0] ?? '', 0, { replace: true });
    expect(replaced.replaced).toBe(true);
    const found = await calibration('frontend');
    expect(found).toMatchObject({ sample_size: 3, alpha: 3, beta: 2 });
    expect(found.mean_confidence).toBe(0.8); // the confidence stated before the outcome counts
  });

  it('counts the last confidence before the outcome', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map((i) => capture(`Move worker ${i} to spot machines`, 'infra')),
    );
    for (const decision_id of ids) {
      await call(updateDecision, { decision_id, confidence_update: 0.4 }, lake.deps);
      await conclude(decision_id, 1);
    }
    expect((await calibration('infra')).mean_confidence).toBe(0.4);
  });

  it('answers a repeated call with the first reply', async () => {
    const decision_id = await capture('Use feature flags for the new checkout', 'backend');
    const first = await conclude(decision_id, 0.7, { external_id: 'review-1' });
    const again = await conclude(decision_id, 0.7, { external_id: 'review-1' });
    expect(again).toEqual({ ...first, duplicate: true });
    expect(
      await fail(
        recordOutcome,
        { decision_id, final_status: 'failure', final_score: 0, external_id: 'review-1' },
        lake.deps,
      ),
    ).toMatchObject({ status: 409, data: { field: 'external_id' } });
  });

  it('derives a skill from three similar successes, updates it, and retires it when the evidence turns', async () => {
    const statement = 'Use connection pooling for the PostgreSQL cluster';
    const options = { decision_domain: 'general', lessons_learned: ['Pool from 5k req/s on'] };
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => capture(statement)));
    const replies = [];
    for (const id of ids.slice(0, 3)) replies.push(await conclude(id, 1, options));
    expect(replies[1]).not.toHaveProperty('skill_generated');
    expect(replies[2].skill_generated).toMatchObject({
      skill: 'Use connection pooling in decisions: 3 of 3 succeeded',
      confidence: 0.8,
    });
    const skills = async () =>
      (await call(getSkills, { domain: 'general', min_confidence: 0 }, lake.deps)).skills;
    expect(await skills()).toMatchObject([
      {
        evidence: { successes: 3, total_outcomes: 3 },
        recommendation: 'Do it again: it worked in 3 of 3 cases. Lesson: Pool from 5k req/s on',
        version: 1,
      },
    ]);
    for (const id of ids.slice(3)) replies.push(await conclude(id, 0, options));
    expect(await skills()).toEqual([]);
    expect(replies[5].antipattern_generated).toMatchObject({
      pattern: 'Using connection pooling in decisions: 3 of 6 succeeded',
      confidence: 0.5,
    });
    const versions = await lake.db.sql`
      select v.total, v.retired_at is not null as retired from skill_versions v join skills s on s.id = v.skill_id
      where s.domain = 'general' order by v.version`;
    expect(versions).toMatchObject([
      { total: 3, retired: false },
      { total: 3, retired: true },
    ]);
  });

  it('reports a confident failure as a surprise', async () => {
    const decision_id = await capture('Rewrite the search service in one weekend', 'backend', {
      confidence: 0.9,
    });
    const { anomalies } = await conclude(decision_id, 0.1, { signals: { incident_found: true } });
    expect(anomalies).toMatchObject([
      { kind: 'surprise', severity: 'high' },
      { kind: 'incident', severity: 'high' },
    ]);
    await conclude(decision_id, 0.8, { replace: true });
    const open = await lake.db.sql`
      select kind from decision_anomalies where decision_id = ${decision_id} and resolved_at is null`;
    expect(open).toHaveLength(0);
  });

  it('closes the anomaly of a domain when its outlier is moved to another domain', async () => {
    const ids: string[] = [];
    for (const score of [0.9, 0, 0]) {
      const id = await capture('Roll the deploys out by region', 'auth', { confidence: 0.9 });
      await conclude(id, score);
      ids.push(id);
    }
    const open = () => lake.db.sql`
      select kind from decision_anomalies
      where domain = 'auth' and decision_id is null and kind = 'miscalibrated' and resolved_at is null`;
    const fourth = await capture('Roll the deploys out by region', 'auth', { confidence: 0.9 });
    await conclude(fourth, 0.9);
    expect(await open()).toHaveLength(1);
    await conclude(ids[2] ?? '', 0, { replace: true, decision_domain: 'infra' });
    expect(await open()).toHaveLength(0);
  });

  it('names a missing decision', async () => {
    const input = { decision_id: 'dec_nowhere', final_status: 'success', final_score: 1 };
    expect(await fail(recordOutcome, input, lake.deps)).toMatchObject({ status: 404, code: -32003 });
  });
});
