import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { connectionsInUse, jobsByStatus } from '../../db/admin/connections.ts';
import { readCalibrations } from '../../db/decisions/calibrations.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { timeIsDoubted } from '../../db/retention/clock.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { type Calibration, calibrate } from '../../handlers/decisions/domain/calibration.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { instruments } from './instruments.ts';

/** One registry per gateway, so that several in one process do not mix. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'dewey_' });
  // Totals of metrics that already exist by type; their names end like counters, which they are not.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`dewey_nodejs_active_${what}_total`);
  return registry;
}

/** Responses by status; requests refused by guards do not reach any tool. */
export function addAnswerMetrics(registry: Registry): (status: number) => void {
  const answers = new Counter({
    name: 'dewey_http_responses_total',
    help: 'HTTP responses by status; 401, 403 and 429 are refusals',
    labelNames: ['status'],
    registers: [registry],
  });
  return (status) => answers.inc({ status });
}

/** What a gateway has open and queued. */
export type Occupancy = {
  sockets(): number;
  sessions(): number;
  /** Rows of the audit log that are not written yet. */
  auditWaiting(): number;
};

export function addGatewayMetrics(registry: Registry, { sockets, sessions, auditWaiting }: Occupancy): void {
  const { gauge } = instruments(registry);
  gauge('dewey_websockets', 'WebSockets open now', sockets);
  gauge('dewey_sessions', 'MCP sessions open now', sessions);
  gauge('dewey_audit_waiting', 'Rows of the audit log that are not in its table yet', auditWaiting);
}

/** Secrets removed before storing, by any path. */
export function addRedactionMetrics(registry: Registry, ways: readonly ReadonlyMap<string, number>[]): void {
  instruments(registry).counter('dewey_redactions_total', 'Secrets removed before storing', ['kind'], () => {
    const sums = new Map<string, number>();
    for (const [kind, times] of ways.flatMap((way) => [...way]))
      sums.set(kind, (sums.get(kind) ?? 0) + times);
    return [...sums].map(([kind, times]): [string[], number] => [[kind], times]);
  });
}

/** How long a scrape waits for a database that does not answer. */
const timeoutMs = 2000;

/** Metrics that only the database knows; they are left out while it does not answer. */
export function addDatabaseMetrics(registry: Registry, sql: Pool, log: Log): void {
  const asked = async (read: () => Promise<Iterable<readonly [string, number]>>) => {
    try {
      return await withTimeout(read(), timeoutMs, () => []);
    } catch (err) {
      log.warn({ err }, 'the database metrics could not be read');
      return [];
    }
  };
  const { gauge, gauges } = instruments(registry);
  gauge('dewey_pool_size', 'Connections the pool may open', () => sql.options.max);
  gauges('dewey_pool_connections', 'Connections of all gateways to the database, by state', 'state', () =>
    asked(() => connectionsInUse(sql)),
  );
  gauges('dewey_jobs', 'Background jobs that are not done, by status', 'status', () =>
    asked(() => jobsByStatus(sql)),
  );
  // Read once for the gauges of one scrape, which are asked together.
  let reading: ReturnType<typeof readCalibrations> | undefined;
  const calibrations = () => {
    reading ??= readCalibrations(sql).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const ofDomains = (read: (found: Calibration) => number | null) =>
    asked(async () =>
      (await calibrations()).flatMap(({ domain, tally }): [string, number][] => {
        const value = read(calibrate(tally));
        return value === null ? [] : [[domain, value]];
      }),
    );
  gauges('dewey_calibration_outcomes', 'Outcomes of decisions, by domain', 'domain', () =>
    ofDomains(({ sampleSize }) => sampleSize),
  );
  gauges('dewey_calibration_success_rate', 'Success rate of decisions, by domain', 'domain', () =>
    ofDomains(({ successRate }) => successRate),
  );
  gauges(
    'dewey_calibration_confidence_gap',
    'Stated confidence minus success rate, by domain',
    'domain',
    () => ofDomains(({ gap }) => gap),
  );
  gauges(
    'dewey_retention_waiting',
    '1 while purging is suspended, by reason: the clock has jumped',
    'reason',
    () => asked(async () => [['clock', await timeIsDoubted(sql)]]),
  );
}
