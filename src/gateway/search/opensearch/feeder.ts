import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../../../db/postgres/connect.ts';
import { failureCode, isUnavailable } from '../../../db/postgres/errors.ts';
import type { Collection, Language } from '../../../db/search/collection/collection.ts';
import { feedDeletions, feedQueue, fillTarget } from '../../../db/search/feed/feed.ts';
import { type Target, targetsOf } from '../../../db/search/feed/targets.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { FeederFigures } from '../engine/thread-engine.ts';
import { bulkReceiver } from './bulk.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import type { Indexes } from './indexes.ts';

/** Documents taken from the queue, and filled in, at a time. */
const fedAtATime = 2048;
const filledAtATime = 1024;
const tickMs = 500;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** How often it is checked that the cluster still has the indexes. */
const checkMs = 60_000;

export type Feeder = {
  figures: FeederFigures;
  /** Runs until it is stopped. */
  run(signal: AbortSignal): Promise<void>;
  /** Feeds once what waits. Returns whether there was anything. */
  step(): Promise<boolean>;
  /** Lets the next step check that the cluster still has the indexes. */
  recheck(): void;
};

type Options = { collections: readonly Collection<never>[]; language: Language };

/**
 * Keeps the indexes of a cluster up to date from the queue in the database: what is stored and deleted goes to all of
 * them, at least once, and a new index is filled with what was stored before. Any number of processes may do so; each
 * collection is fed by one at a time.
 */
export function createFeeder(
  sql: Pool,
  cluster: Cluster,
  indexes: Indexes,
  log: Log,
  { collections, language }: Options,
): Feeder {
  const receiver = bulkReceiver(cluster);
  const figures: FeederFigures = { fed: 0, removed: 0, failures: 0, up: true };
  let checkAt = 0;

  async function fill(collection: Collection<never>, target: Target): Promise<boolean> {
    const last = await fillTarget(sql, collection, language, target, filledAtATime, receiver);
    if (last === null) return false;
    if (last === undefined) await indexes.switchTo(target);
    return true;
  }

  /** Replaces indexes that the cluster has lost, and makes those that are not there yet. */
  async function check(): Promise<void> {
    if (performance.now() < checkAt) return;
    for (const collection of collections) {
      const targets = await targetsOf(sql, collection.collectionId);
      for (const target of targets) {
        if (await indexes.has(target)) continue;
        if (!target.live && target.filled === 0) await indexes.create(collection, target);
        else {
          log.error({ index: target.name }, 'the search cluster has lost an index; it is filled again');
          await indexes.remove(target);
        }
      }
      if ((await targetsOf(sql, collection.collectionId)).length === 0) await indexes.begin(collection);
    }
    checkAt = performance.now() + checkMs;
  }

  async function step(): Promise<boolean> {
    await check();
    let worked = false;
    for (const collection of collections) {
      const fed = await feedQueue(sql, collection, language, fedAtATime, receiver);
      const removed = await feedDeletions(sql, collection, receiver);
      figures.fed += fed;
      figures.removed += removed;
      worked ||= fed + removed > 0;
      for (const target of await targetsOf(sql, collection.collectionId))
        if (!target.live && (await fill(collection, target))) worked = true;
    }
    figures.up = true;
    return worked;
  }

  const recheck = () => {
    checkAt = 0;
  };

  return {
    figures,
    step,
    recheck,
    async run(signal) {
      const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
      let failures = 0;
      while (!signal.aborted)
        try {
          if (!(await step())) await pause(tickMs);
          failures = 0;
        } catch (error) {
          if (signal.aborted) return;
          const wait = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
          failures += 1;
          figures.failures += 1;
          if (error instanceof ClusterError) {
            figures.up = false;
            if (error.kind === 'missing') recheck();
            log.warn(
              { kind: error.kind, wait_ms: wait },
              `feeding the search cluster is paused: ${error.message}`,
            );
          } else if (isUnavailable(error))
            log.warn({ code: failureCode(error) }, 'feeding the search cluster waits for the database');
          else log.error({ err: error }, 'feeding the search cluster failed');
          await pause(wait);
        }
    },
  };
}
