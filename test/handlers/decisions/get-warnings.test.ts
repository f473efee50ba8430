import { describe, expect, it } from 'vitest';
import { antipatternsOf } from '../../../src/db/decisions/antipatterns.ts';
import { builtIn } from '../../../src/handlers/decisions/domain/built-in.ts';
import getWarnings from '../../../src/handlers/decisions/get-warnings.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

const warn = (input: object) => call(getWarnings, { module: 'auth', ...input }, lake.deps);

describe('membria_get_warnings', () => {
  it('knows the built-in antipatterns from the start', async () => {
    const stored = await antipatternsOf(lake.db.sql, 'auth');
    expect(
      stored.map(({ id, pattern, terms, recommendation, domain }) => ({
        id,
        pattern,
        domain,
        terms,
        recommendation,
      })),
    ).toEqual(builtIn);
  });

  it('cautions for one antipattern and blocks for two', async () => {
    const alternatives = ['map() with Promise.all()', 'a queue'];
    const one = await warn({
      statement: 'Send mails in forEach with async callbacks',
      confidence: 0.8,
      alternatives,
    });
    expect(one).toMatchObject({ firewall_status: 'caution', risk_score: 0.2333 });
    expect(one.warnings).toMatchObject([{ type: 'antipattern', severity: 'high' }]);
    const two = await warn({
      statement: 'Send mails in forEach with async callbacks',
      context: { notes: ['signed with a hand-written JWT'] },
      confidence: 0.8,
      alternatives,
    });
    expect(two).toMatchObject({ firewall_status: 'block', risk_score: 0.4667 });
  });

  it('blocks low confidence without alternatives', async () => {
    expect(await warn({ statement: 'Use sessions in cookies', confidence: 0.3 })).toMatchObject({
      firewall_status: 'block',
      risk_score: 0.4667,
    });
  });

  it('warns of earlier failures', async () => {
    await completed('Store sessions in local storage', 'auth', 0.6, [0, 0, 0]);
    const { warnings } = await warn({
      statement: 'Keep login sessions in the local storage of the browser and store them',
      confidence: 0.5,
      alternatives: ['cookies', 'memory'],
    });
    expect(warnings).toMatchObject([
      { type: 'antipattern', evidence: 'Found in 3 failed decisions of 3' },
      { type: 'overconfidence', recommendation: expect.stringContaining('0.20') }, // the rate of the option
    ]);
  });

  it('requires the module', async () => {
    expect(await fail(getWarnings, { statement: 'Use sessions in cookies' }, lake.deps)).toMatchObject({
      status: 400,
      data: { field: 'module', problem: 'is required' },
    });
  });

  it('reads the meaning of a statement where a model is at hand, and its words where that fails or takes too long', async () => {
    const statement = 'Choose the cheaper of two ways to host the wiki';
    const risks = async (dangerByMeaning: () => Promise<number>) => {
      const { warnings } = await call(
        getWarnings,
        { module: 'infra', statement, alternatives: ['the dearer one', 'none'] },
        { ...lake.deps, dangerByMeaning },
      );
      return warnings;
    };
    expect(await risks(async () => 9)).toMatchObject([{ type: 'risk', severity: 'low' }]);
    expect(await risks(() => Promise.reject(new Error('the thread ended')))).toEqual([]);
    expect(await risks(() => new Promise(() => undefined))).toEqual([]);
  });
});
