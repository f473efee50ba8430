import { describe, expect, it } from 'vitest';
import { markOptions } from '../../../src/gateway/llm/local/options.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import getWarnings from '../../../src/handlers/decisions/get-warnings.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

/** The options that a decision is stored with. */
async function stored(statement: string, deps: Partial<Deps>): Promise<string[]> {
  const all = { ...lake.deps, ...deps };
  const decision = { statement, alternatives: ['do nothing'], confidence: 0.7 };
  const { decision_id } = await call(captureDecision, decision, all);
  const { options } = await call(getDecision, { decision_id }, all);
  return (options as { option: string; role: string }[])
    .filter(({ option }) => option !== 'do nothing')
    .map(({ role, option }) => `${role === 'chosen' ? '+' : '-'}${option}`);
}

const unread = 'We are giving Rollbar the boot';

describe('a decision whose options the local model marks', () => {
  it('is stored with them', async () => {
    expect(await stored(unread, {})).not.toEqual(['-Rollbar']);
    expect(await stored(`${unread} today`, { markOptions })).toEqual(['-Rollbar']);
  });

  it.each([
    ['Wir nehmen PostgreSQL für die Abrechnung', '+PostgreSQL'],
    ['Nous gardons Kafka pour les alertes', '+Kafka'],
    ['Usar Redis para las sesiones', '+Redis'],
  ])('is read by its grammar where it is not English: %s', async (statement, expected) => {
    expect(await stored(statement, { markOptions })).toEqual([expected]);
  });

  it('is read by its grammar where the model fails, which the log tells', async () => {
    const { log, lines } = capturedLog();
    const markOptions = () => Promise.reject(new Error('the thread ended'));
    expect(await stored('Use Redis for carts', { markOptions, log })).toEqual(['+Redis']);
    expect(lines()).toMatchObject([{ err: { message: 'the thread ended' } }]);
  });

  it('is warned of by what it takes, also where a question does not wait for the model any longer', async () => {
    await completed('Use Rollbar for errors', 'backend', 0.8, [0, 0, 0]);
    const warnings = async (deps: Partial<Deps>) => {
      const asked = { statement: 'Rollbar it is', module: 'backend', alternatives: ['Sentry', 'none'] };
      const { warnings: all } = await call(getWarnings, asked, { ...lake.deps, ...deps });
      return (all as { type: string }[]).map(({ type }) => type);
    };
    expect(await warnings({ markOptions })).toContain('antipattern');
    const { log, lines } = capturedLog();
    expect(await warnings({ markOptions: () => new Promise(() => undefined), log })).toContain('antipattern');
    expect(lines()).toMatchObject([{ waitedMs: 300 }]);
  });
});
