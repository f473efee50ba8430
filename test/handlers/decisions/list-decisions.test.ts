import { beforeAll, describe, expect, it } from 'vitest';
import listDecisions from '../../../src/handlers/decisions/list-decisions.ts';
import updateDecision from '../../../src/handlers/decisions/update-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude } = useDecisions(lake);

const list = async (input: Record<string, unknown> = {}): Promise<string[]> =>
  (await call(listDecisions, input, lake.deps)).decisions.map((one: { statement: string }) => one.statement);

describe('membria_list_decisions', () => {
  beforeAll(async () => {
    const past = '2020-01-01T00:00:00Z';
    const done = await capture('Use Kafka for the orders', 'backend', { review_at: past, project: '/shop' });
    await conclude(done, 1);
    await capture('Use Redis for the sessions', 'backend', { review_at: past, project: '/shop' });
    await capture('Use passkeys for logins', 'auth', { alternatives: ['Magic links', 'Passwords'] });
    await capture('Cache the prices for an hour', undefined, {
      review_at: '2019-01-01T00:00:00Z',
      context: { reasoning: 'The supplier allows 1000 calls a day' },
    });
  });

  it('lists all, newest first', async () => {
    expect(await list()).toEqual([
      'Cache the prices for an hour',
      'Use passkeys for logins',
      'Use Redis for the sessions',
      'Use Kafka for the orders',
    ]);
  });

  it.each([
    [{ module: 'auth' }, ['Use passkeys for logins']],
    [{ module: 'general' }, ['Cache the prices for an hour']],
    [{ status: 'completed' }, ['Use Kafka for the orders']],
    [{ project: '/shop' }, ['Use Redis for the sessions', 'Use Kafka for the orders']],
    [{ project: 'shop' }, ['Use Redis for the sessions', 'Use Kafka for the orders']],
    [{ project: '/home/ada/shop' }, []],
    [{ option: 'magic' }, ['Use passkeys for logins']],
    [{ option: 'redis' }, ['Use Redis for the sessions']],
    [{ option: 'WebAuthn passkey' }, ['Use passkeys for logins']],
    [{ option: '100%' }, []],
    [{ text: 'session' }, ['Use Redis for the sessions']],
    [{ text: 'supplier' }, ['Cache the prices for an hour']],
    [{ person: 'nobody-like-this' }, []],
    [{ until: '2001-01-01T00:00:00Z' }, []],
    [{ due: true }, ['Cache the prices for an hour', 'Use Redis for the sessions']],
    [{ due: true, module: 'backend' }, ['Use Redis for the sessions']],
  ])('filters by %j', async (input, expected) => {
    expect(await list(input)).toEqual(expected);
  });

  it('goes through all pages with a cursor, each decision once', async () => {
    for (const due of [false, true]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { decisions: { statement: string }[]; next_cursor: string | null } = await call(
          listDecisions,
          { limit: 1, due, ...(cursor === null ? {} : { cursor }) },
          lake.deps,
        );
        seen.push(...page.decisions.map(({ statement }) => statement));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(await list({ due }));
    }
    expect(await fail(listDecisions, { cursor: 'made up' }, lake.deps)).toMatchObject({ status: 400 });
  });

  it('asks for an outcome after 30 days unless told otherwise, and again after the date was moved', async () => {
    const id = await capture('Keep the search index on disk', 'infra');
    const { decisions } = await call(listDecisions, { module: 'infra' }, lake.deps);
    const [{ created_at, review_at }] = decisions;
    expect(Date.parse(review_at) - Date.parse(created_at)).toBe(30 * 24 * 60 * 60 * 1000);
    expect(await list({ due: true, module: 'infra' })).toEqual([]);
    await call(updateDecision, { decision_id: id, review_at: created_at }, lake.deps);
    expect(await list({ due: true, module: 'infra' })).toEqual(['Keep the search index on disk']);
  });
});
