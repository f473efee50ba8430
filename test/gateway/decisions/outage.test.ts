import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { restClient, type ToolClient } from '../../support/clients.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';
import { type Way, wayTo } from '../../support/way.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
let way: Way;
let db: Database;
let server: RunningServer;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-outage-'));
  way = await wayTo(lake.url);
  await way.mend();
  db = connect(way.url);
  const config = testConfig({ DEWEY_DATA_DIR: dataDir, DEWEY_DECISION_LIMITS: 'off' });
  server = await startServer(catalog, db, config, createLog('silent'));
});

afterAll(async () => {
  await server.stop();
  await db.close();
  way.cut();
  await rm(dataDir, { recursive: true, force: true });
});

const decision = (statement: string) => ({ statement, alternatives: ['MongoDB', 'SQLite'], confidence: 0.8 });
/** Retries until the database is reachable: after an outage each pool connection recovers in its own time. */
const patiently = (client: ToolClient, tool: string, input: object) =>
  eventually(() => client.call(tool, input).catch(() => undefined));

const waiting = async () =>
  (await readdir(join(dataDir, 'spool', 'decisions'))).filter((name) => name.endsWith('.json'));

describe('while the database is unreachable', () => {
  it('decisions and signals are accepted under their final ids and stored once when it is back', async () => {
    const client = restClient(server.url);
    const before = await client.call('membria_capture_decision', decision('Use PostgreSQL for orders'));
    const acknowledged = new Map<string, string>();
    const queued: string[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 15; n += 1) {
        if (writer === 0 && n === 4) way.cut();
        if (writer === 0 && n === 11) await way.mend();
        const statement = `Use PostgreSQL for part ${writer} number ${n}`;
        const { decision_id, status } = await client.call('membria_capture_decision', decision(statement));
        acknowledged.set(decision_id, statement);
        if (status === 'queued') queued.push(decision_id);
        const signal = { decision_id: before.decision_id, signal_type: 'ci_passed', valence: 'positive' };
        await client.call('membria_record_signal', signal);
      }
    });
    await Promise.all(writers);
    expect(queued.length).toBeGreaterThan(0);
    expect(acknowledged.size).toBe(60);

    await eventually(async () => (await waiting()).length === 0);
    const rows = await lake.db.sql<{ id: string; statement: string }[]>`
      select id, statement from decisions where statement like 'Use PostgreSQL for part%'`;
    expect(new Map(rows.map(({ id, statement }) => [id, statement]))).toEqual(acknowledged);
    expect(rows).toHaveLength(60);
    const signals = await lake.db.sql`select from decision_signals where decision_id = ${before.decision_id}`;
    expect(signals).toHaveLength(60);
  });

  it('calibrations come from the last read, with its age; everything else says when to retry', async () => {
    const client = restClient(server.url);
    for (let i = 0; i < 3; i += 1) {
      const { decision_id } = await client.call('membria_capture_decision', {
        ...decision('Use OAuth for partner logins'),
        context: { module: 'auth' },
      });
      await patiently(client, 'membria_record_outcome', {
        decision_id,
        final_status: 'success',
        final_score: 1,
      });
    }
    const fresh = await eventually(async () => {
      const found = await client.call('membria_get_calibration', { domain: 'auth' });
      return found.cached_age_seconds === undefined && found;
    });

    way.cut();
    const cached = await client.call('membria_get_calibration', { domain: 'auth' });
    expect(cached).toEqual({ ...fresh, cached_age_seconds: expect.any(Number) });
    expect(await client.call('membria_get_confidence_guidance', { domain: 'auth' })).toMatchObject({
      status: 'data_available',
      cached_age_seconds: expect.any(Number),
    });
    const captured = await client.call('membria_capture_decision', {
      ...decision('Send mails in forEach with async callbacks'),
      confidence: 0.95,
      context: { module: 'auth' },
    });
    expect(captured).toMatchObject({ status: 'queued', firewall_status: 'caution' });
    const context = await client.call('membria_get_decision_context', {
      statement: 'Drop the users table in production without a backup',
      module: 'auth',
      confidence: 0.9,
    });
    expect(context).toMatchObject({
      local_only: true,
      calibration_context: { domain: 'auth', sample_size: 3 },
      warnings: [{ type: 'risk', severity: 'critical' }],
      similar_decisions: [],
    });
    expect(
      await client.call('membria_get_warnings', {
        statement: 'Send mails in forEach with async callbacks',
        module: 'auth',
        alternatives: ['map() with Promise.all()', 'a queue'],
      }),
    ).toMatchObject({ local_only: true, firewall_status: 'caution' });
    for (const [tool, input] of [
      ['membria_get_decision', { decision_id: 'dec_0123456789ab' }],
      ['membria_analyze_decision', { decision_id: 'dec_0123456789ab' }],
      [
        'membria_record_outcome',
        { decision_id: 'dec_0123456789ab', final_status: 'success', final_score: 1 },
      ],
    ] as const)
      await expect(client.call(tool, input)).rejects.toMatchObject({
        body: {
          error: { code: -32001, data: { retry_after: expect.any(Number), suggestion: expect.any(String) } },
        },
      });

    await way.mend();
    await eventually(async () => (await waiting()).length === 0);
    const stored = await patiently(client, 'membria_get_decision', { decision_id: captured.decision_id });
    expect(Date.parse(stored.created_at)).toBe(Date.parse(captured.created_at));
    expect(stored.antipatterns_triggered).toEqual(['forEach with async callbacks']);
  });
});
