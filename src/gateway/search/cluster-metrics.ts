import type { Registry } from 'prom-client';
import type { Pool } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { type FeedFigures, feedFigures } from '../../db/search/feed/figures.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { instruments } from '../metrics/instruments.ts';
import type { FeederFigures } from './engine/thread-engine.ts';

/** How long a scrape waits for what the figures come from. */
const timeoutMs = 2000;

/**
 * Metrics of a search cluster and how far it is behind.
 *
 * @param figures what this process has fed; undefined when its search thread does not answer.
 */
export function addClusterMetrics(
  registry: Registry,
  sql: Pool,
  figures: () => Promise<FeederFigures | undefined>,
  log: Log,
): void {
  const { gauges } = instruments(registry);
  const asked = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await withTimeout(work(), timeoutMs, () => undefined);
    } catch (err) {
      log.warn({ err }, 'the metrics of the search cluster could not be read');
      return undefined;
    }
  };
  const ofLake = (read: (is: FeedFigures) => [string, number][]) => async () => {
    const is = await asked(() => feedFigures(sql));
    return is ? read(is) : [];
  };
  const ofThis = (read: (is: FeederFigures) => [string, number][]) => async () => {
    const is = await asked(figures);
    return is ? read(is) : [];
  };
  gauges(
    'dewey_search_waiting',
    'Texts that the search cluster has yet to take, by what is to be done; refused ones are not tried again',
    'action',
    ofLake(({ waiting, undeleted, refused }) => [
      ['index', waiting],
      ['delete', undeleted],
      ['refused', refused],
    ]),
  );
  gauges(
    'dewey_search_lag_seconds',
    'How long the oldest text has waited to be indexed in the search cluster',
    'action',
    ofLake(({ lagSeconds }) => [['index', lagSeconds]]),
  );
  gauges(
    'dewey_search_fed',
    'Texts that this process has fed to the search cluster since it started',
    'action',
    ofThis(({ fed, removed }) => [
      ['index', fed],
      ['delete', removed],
    ]),
  );
  gauges(
    'dewey_search_cluster_up',
    'Whether the search cluster took what this process last sent',
    'role',
    ofThis(({ up }) => [['feed', up ? 1 : 0]]),
  );
}
