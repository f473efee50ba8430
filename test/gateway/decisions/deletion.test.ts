import { describe, expect, it } from 'vitest';
import getCalibration from '../../../src/handlers/decisions/get-calibration.ts';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import getDecisionContext from '../../../src/handlers/decisions/get-decision-context.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake, {
  DEWEY_API_KEYS: 'writer:write:a-secret-for-writing,boss:admin:a-secret-for-deleting',
});
const { capture, conclude, completed } = useDecisions(lake);

const forget = async (id: string, query = '', secret = 'a-secret-for-deleting') => {
  const response = await fetch(`${server.url}/decisions/${id}${query}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${secret}` },
  });
  return { status: response.status, body: (await response.json()) as { status: string } };
};
const shape = () => call(getCalibration, { domain: 'database' }, lake.deps);

describe('DELETE /decisions/<id>', () => {
  it('hides a decision everywhere at once, and restores it on request', async () => {
    await completed('Partition the events table by month', 'database', 0.8, [1, 1, 1]);
    const id = await capture('Use MongoDB for user data', 'database', { external_id: 'mongo' });
    await conclude(id, 0, { lessons_learned: ['Benchmark first'] });
    expect(await shape()).toMatchObject({ sample_size: 4, alpha: 4, beta: 2 });

    expect(await forget(id)).toEqual({ status: 200, body: { decision_id: id, status: 'hidden' } });
    expect(await shape()).toMatchObject({ sample_size: 3, alpha: 4, beta: 1 });
    expect(await fail(getDecision, { decision_id: id }, lake.deps)).toMatchObject({ code: -32003 });
    const asked = { statement: 'Use MongoDB for user data', module: 'database', depth: 'full' };
    // The others were chosen over MongoDB.
    const { similar_decisions } = await call(getDecisionContext, asked, lake.deps);
    expect(similar_decisions).toHaveLength(3);
    for (const one of similar_decisions)
      expect(one).toMatchObject({ statement: 'Partition the events table by month', direction: 'opposite' });
    // Neither an import nor a repeated call restores it.
    await expect(capture('Use MongoDB for user data', 'database', { external_id: 'mongo' })).rejects.toThrow(
      '409',
    );

    expect((await forget(id, '?undo=true')).body.status).toBe('restored');
    expect(await shape()).toMatchObject({ sample_size: 4, alpha: 4, beta: 2 });
    expect(await call(getDecision, { decision_id: id }, lake.deps)).toMatchObject({ outcome: 'failure' });
  });

  it('removes it permanently with everything that depends on it, and leaves a tombstone', async () => {
    const id = await capture('Store card numbers of customers Smith and Jones', 'backend');
    await conclude(id, 0, { lessons_learned: ['Never again'] });
    expect((await forget(id, '?purge=true')).body.status).toBe('purged');
    for (const table of ['decision_outcomes', 'decision_confidences', 'lessons', 'decision_anomalies']) {
      const rows = await lake.db.sql`select from ${lake.db.sql(table)} where decision_id = ${id}`;
      expect(rows, table).toHaveLength(0);
    }
    expect(await lake.db.sql`select from decisions where id = ${id}`).toHaveLength(0);
    expect(await lake.db.sql`select from decision_edges where from_id = ${id} or to_id = ${id}`).toHaveLength(
      0,
    );
    expect(
      await lake.db.sql`select from tombstones where kind = 'decision' and source_id = ${id}`,
    ).toHaveLength(1);
  });

  it('removes the lessons it contributed to when too few decisions support them, even if it was hidden before', async () => {
    const ids = await completed('Cache customer Smith at the edge', 'api', 0.8, [1, 1, 1]);
    const skills = () => lake.db.sql`select from skills where domain = 'api'`;
    expect(await skills()).toHaveLength(1);
    await forget(ids[0] ?? '');
    expect((await forget(ids[0] ?? '', '?purge=true')).body.status).toBe('purged');
    expect(await skills()).toHaveLength(0);
    expect((await forget(ids[0] ?? '', '?purge=true')).status).toBe(404);
  });

  it('is for administrators, and reports when there is nothing to delete', async () => {
    const id = await capture('Use PostgreSQL for the user database');
    expect((await forget(id, '', 'a-secret-for-writing')).status).toBe(403);
    expect(await call(getDecision, { decision_id: id }, lake.deps)).toMatchObject({ status: 'pending' });
    expect(await forget('dec_nowhere')).toMatchObject({ status: 404, body: { error: { code: -32003 } } });
  });
});
