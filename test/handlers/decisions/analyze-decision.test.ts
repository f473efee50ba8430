import { describe, expect, it } from 'vitest';
import analyzeDecision from '../../../src/handlers/decisions/analyze-decision.ts';
import recordSignal from '../../../src/handlers/decisions/record-signal.ts';
import updateDecision from '../../../src/handlers/decisions/update-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude, completed } = useDecisions(lake);

const analyze = async (decision_id: string) =>
  (await call(analyzeDecision, { decision_id }, lake.deps)).analysis;

describe('membria_analyze_decision', () => {
  it('follows the chain from the decision through code, outcome and lesson to the skill and the decision it informed', async () => {
    const statement = 'Use PostgreSQL for the orders';
    await completed(statement, 'database', 0.8, [1, 1]);
    const decision_id = await capture(statement, 'database');
    await call(updateDecision, { decision_id, linked_commit: 'abcdef1234' }, lake.deps);
    await conclude(decision_id, 0.87, { lessons_learned: ['ACID matters for orders'] });
    const next = await capture('Use PostgreSQL for the returned orders', 'database');

    const { causal_chain, causes } = await analyze(decision_id);
    expect(causal_chain).toEqual({
      decision: statement,
      implementation: 'CodeChange: abcdef1234',
      outcome: 'Success (0.87 score)',
      lesson: 'ACID matters for orders',
      skill_generated: 'Use PostgreSQL in database decisions: 3 of 3 succeeded (orders)',
      antipattern_generated: null,
    });
    expect(causes.at(-1)).toMatchObject({ id: next, kind: 'decision', type: 'informed', depth: 3 });
  });

  it('names no decision as informed that has only the examples of a skill in common with it', async () => {
    const [first = ''] = await completed('Use PostgreSQL for the shop', 'backend', 0.8, [1, 1]);
    await completed('Use PostgreSQL for the thumbnails jobs', 'backend', 0.8, [1]);
    const fields = { alternatives: ['a monolith'] };
    await capture('Split the shop into microservices', 'backend', fields);
    await capture('Rewrite the shop in Vue 3', 'backend', fields);
    await capture('Paint the old shop window', 'backend', fields);
    const chosen = await capture('Keep the thumbnails in Postgres 16', 'backend', fields);
    const considered = await capture('Put the sessions into Redis', 'backend', { alternatives: ['pg'] });
    const { causes } = await analyze(first);
    const informed = causes.filter(({ type }: { type: string }) => type === 'informed');
    expect(informed.map(({ id }: { id: string }) => id).toSorted()).toEqual([chosen, considered].toSorted());
  });

  it('counts the decisions it prevented', async () => {
    const chosen = await capture('Use jose for session tokens', 'auth', {
      alternatives: ['A hand-written JWT', 'Passport'],
    });
    expect(await analyze(chosen)).toMatchObject({
      prevention_effectiveness: { prevented_decisions: 0, prevented_issue: null },
      antipatterns_avoided: ['Hand-written JWT or cryptography'],
    });
    const warned = await capture('Ship a hand-written JWT for session tokens', 'auth');
    expect((await analyze(chosen)).prevention_effectiveness.prevented_decisions).toBe(0);
    await call(updateDecision, { decision_id: warned, status: 'reworked' }, lake.deps);
    expect((await analyze(chosen)).prevention_effectiveness).toEqual({
      prevented_decisions: 1,
      prevented_issue: 'Attempted: Ship a hand-written JWT for session tokens',
    });
    const carriedOut = await capture('Ship another hand-written JWT for invitations', 'auth');
    await call(updateDecision, { decision_id: carriedOut, status: 'executed' }, lake.deps);
    expect((await analyze(chosen)).prevention_effectiveness.prevented_decisions).toBe(1);
  });

  it('counts no decision that only has a word in common with a rejected alternative', async () => {
    const chosen = await capture('Write the importer in Rust', 'backend', { alternatives: ['Go', 'Wait'] });
    const prevented = async () => (await analyze(chosen)).prevention_effectiveness.prevented_decisions;
    for (const statement of [
      'Go live on Black Friday without a rollback plan',
      'Ship the fix untested, customers cannot wait',
    ]) {
      const later = await capture(statement, 'backend', { alternatives: ['Next week'] });
      await call(updateDecision, { decision_id: later, status: 'reworked' }, lake.deps);
    }
    expect(await prevented()).toBe(0);
    const same = await capture('Use golang for the exporter', 'backend', { alternatives: ['Python'] });
    await call(updateDecision, { decision_id: same, status: 'reworked' }, lake.deps);
    expect(await prevented()).toBe(0); // nothing warned of it
    const warned = await capture('Rewrite the importer in Go without a backup', 'backend', {
      alternatives: ['Python'],
    });
    await call(updateDecision, { decision_id: warned, status: 'reworked' }, lake.deps);
    expect(await prevented()).toBe(1);
  });

  it('counts no decision that was left as it was after the warning, or that was shown none', async () => {
    const chosen = await capture('Use Postmark for mails', 'api', { alternatives: ['Sendgrid'] });
    await capture('Use Sendgrid for newsletters', 'api');
    const quiet = await capture('Use Sendgrid for receipts', 'api');
    await call(updateDecision, { decision_id: quiet, status: 'reworked' }, lake.deps);
    expect((await analyze(chosen)).prevention_effectiveness.prevented_decisions).toBe(0);
  });

  it('sums up the pull request that it names, else its first change, and the latest lesson', async () => {
    const linked = await capture('Use Valkey for the sessions', 'infra');
    for (const linked_commit of ['f00d001', 'f00d002', 'f00d003', 'f00d004', 'f00d005'])
      await call(updateDecision, { decision_id: linked, linked_commit }, lake.deps);
    expect((await analyze(linked)).causal_chain.implementation).toBe('CodeChange: f00d001');
    const linked_pr = 'https://github.com/acme/shop/pull/7';
    await call(updateDecision, { decision_id: linked, linked_pr }, lake.deps);
    await conclude(linked, 1, { lessons_learned: ['one', 'two', 'three', 'four', 'five', 'six'] });
    expect((await analyze(linked)).causal_chain).toMatchObject({
      implementation: `CodeChange: ${linked_pr}`,
      lesson: 'six',
    });
  });

  it('names what followed: signals, links and the decisions that cite it', async () => {
    const first = await capture('Use NATS between the services', 'backend');
    await call(
      recordSignal,
      { decision_id: first, signal_type: 'incident', valence: 'negative', description: 'Messages lost' },
      lake.deps,
    );
    const next = await capture('Use a transactional outbox', 'backend', {
      context: { module: 'backend', reasoning: `After the incident of ${first}` },
    });
    const { signals, cited_by } = await analyze(first);
    expect(signals).toMatchObject([{ signal_type: 'incident', description: 'Messages lost' }]);
    expect(cited_by).toEqual([{ decision_id: next, statement: 'Use a transactional outbox' }]);
  });

  it('reports an unknown decision', async () => {
    expect(await fail(analyzeDecision, { decision_id: 'dec_nowhere' }, lake.deps)).toMatchObject({
      code: -32003,
    });
  });
});
