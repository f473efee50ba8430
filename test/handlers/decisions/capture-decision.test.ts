import { describe, expect, it } from 'vitest';
import { storeDecision } from '../../../src/db/decisions/decisions.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const postgres = {
  statement: 'Use PostgreSQL for user database instead of MongoDB',
  alternatives: ['MongoDB', 'SQLite', 'MySQL'],
  confidence: 0.82,
  assumptions: ['PostgreSQL can handle 10k+ req/s', 'Team has PostgreSQL experience'],
  risk_level: 'medium',
  context: {
    module: 'database',
    session_id: 'sess_phase3_work',
    file_path: 'src/db/schema.ts',
    reasoning: 'ACID guarantees needed for transactions',
  },
};

const capture = (input: object) => call(captureDecision, { ...postgres, ...input }, lake.deps);
const refuse = (input: object) => fail(captureDecision, { ...postgres, ...input }, lake.deps);

describe('membria_capture_decision', () => {
  it('captures a decision that can be read back in full', async () => {
    const captured = await capture({});
    expect(captured).toMatchObject({
      decision_id: expect.stringMatching(/^dec_[0-9a-f]{12}$/),
      status: 'pending',
      confidence: 0.82,
      message: 'Decision captured successfully',
      domain: 'database',
      firewall_status: 'clear',
      warnings: [],
    });
    const decision = await call(getDecision, { decision_id: captured.decision_id }, lake.deps);
    expect(decision).toMatchObject({
      statement: postgres.statement,
      alternatives: postgres.alternatives,
      assumptions: postgres.assumptions,
      confidence: 0.82,
      risk_level: 'medium',
      module: 'database',
      session_id: 'sess_phase3_work',
      file_path: 'src/db/schema.ts',
      reasoning: 'ACID guarantees needed for transactions',
      created_at: captured.created_at,
      context_hash: captured.context_hash,
      status: 'pending',
      outcome: null,
    });
  });

  it('points out that the same decision was captured minutes ago, and stores it all the same', async () => {
    const again = { statement: 'Keep the oak shelves in the annex' };
    const first = await capture(again);
    const second = await capture(again);
    expect(second.decision_id).not.toBe(first.decision_id);
    expect(second.message).toContain(`as ${first.decision_id}: if this call repeats that one`);
    for (const other of [{ project: 'annex' }, { context: {} }, { alternatives: ['Sell them'] }])
      expect((await capture({ ...again, ...other })).message).toBe('Decision captured successfully');
    await capture({ ...again, external_id: 'shelves' });
    expect(await capture({ ...again, external_id: 'shelves' })).toMatchObject({
      duplicate: true,
      message: 'Decision captured successfully',
    });
  });

  it('takes options that differ only beyond what is stored of them for one, the chosen one', async () => {
    const long = '日本語の図書館システム'.repeat(22);
    const { decision_id } = await capture({ statement: `Use ${long}甲`, alternatives: [`${long}乙`] });
    const options = await lake.db.sql`
      select role, length(option) as characters from decision_options where decision_id = ${decision_id}`;
    expect([...options]).toEqual([{ role: 'chosen', characters: 200 }]);
    // The statement that stores a decision does not fail either, whoever calls it with an option twice.
    const option = { option: 'a', label: 'A', role: 'chosen', direction: 'adopt' } as const;
    const stored = await storeDecision(lake.db.sql, {
      ...{ id: 'dec_000000000001', statement: 'Use A', alternatives: [], assumptions: [], confidence: 0.5 },
      ...{ domain: 'database', createdBy: 'test', contextHash: '', firewallStatus: 'clear' },
      ...{ showed: [], informedBy: [], options: [option, option] },
    });
    expect(stored?.duplicate).toBe(false);
  });

  it('answers to its dotted name', () => {
    expect(catalog.find('membria.capture_decision')).toBe(captureDecision);
  });

  it('keeps a confidence of 0, and 1', async () => {
    expect((await capture({ confidence: 0 })).confidence).toBe(0);
    expect((await capture({ confidence: 1 })).confidence).toBe(1);
  });

  it('returns warnings about it', async () => {
    const { firewall_status, warnings, decision_id } = await capture({
      statement: 'Save all rows in forEach with async callbacks',
    });
    expect(firewall_status).toBe('caution');
    expect(warnings).toMatchObject([
      { type: 'antipattern', severity: 'high', evidence: 'Known antipattern' },
    ]);
    const { antipatterns_triggered } = await call(getDecision, { decision_id }, lake.deps);
    expect(antipatterns_triggered).toEqual(['forEach with async callbacks']);
  });

  it.each([
    [{ module: 'database' }, 'module'],
    [{ domain: 'database' }, 'domain'],
    [{ context: { domain: 'database' } }, 'context.domain'],
  ])('says where the module belongs: %j', async (input, field) => {
    const { data } = await refuse(input);
    expect(data).toMatchObject({ field, suggestion: 'The module is part of the context: context.module.' });
    expect(data.reason).toBeUndefined();
  });

  it.each([
    [{ confidence: 1.5 }, 'confidence', 'confidence_out_of_range', 1.5],
    [{ confidence: -0.1 }, 'confidence', 'confidence_out_of_range', -0.1],
    [{ alternatives: [] }, 'alternatives', 'missing_alternatives', 'array of 0'],
    [{ context: { module: 'kitchen' } }, 'context.module', 'invalid_module', 'kitchen'],
  ])('refuses %j with a named reason and what to do', async (input, field, reason, received) => {
    expect(await refuse(input)).toMatchObject({
      status: 400,
      code: -32602,
      data: { field, reason, received, suggestion: expect.any(String) },
    });
  });

  it('reports missing alternatives', async () => {
    const { alternatives: _, ...rest } = postgres;
    expect(await fail(captureDecision, rest, lake.deps)).toMatchObject({
      data: { field: 'alternatives', reason: 'missing_alternatives', problem: 'is required' },
    });
  });

  it('requires a statement of 10 to 500 characters', async () => {
    expect(await refuse({ statement: 'Too short' })).toMatchObject({ data: { field: 'statement' } });
    expect(await refuse({ statement: 'x'.repeat(501) })).toMatchObject({ data: { field: 'statement' } });
    expect(await capture({ statement: '; drop table decisions; --' })).toMatchObject({ status: 'pending' });
  });

  it('captures an external id once under concurrent calls', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => capture({ external_id: 'turn-7' })));
    expect(new Set(sent.map(({ decision_id }) => decision_id)).size).toBe(1);
    expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(
      await refuse({ external_id: 'turn-7', statement: 'Use MySQL for the user database' }),
    ).toMatchObject({
      status: 409,
      data: { field: 'external_id', decision_id: sent[0].decision_id },
    });
    expect(await capture({ external_id: 'turn-7', project: 'another' })).not.toHaveProperty('duplicate');
  });
});
